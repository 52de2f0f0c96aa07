// The list of models of a server that is being set up.
import { describe, expect, it } from 'vitest'
import type { ModelConfig } from '../../contract/policy/config/config.ts'
import { listModels } from '../../main/model/list-models.ts'

const settings = (change: Partial<ModelConfig>): ModelConfig => ({
  provider: 'openai-compatible',
  name: '',
  baseUrl: 'http://models.test/v1',
  apiKeyEnv: null,
  price: null,
  names: {},
  prices: {},
  ...change,
})
const anthropic = settings({ provider: 'anthropic', baseUrl: null })

async function list(config: ModelConfig, answer: () => Response, key: string | null = 'sk-hidden') {
  const asked: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = []
  const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
    asked.push({ url: String(url), headers: Object.fromEntries(new Headers(init?.headers)) })
    return answer()
  }
  const ports = { key: () => key, fetch: fetch as typeof globalThis.fetch }
  const result = await listModels(config, ports, new AbortController().signal)
  return { result, asked }
}
const json = (value: unknown) => () => Response.json(value)

describe('the models of a server', () => {
  it('are asked of an OpenAI-compatible one with the key as a bearer', async () => {
    const { result, asked } = await list(
      settings({}),
      json({ object: 'list', data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }] }),
    )
    expect(result).toEqual({ ok: true, value: ['b', 'a'] })
    expect(asked).toEqual([
      {
        url: 'http://models.test/v1/models',
        headers: { accept: 'application/json', authorization: 'Bearer sk-hidden' },
      },
    ])
  })

  it('are asked of Anthropic with its own headers', async () => {
    const { asked } = await list(anthropic, json({ data: [] }))
    expect(asked).toEqual([
      {
        url: 'https://api.anthropic.com/v1/models?limit=1000',
        headers: {
          accept: 'application/json',
          'anthropic-version': '2023-06-01',
          'x-api-key': 'sk-hidden',
        },
      },
    ])
  })

  it('are asked for without a key where there is none', async () => {
    const { asked } = await list(settings({}), json({ data: [] }), null)
    expect(asked[0]?.headers).toEqual({ accept: 'application/json' })
  })

  it.each<[name: string, config: ModelConfig, answer: () => Response, code: string]>([
    ['a wrong key', settings({}), () => Response.json({}, { status: 401 }), 'model.key'],
    ['a web page', settings({}), () => new Response('<html>'), 'model.garbage'],
    ['another list', settings({}), json({ data: [{ name: 'a' }] }), 'model.garbage'],
    ['an endless one', settings({}), () => new Response('x'.repeat(5_000_000)), 'model.garbage'],
    ['no address', settings({ baseUrl: null }), json({}), 'model.unset'],
    [
      'nobody there',
      settings({}),
      () => {
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
        })
      },
      'model.unreachable',
    ],
  ])('are a failure in plain words with %s', async (_name, config, answer, code) => {
    const { result } = await list(config, answer)
    expect(result).toMatchObject({ ok: false, error: { code } })
    expect(JSON.stringify(result)).not.toContain('sk-hidden')
  })
})
