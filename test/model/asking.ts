// Asks a model on a local server and collects what it says.
import { afterEach } from 'vitest'
import { ModelConfig } from '../../contract/policy/config/config.ts'
import type { ModelEvent, ModelRequest } from '../../contract/agent/model.ts'
import { createModel } from '../../main/model/create-model.ts'
import { type ModelServer, modelServer, type Turn } from '../fakes/model-server.ts'

export const providers = ['anthropic', 'openai-compatible'] as const
export const KEY = 'sk-secret-0123456789'
export const quick = { retryMs: [1, 1], silenceMs: 10_000 }

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

export async function serve(...script: Turn[]): Promise<ModelServer> {
  const server = await modelServer(script)
  servers.push(server)
  return server
}

export const configOf = (provider: (typeof providers)[number], baseUrl: string) =>
  ModelConfig.parse({ provider, name: 'fake', baseUrl })
export const hello: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'hello' }],
  tools: [],
}

export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export const step = (
  provider: (typeof providers)[number],
  url: string,
  request = hello,
  signal = AbortSignal.timeout(20_000),
  timeout = quick,
) =>
  collect(
    createModel(configOf(provider, url), { fetch: globalThis.fetch, key: () => KEY }, timeout).step(
      request,
      signal,
    ),
  )

export const codes = (events: readonly ModelEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'failed' ? [event.error.code] : []))
