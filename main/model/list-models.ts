// Asks a model server which models it has. Everything else about a server is asked by the SDK; it
// has no word for this.
import { z } from 'zod'
import { readJson } from '../../contract/read-json.ts'
import type { ModelConfig } from '../../contract/policy/config/config.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { noAddress, type ModelPorts } from './create-model.ts'
import { cancelled, garbage, readFault, type Asked } from './model-failure.ts'
import { baseUrlOf } from './provider.ts'

const Listed = z.object({ data: z.array(z.object({ id: z.string().min(1).max(300) })) })
const MAX_BYTES = 4_194_304
const MAX_MODELS = 2_000

/** Names as the server takes them, in its own order. Fails with the codes of `createModel`. */
export async function listModels(
  config: ModelConfig,
  ports: ModelPorts,
  signal: AbortSignal,
): Promise<Result<readonly string[], Failure>> {
  const baseUrl = baseUrlOf(config)
  if (baseUrl === null) return err(noAddress)
  const key = ports.key()
  const asked: Asked = { server: new URL(baseUrl).host, model: config.name, key }
  try {
    const response = await ports.fetch(addressOf(config, baseUrl), {
      signal,
      headers: headersOf(config, key),
    })
    const text = await readText(response)
    if (!response.ok)
      return err(
        readFault(
          {
            statusCode: response.status,
            responseBody: text ?? '',
            responseHeaders: Object.fromEntries(response.headers),
          },
          asked,
        ).error,
      )
    const read = text === null ? null : readJson(text, Listed)
    if (read === null) return err(garbage(asked))
    return ok([...new Set(read.data.map(({ id }) => id))].slice(0, MAX_MODELS))
  } catch (thrown) {
    return err(signal.aborted ? cancelled : readFault(thrown, asked).error)
  }
}

/** Anthropic gives twenty a page unless more are asked for. */
const addressOf = ({ provider }: ModelConfig, baseUrl: string): string =>
  `${baseUrl}/models${provider === 'anthropic' ? '?limit=1000' : ''}`

const headersOf = ({ provider }: ModelConfig, key: string | null): Record<string, string> => ({
  accept: 'application/json',
  ...(provider === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}),
  ...(key === null
    ? {}
    : provider === 'anthropic'
      ? { 'x-api-key': key }
      : { authorization: `Bearer ${key}` }),
})

/** Null where it is larger than any list of models. */
async function readText(response: Response): Promise<string | null> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_BYTES) return null
  }
  return text
}
