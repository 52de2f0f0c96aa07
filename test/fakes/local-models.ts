// Small HTTP servers that list their models as the real ones do, by what their documentation shows.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalKind =
  | 'ollama'
  | 'ollama-empty'
  | 'lm-studio'
  | 'llama.cpp'
  | 'vllm'
  | 'other-json'
  | 'web-page'
  | 'redirects'
  | 'silent'
  | 'endless'

type Pages = Readonly<Record<string, unknown>>

const lists: Readonly<Partial<Record<LocalKind, Pages>>> = {
  ollama: {
    '/api/tags': {
      models: [
        {
          name: 'qwen3-coder:30b',
          model: 'qwen3-coder:30b',
          modified_at: '2026-01-02T03:04:05Z',
          size: 18556699314,
          digest: 'ab',
          details: {
            parent_model: '',
            format: 'gguf',
            family: 'qwen3moe',
            families: ['qwen3moe'],
            parameter_size: '30.5B',
            quantization_level: 'Q4_K_M',
          },
        },
        {
          name: 'nomic-embed-text:latest',
          model: 'nomic-embed-text:latest',
          size: 274302450,
          digest: 'cd',
          details: { family: 'nomic-bert' },
        },
        {
          name: 'llama3.2:latest',
          model: 'llama3.2:latest',
          size: 2019393189,
          digest: 'ef',
          details: { family: 'llama' },
        },
      ],
    },
  },
  'ollama-empty': { '/api/tags': { models: [] } },
  'lm-studio': {
    '/api/v0/models': {
      object: 'list',
      data: [
        {
          id: 'openai/gpt-oss-20b',
          object: 'model',
          type: 'llm',
          publisher: 'openai',
          state: 'loaded',
          max_context_length: 131072,
        },
        {
          id: 'text-embedding-nomic-embed-text-v1.5',
          object: 'model',
          type: 'embeddings',
          state: 'not-loaded',
        },
      ],
    },
  },
  'llama.cpp': {
    '/v1/models': {
      models: [{ name: 'gemma-3-4b-it-Q4_K_M.gguf', type: 'model' }],
      object: 'list',
      data: [
        {
          id: 'gemma-3-4b-it-Q4_K_M.gguf',
          object: 'model',
          created: 1735142223,
          owned_by: 'llamacpp',
          meta: { n_ctx_train: 131072 },
        },
      ],
    },
  },
  vllm: {
    '/v1/models': {
      object: 'list',
      data: [
        {
          id: 'Qwen/Qwen3-8B',
          object: 'model',
          created: 1,
          owned_by: 'vllm',
          root: 'Qwen/Qwen3-8B',
          max_model_len: 40960,
        },
      ],
    },
  },
  'other-json': { '/v1/models': { models: ['not', 'a', 'list', 'of', 'ours'] } },
}

export type LocalModels = {
  readonly origin: string
  readonly asked: readonly string[]
  close(): Promise<void>
}

export async function localModels(kind: LocalKind): Promise<LocalModels> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path}`)
    const page = lists[kind]?.[path]
    if (kind === 'silent') return
    if (kind === 'redirects')
      return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (kind === 'web-page')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>')
    if (kind === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      return more()
    }
    // A chat endpoint that says one word, so that a found model can be taken and checked.
    if (path === '/v1/chat/completions' && page === undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = (delta: object, finish: string | null): string =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
      return void response.end(
        `${chunk({ role: 'assistant', content: 'ready' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
      )
    }
    if (page === undefined)
      return void response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":"not found"}')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
