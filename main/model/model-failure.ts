// Turns what goes wrong between us and a model server into a failure with a code, a plain sentence
// and a hint. Never lets the key into a text.
import { z } from 'zod'
import { Failure, failure } from '../../contract/failure.ts'

/**
 * For the sentences: which server, which model; and the key, so that it can be kept out of them.
 */
export type Asked = { readonly server: string; readonly model: string; readonly key: string | null }

/** The parts of an SDK or network error that matter, read without trusting its class. */
const Fault = z.object({
  message: z.string().catch(''),
  statusCode: z.number().optional().catch(undefined),
  isRetryable: z.boolean().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).optional().catch(undefined),
  responseBody: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
})

/**
 * `retryMs`: worth another try if nothing was said yet, after at least this long. Null: trying
 * again would not help.
 */
export type Fall = { readonly error: Failure; readonly retryMs: number | null }

const Nested = z.object({ error: z.object({ message: z.string() }).or(z.string()) })
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const LONGEST_RETRY_AFTER_MS = 20_000

/** What a thrown or streamed error of the SDK means, before the server has begun an answer. */
export function readFault(thrown: unknown, asked: Asked): Fall {
  const parsed = Fault.safeParse(thrown)
  const fault = parsed.success ? parsed.data : Fault.parse({ message: String(thrown) })
  if (fault.statusCode !== undefined && fault.statusCode !== 200) {
    return readStatus(
      fault.statusCode,
      wordsOf(fault.responseBody, asked),
      fault.responseHeaders ?? {},
      asked,
    )
  }
  const attached = attachedFailure(thrown)
  if (attached !== null) {
    const error = failure(
      'model.unreachable',
      `The model server at ${asked.server} was not reached: ${attached.text}`,
      attached.hint ?? REACH_HINT,
    )
    return {
      error,
      retryMs:
        attached.code === 'net.connect' ||
        attached.code === 'net.closed' ||
        attached.code === 'net.timeout'
          ? 0
          : null,
    }
  }
  if (isPortClosed(thrown))
    return {
      error: failure(
        'model.unreachable',
        `The model server at ${asked.server} was not asked: its port belongs to another protocol.`,
        'Correct its address under Settings, Model; then press Retry.',
      ),
      retryMs: null,
    }
  const netCode = networkCode(thrown)
  if (netCode !== null) return unreachable(netCode, asked)
  if (/overloaded/i.test(`${fault.type ?? ''} ${fault.message}`))
    return readStatus(529, '', {}, asked)
  if (/rate.?limit/i.test(`${fault.type ?? ''} ${fault.message}`))
    return readStatus(429, '', {}, asked)
  // An error that the server put into its stream, with a kind and words but no number.
  if (fault.type !== undefined) return readStatus(500, sayable(fault.message, asked), {}, asked)
  if (fault.name?.startsWith('AI_') === true || fault.statusCode === 200)
    return { error: garbage(asked), retryMs: null }
  const error = failure(
    'model.fault',
    `Asking the model server at ${asked.server} went wrong.${sayable(fault.message, asked)}`,
    'Press Retry; if it happens again, please report it.',
  )
  return { error, retryMs: null }
}

function readStatus(
  status: number,
  said: string,
  headers: Readonly<Record<string, string>>,
  asked: Asked,
): Fall {
  const { server, model } = asked
  if (status === 401 || status === 403) {
    const text =
      asked.key === null
        ? `The model server at ${server} asks for a key, and none is set.`
        : `The model server at ${server} did not accept the key.`
    // What the server says here may repeat the key, even in part, so it is not shown.
    return {
      error: failure(
        'model.key',
        text,
        'Set a valid key under Settings, Model, or name the environment variable that holds it.',
      ),
      retryMs: null,
    }
  }
  if (status === 404) {
    return {
      error: failure(
        'model.unknown',
        `The server at ${server} does not know the model “${model}”, or has no model interface at this address.`,
        'Check the model name and the address under Settings, Model. Addresses usually end in /v1.',
      ),
      retryMs: null,
    }
  }
  if (status === 429) {
    return {
      error: failure(
        'model.busy',
        `The model server at ${server} takes no more requests for now (429).`,
        'Wait a moment, then press Retry. If it stays so, the account’s limit may be used up.',
      ),
      retryMs: retryAfterMs(headers),
    }
  }
  if (status >= 500) {
    return {
      error: failure(
        'model.server',
        `The model server at ${server} failed (${status}).${said}`,
        'This is a fault on the server’s side. Press Retry, or look at the server’s own log.',
      ),
      retryMs: retryAfterMs(headers),
    }
  }
  return {
    error: failure(
      'model.refused',
      `The model server at ${server} refused the request (${status}).${said}`,
      'Check the model’s settings. A very long run may not fit into the model any more: start a new one.',
    ),
    retryMs: null,
  }
}

