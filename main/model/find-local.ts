// Looks which model servers run on this machine, at the ports they usually have. Asks only for the
// names of their models. What does not answer, or answers something else, is not there: nothing is
// said of it.
import { z } from 'zod'
import type { LocalServer } from '../../contract/agent/local-model.ts'

export type LocalEndpoint = {
  readonly server: string
  /** Scheme, host and port. */
  readonly origin: string
}

type Get = (
  url: string,
  init: { readonly signal: AbortSignal; readonly headers: Record<string, string> },
) => Promise<Response>

export type FindLocalDeps = {
  /** The way out to one origin and no other. */
  readonly fetchFor: (origin: string) => Get
  /** Whether anybody listens there. Mostly nobody does, and then nothing else is needed. */
  readonly listens: (origin: string, signal: AbortSignal) => Promise<boolean>
  readonly endpoints: readonly LocalEndpoint[]
  readonly signal: AbortSignal
  /** How long one place may take. */
  readonly waitMs?: number
}

/**
 * What is not there refuses at once; what is busy loading a model, on a busy machine, may take its
 * time.
 */
const WAIT_MS = 3_000
const MAX_BYTES = 1_048_576
const MAX_MODELS = 200

/** Loopback by its address: a name could lead elsewhere. */
const usual: readonly LocalEndpoint[] = [
  { server: 'Ollama', origin: 'http://127.0.0.1:11434' },
  { server: 'LM Studio', origin: 'http://127.0.0.1:1234' },
  { server: 'llama.cpp', origin: 'http://127.0.0.1:8080' },
  { server: 'vLLM', origin: 'http://127.0.0.1:8000' },
]

/** @param ollamaHost the variable by which Ollama itself is told where to listen; only a place on this machine counts. */
export function localEndpoints(ollamaHost: string | undefined): readonly LocalEndpoint[] {
  const own = ollamaHost === undefined ? null : ollamaOrigin(ollamaHost.trim())
  return own === null || usual.some(({ origin }) => origin === own)
    ? usual
    : [{ server: 'Ollama', origin: own }, ...usual]
}

function ollamaOrigin(host: string): string | null {
  const whole = host.includes('://') ? host : `http://${host}`
  if (host === '' || !URL.canParse(whole)) return null
  const { protocol, hostname, port } = new URL(whole)
  // All addresses of this machine are reached at this one too.
  const address =
    hostname === '0.0.0.0' || hostname === 'localhost' || hostname === '[::]'
      ? '127.0.0.1'
      : hostname
  if (protocol !== 'http:' || (address !== '[::1]' && !/^127(\.\d{1,3}){3}$/.test(address)))
    return null
  return `http://${address}:${port === '' ? 11434 : port}`
}

/** All that answered, in the order of the places. Never rejects. */
export async function findLocal({
  fetchFor,
  listens,
  endpoints,
  signal,
  waitMs = WAIT_MS,
}: FindLocalDeps): Promise<readonly LocalServer[]> {
  const found = await Promise.all(
    endpoints.map(async ({ server, origin }) => {
      const enough = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      if (!(await listens(origin, enough))) return []
      const ask = async (path: string): Promise<unknown> =>
        readJson(fetchFor(origin), origin + path, enough)
      const own =
        server === 'Ollama'
          ? ollama(await ask('/api/tags'))
          : server === 'LM Studio'
            ? lmStudio(await ask('/api/v0/models'))
            : null
      const known = own === null ? plain(await ask('/v1/models')) : { server, models: own }
      return known === null
        ? []
        : [
            {
              server: known.server ?? server,
              baseUrl: `${origin}/v1`,
              models: known.models.slice(0, MAX_MODELS),
            },
          ]
    }),
  )
  return found.flat()
}

/** Null for whatever is not a JSON answer of a bearable size in time. */
async function readJson(get: Get, url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await get(url, { signal, headers: { accept: 'application/json' } })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      return null
    }
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > MAX_BYTES) return null
    }
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const Name = z.string().min(1).max(300)
const Tags = z.object({
  models: z.array(
    z.object({ name: Name, details: z.object({ family: z.string().nullish() }).nullish() }),
  ),
})
const Rated = z.object({ data: z.array(z.object({ id: Name, type: z.string().nullish() })) })
const Listed = z.object({ data: z.array(z.object({ id: Name, owned_by: z.string().nullish() })) })

/** Families that only turn text into numbers cannot talk. */
function ollama(answer: unknown): readonly string[] | null {
  const read = Tags.safeParse(answer)
  if (!read.success) return null
  return read.data.models
    .filter(({ details }) => !/bert|embed/i.test(details?.family ?? ''))
    .map(({ name }) => name)
}

function lmStudio(answer: unknown): readonly string[] | null {
  const read = Rated.safeParse(answer)
  if (!read.success) return null
  return read.data.data.filter(({ type }) => type !== 'embeddings').map(({ id }) => id)
}

/**
 * The list of every OpenAI-compatible server. The ports are shared with other programs, so it says
 * itself what it is.
 */
function plain(
  answer: unknown,
): { readonly server: string | null; readonly models: readonly string[] } | null {
  const read = Listed.safeParse(answer)
  if (!read.success) return null
  const { data } = read.data
  const owner = data[0]?.owned_by?.toLowerCase() ?? ''
  const server =
    owner === 'llamacpp'
      ? 'llama.cpp'
      : owner === 'vllm'
        ? 'vLLM'
        : owner === 'library'
          ? 'Ollama'
          : owner === 'organization_owner'
            ? 'LM Studio'
            : data.length === 0
              ? null
              : 'Model server'
  return { server, models: data.map(({ id }) => id) }
}
