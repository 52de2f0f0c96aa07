// What a model takes at once, from the lists that servers really give.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelConfig } from '../../contract/policy/config/config.ts'
import { askWindow, windowIn } from '../../main/model/context-window.ts'
import { createModel } from '../../main/model/create-model.ts'

const openAi = (more: object) => ({
  object: 'list',
  data: [
    { id: 'other', max_model_len: 7 },
    { id: 'qwen3', object: 'model', ...more },
  ],
})

describe('a list of models', () => {
  it.each<[string, unknown, number | null]>([
    ['vLLM', openAi({ max_model_len: 32_768 }), 32_768],
    [
      'LM Studio: what is loaded, not what could be',
      openAi({ max_context_length: 131_072, loaded_context_length: 4_096 }),
      4_096,
    ],
    ['LM Studio, not loaded', openAi({ max_context_length: 131_072 }), null],
    ['OpenRouter and its like', openAi({ context_length: 163_840 }), 163_840],
    ['Groq', openAi({ context_window: 131_072 }), 131_072],
    ['Anthropic', openAi({ type: 'model', max_input_tokens: 200_000 }), 200_000],
    [
      'llama.cpp tells what it was trained with only',
      openAi({ meta: { n_ctx_train: 40_960 } }),
      null,
    ],
    ['OpenAI tells nothing', openAi({ owned_by: 'system' }), null],
    [
      'Ollama, what it has loaded',
      { models: [{ name: 'qwen3:latest', context_length: 8_192 }] },
      8_192,
    ],
    ['another model', { models: [{ name: 'llama3:latest', context_length: 8_192 }] }, null],
    [
      'a size that is none',
      openAi({ max_model_len: '32768', context_length: -1, context_window: 0 }),
      null,
    ],
    ['no list', { data: 'x' }, null],
    ['nothing', null, null],
  ])('of %s', (_, list, want) => {
    expect(windowIn(list, 'qwen3')).toBe(want)
  })
})

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A real server that has these lists. */
async function server(lists: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const http = createServer((request, response) => {
    asked.push(
      `${request.url} ${String(request.headers.authorization ?? request.headers['x-api-key'] ?? '-')}`,
    )
    const list = lists[request.url ?? '']
    response.writeHead(list === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof list === 'string' ? list : JSON.stringify(list ?? { error: 'not found' }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(() => http.close())
  return { asked, origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}
const config = (origin: string, provider = 'openai-compatible') =>
  ModelConfig.parse({ provider, name: 'qwen3', baseUrl: `${origin}/v1` })

describe('the window of a model', () => {
  it('is that of the loaded model, before that of the list; broken lists are ignored', async () => {
    const { origin, asked } = await server({
      '/api/ps': 'no json',
      '/api/v0/models': openAi({}),
      '/v1/models': openAi({ max_model_len: 9_000 }),
    })
    const ports = { fetch, key: () => 'k1' }
    expect(await askWindow(config(origin), `${origin}/v1`, ports, AbortSignal.timeout(5_000))).toBe(
      9_000,
    )
    expect(asked).toEqual(['/api/ps Bearer k1', '/api/v0/models Bearer k1', '/v1/models Bearer k1'])
  })

  it('is asked of Anthropic in its own way', async () => {
    const { origin, asked } = await server({
      '/v1/models?limit=1000': openAi({ max_input_tokens: 200_000 }),
    })
    const ports = { fetch, key: () => 'k2' }
    expect(
      await askWindow(
        config(origin, 'anthropic'),
        `${origin}/v1`,
        ports,
        AbortSignal.timeout(5_000),
      ),
    ).toBe(200_000)
    expect(asked).toEqual(['/v1/models?limit=1000 k2'])
  })

  it('is not known where the server says nothing, cannot be reached or takes too long', async () => {
    const { origin } = await server({})
    const ask = (get: typeof fetch) =>
      askWindow(
        config(origin),
        `${origin}/v1`,
        { fetch: get, key: () => null },
        AbortSignal.timeout(300),
      )
    expect(await ask(fetch)).toBeNull()
    expect(await ask(() => Promise.reject(new Error('unreachable')))).toBeNull()
    expect(
      await ask(
        (_, init) =>
          new Promise((_resolve, reject) =>
            init?.signal?.aborted === true
              ? reject(new Error('gone'))
              : init?.signal?.addEventListener('abort', () => reject(new Error('gone'))),
          ),
      ),
    ).toBeNull()
  })

  it('is asked once for a model, and again after the first request was cancelled', async () => {
    const { origin, asked } = await server({
      '/api/ps': { models: [{ name: 'qwen3', context_length: 4_096 }] },
    })
    const model = createModel(config(origin), { fetch, key: () => null })
    expect(await model.window?.(AbortSignal.abort())).toBeNull()
    expect(await model.window?.(new AbortController().signal)).toBe(4_096)
    expect(await model.window?.(new AbortController().signal)).toBe(4_096)
    expect(asked).toEqual(['/api/ps -'])
  })
})