const REACH_HINT =
  'Start the server or correct its address under Settings, Model; then press Retry.'

const unreachable = (code: string, { server }: Asked): Fall => ({
  error: failure(
    'model.unreachable',
    `No model server answers at ${server} (${code}).`,
    REACH_HINT,
  ),
  retryMs: code === 'ENOTFOUND' || code.includes('CERT') || code.includes('VERIFY') ? null : 0,
})

export const garbage = ({ server }: Asked): Failure =>
  failure(
    'model.garbage',
    `What the server at ${server} sent is not the answer of a model.`,
    'Check that the address under Settings, Model is a model server’s and of the chosen kind.',
  )

export const cutOff = ({ server }: Asked): Failure =>
  failure(
    'model.cut-off',
    `The model server at ${server} stopped in the middle of its answer.`,
    'Its answer so far is kept. Press Retry to try again.',
  )

export const endless = ({ server }: Asked): Failure =>
  failure(
    'model.endless',
    `The model server at ${server} did not come to an end with its answer.`,
    'It was cut off. Look at the server’s own log, or choose another model.',
  )

export const silent = ({ server }: Asked, ms: number): Failure =>
  failure(
    'model.silent',
    `The model server at ${server} has been silent for ${Math.round(ms / 1000)} seconds.`,
    'It may still be loading the model, or hang. Press Retry, or look at the server’s own log.',
  )

export const cancelled: Failure = failure(
  'model.cancelled',
  'The model was stopped.',
  'Send a message or press Retry to go on.',
)

/**
 * What our own way out says of a connection it refused or could not make: a failure as the cause of
 * what it threw.
 */
function attachedFailure(thrown: unknown): Failure | null {
  let at = thrown
  for (let depth = 0; at instanceof Error && depth < 8; depth++) at = at.cause
  const parsed = Failure.safeParse(at)
  return parsed.success ? parsed.data : null
}

/** Ports of other protocols, as of mail, are opened by no `fetch` (WHATWG Fetch, "bad port"). */
function isPortClosed(thrown: unknown): boolean {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if (at.message === 'bad port') return true
  return false
}

/** The network's own code, wherever in the chain of causes it is. */
function networkCode(thrown: unknown): string | null {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const code = Fault.shape.code.parse('code' in at ? at.code : undefined)
    if (code !== undefined && UNREACHABLE.has(code)) return code
    if (at instanceof AggregateError && at.errors.length > 0) {
      const inner = networkCode(at.errors[0])
      if (inner !== null) return inner
    }
  }
  return null
}

/** Of the standard's two forms only seconds is used by model servers. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const seconds = Number(headers['retry-after'] ?? 0)
  const ms = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
  // Asked to wait for minutes: a person should decide that, not a silent program.
  return ms > LONGEST_RETRY_AFTER_MS ? null : ms
}

/**
 * The server's own sentence, short, on one line, with a leading space; empty if it has none that
 * can be shown.
 */
function wordsOf(body: string | undefined, asked: Asked): string {
  if (body === undefined) return ''
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return '' // An HTML page or the like: nothing a person could use.
  }
  const nested = Nested.safeParse(json)
  if (!nested.success) return ''
  return sayable(
    typeof nested.data.error === 'string' ? nested.data.error : nested.data.error.message,
    asked,
  )
}

function sayable(said: string, { key }: Asked): string {
  const clean = said.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (clean === '') return ''
  // The key goes before the cut, or a piece of it could stay.
  return ` It says: ${(key === null || key === '' ? clean : clean.replaceAll(key, '[key]')).slice(0, 300)}`
}
