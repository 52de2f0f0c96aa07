// How many tokens a model takes at once, as far as its server tells. Asks with the key and the way
// out of every other request, reads lists and nothing else, and guesses nothing: a size that a
// model could have is not the one it runs with.
import { z } from 'zod'
import type { ModelConfig } from '../../contract/policy/config/config.ts'
import type { Fetch } from './provider.ts'

type Ports = { readonly fetch: Fetch; readonly key: () => string | null }

/** How long one list may take. */
const WAIT_MS = 2_000
const MAX_BYTES = 4_194_304

const size = z.int().positive()
/** One model in a list. Each server has a word of its own for it. */
const Listed = z.looseObject({
  max_model_len: size.optional().catch(undefined),
  loaded_context_length: size.optional().catch(undefined),
  context_length: size.optional().catch(undefined),
  context_window: size.optional().catch(undefined),
  max_input_tokens: size.optional().catch(undefined),
})
const List = z.union([
  z
    .looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
    .transform(({ data }) => data.map((model) => ({ name: model.id, model }))),
  z
    .looseObject({ models: z.array(z.looseObject({ name: z.string() })) })
    .transform(({ models }) => models.map((model) => ({ name: model.name, model }))),
])

/** Null where the list does not have the model, or no size for it. */
export function windowIn(list: unknown, name: string): number | null {
  const parsed = List.safeParse(list)
  if (!parsed.success) return null
  // Ollama writes out the tag that it takes when none is given.
  const found =
    parsed.data.find((each) => each.name === name) ??
    parsed.data.find((each) => each.name === `${name}:latest`)
  const model = Listed.safeParse(found?.model)
  if (!model.success) return null
  const { max_model_len, loaded_context_length, context_length, context_window, max_input_tokens } =
    model.data
  return (
    max_model_len ??
    loaded_context_length ??
    context_length ??
    context_window ??
    max_input_tokens ??
    null
  )
}

/**
 * Where the server may say it: its list of models; on this machine also what Ollama and LM Studio
 * have loaded.
 */
function endpointsOf(config: ModelConfig, baseUrl: string): readonly string[] {
  const { hostname, origin } = new URL(baseUrl)
  const here =
    config.provider !== 'anthropic' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return [
    ...(here ? [`${origin}/api/ps`, `${origin}/api/v0/models`] : []),
    `${baseUrl}/models${config.provider === 'anthropic' ? '?limit=1000' : ''}`,
  ]
}

/** Null when no list says it. Never throws: without it a run goes on as well. */
export async function askWindow(
  config: ModelConfig,
  baseUrl: string,
  { fetch, key }: Ports,
  signal: AbortSignal,
): Promise<number | null> {
  const secret = key()
  const headers: Record<string, string> =
    secret === null
      ? {}
      : config.provider === 'anthropic'
        ? { 'x-api-key': secret, 'anthropic-version': '2023-06-01' }
        : { authorization: `Bearer ${secret}` }
  for (const endpoint of endpointsOf(config, baseUrl)) {
    if (signal.aborted) return null
    try {
      const answer = await fetch(endpoint, {
        headers,
        signal: AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
      })
      const text =
        answer.ok && Number(answer.headers.get('content-length') ?? 0) <= MAX_BYTES
          ? await answer.text()
          : ''
      const found =
        text === '' || text.length > MAX_BYTES ? null : windowIn(JSON.parse(text), config.name)
      if (found !== null) return found
    } catch {
      // No such list, or not in time. The next may have it; without any there is no meter.
    }
  }
  return null
}
