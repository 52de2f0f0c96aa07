import { afterEach, describe, expect, it } from 'vitest'
import { openOutbound } from '../../main/egress/outbound.ts'
import { findLocal, localEndpoints } from '../../main/model/find-local.ts'
import { localModels } from '../fakes/local-models.ts'
import type { LocalKind, LocalModels } from '../fakes/local-models.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

async function serverOf(kind: LocalKind): Promise<LocalModels> {
  const server = await localModels(kind)
  open.push(server)
  return server
}

/** Through the real way out, as the product does. */
async function check(
  endpoints: readonly { readonly server: string; readonly origin: string }[],
  waitMs = 5_000,
) {
  const outbound = openOutbound({ hosts: () => [] })
  open.push({ close: outbound.dispose })
  return findLocal({
    fetchFor: outbound.modelFetch,
    listens: outbound.modelListens,
    endpoints,
    signal: new AbortController().signal,
    waitMs,
  })
}

describe('model servers on this machine', () => {
  it.each([
    ['Ollama', 'ollama', { server: 'Ollama', models: ['qwen3-coder:30b', 'llama3.2:latest'] }],
    ['Ollama', 'ollama-empty', { server: 'Ollama', models: [] }],
    ['LM Studio', 'lm-studio', { server: 'LM Studio', models: ['openai/gpt-oss-20b'] }],
    ['llama.cpp', 'llama.cpp', { server: 'llama.cpp', models: ['gemma-3-4b-it-Q4_K_M.gguf'] }],
    ['vLLM', 'vllm', { server: 'vLLM', models: ['Qwen/Qwen3-8B'] }],
    // Another program at a port that is usually somebody else's says itself what it is.
    ['Ollama', 'llama.cpp', { server: 'llama.cpp', models: ['gemma-3-4b-it-Q4_K_M.gguf'] }],
  ] as const)('reads at the port of %s: %s', async (server, kind, expected) => {
    const { origin } = await serverOf(kind)
    expect(await check([{ server, origin }])).toEqual([{ ...expected, baseUrl: `${origin}/v1` }])
  })

  it.each(['other-json', 'web-page', 'redirects', 'endless'] as const)(
    'takes a program that answers with %s for none',
    async (kind) => {
      const { origin } = await serverOf(kind)
      expect(await check([{ server: 'llama.cpp', origin }])).toEqual([])
    },
  )

  it('waits for none longer than its limit, and a silent one hides no other', async () => {
    const [silent, fine] = await Promise.all([serverOf('silent'), serverOf('vllm')])
    const found = await check(
      [
        { server: 'llama.cpp', origin: silent.origin },
        { server: 'vLLM', origin: fine.origin },
      ],
      2_000,
    )
    expect(found.map(({ server }) => server)).toEqual(['vLLM'])
    expect(silent.asked).toEqual(['GET /v1/models'])
  })

  it('says nothing of a port where nobody listens', async () => {
    const gone = await localModels('vllm')
    await gone.close()
    expect(await check([{ server: 'vLLM', origin: gone.origin }])).toEqual([])
  })

  it('sends nothing, and loads nothing to send it with, where nobody listens', async () => {
    const asked: string[] = []
    const found = await findLocal({
      fetchFor: (origin) => async () => {
        asked.push(origin)
        return new Response('{}')
      },
      listens: async () => false,
      endpoints: localEndpoints(undefined),
      signal: new AbortController().signal,
    })
    expect({ found, asked }).toEqual({ found: [], asked: [] })
  })

  it('asks for names and for nothing else', async () => {
    const server = await serverOf('ollama')
    await check([{ server: 'Ollama', origin: server.origin }])
    expect(server.asked).toEqual(['GET /api/tags'])
  })
})

describe('where they are looked for', () => {
  const usual = [
    'http://127.0.0.1:11434',
    'http://127.0.0.1:1234',
    'http://127.0.0.1:8080',
    'http://127.0.0.1:8000',
  ]
  it.each([
    [undefined, usual],
    ['', usual],
    ['0.0.0.0', usual],
    ['127.0.0.1:11434', usual],
    ['127.0.0.1:12345', ['http://127.0.0.1:12345', ...usual]],
    ['http://localhost:12345/', ['http://127.0.0.1:12345', ...usual]],
    ['0.0.0.0:12345', ['http://127.0.0.1:12345', ...usual]],
    ['[::1]:12345', ['http://[::1]:12345', ...usual]],
    // Another machine is never asked unasked.
    ['192.168.1.5:11434', usual],
    ['ollama.example.org', usual],
    ['127.0.0.1.example.org', usual],
    ['https://127.0.0.1:12345', usual],
    ['not an address', usual],
  ])('with OLLAMA_HOST %s', (value, origins) => {
    expect(localEndpoints(value).map(({ origin }) => origin)).toEqual(origins)
  })
})
