// What the protocol library throws, as failures that say where and what to do.
import { failure, type Failure } from '../../../../contract/failure.ts'
import { AskKind } from '../../../../contract/server/server-question.ts'
import { httpFailure } from './http-faults.ts'
import { plainText } from '../plain-text.ts'
import { SignInWanted } from '../sign-in/sign-in-errors.ts'

/** A number in what was thrown, such as the status of an answer. */
export const numberIn = (thrown: unknown, ...path: readonly string[]): number | null => {
  let at: unknown = thrown
  for (const key of path)
    at = at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined
  return typeof at === 'number' ? at : null
}
const codeOf = (thrown: unknown): unknown =>
  thrown !== null && typeof thrown === 'object' && 'code' in thrown ? thrown.code : undefined

/** The address does not let us in, and what would help is a person. */
export function wantsSignIn(thrown: unknown): boolean {
  if (thrown instanceof SignInWanted) return true
  if (
    thrown instanceof Error &&
    (thrown.name === 'UnauthorizedError' || thrown.name === 'InsufficientScopeError')
  )
    return true
  if (
    thrown instanceof Error &&
    thrown.cause !== undefined &&
    thrown.cause !== thrown &&
    wantsSignIn(thrown.cause)
  )
    return true
  return (
    numberIn(thrown, 'data', 'status') === 401 || codeOf(thrown) === 'CLIENT_HTTP_AUTHENTICATION'
  )
}

/** Why a person is wanted, where it is not just that nobody has signed in yet. */
export function signInReason(thrown: unknown): string | null {
  for (
    let at: unknown = thrown, hops = 0;
    at instanceof Error && hops < 5;
    at = at.cause, hops += 1
  )
    if (at instanceof SignInWanted) return at.message
  return null
}

/** The server has forgotten the session. What was asked in it was not done. */
export const sessionIsGone = (thrown: unknown): boolean =>
  numberIn(thrown, 'data', 'status') === 404

/** The library's own patience came to its end. */
export const isLate = (thrown: unknown): boolean => codeOf(thrown) === 'REQUEST_TIMEOUT'

/**
 * The server was there and answered with something that cannot be taken; it did not just go away.
 */
export function isItsAnswer(thrown: unknown): boolean {
  const code = codeOf(thrown)
  if (typeof code === 'number') return code !== CLOSED && code !== CUT_OFF
  return (
    code === 'INVALID_RESULT' || (thrown instanceof Error && thrown.message.startsWith(VERSION))
  )
}

/** The library's own number for a connection that ended, among those of servers. */
const CLOSED = -32_000
/** Our own number, for an answer that was cut off before it was whole. */
export const CUT_OFF = -32_099
/** The protocol's own number for a call that needs what its client did not declare. */
const MISSING_CAPABILITY = -32_021
function capabilityIn(thrown: unknown): AskKind | null {
  const data =
    thrown !== null && typeof thrown === 'object' && 'data' in thrown ? thrown.data : null
  const required =
    data !== null && typeof data === 'object' && 'requiredCapabilities' in data
      ? data.requiredCapabilities
      : null
  return required !== null && typeof required === 'object'
    ? (AskKind.options.find((kind) => kind in required) ?? null)
    : null
}
const VERSION = "Server's protocol version is not supported"

/** `Failure`s of the egress module travel as the cause of what its fetch throws. */
export function causeOf(thrown: unknown): Failure | null {
  for (
    let at: unknown = thrown, hops = 0;
    at instanceof Error && hops < 5;
    at = at.cause, hops += 1
  ) {
    const { cause } = at
    if (
      cause !== null &&
      typeof cause === 'object' &&
      'text' in cause &&
      'code' in cause &&
      !(cause instanceof Error)
    ) {
      const { code, text, hint } = cause as Failure
      return failure(code, text, hint)
    }
  }
  return null
}

/** A start that failed so does not get better by itself. */
export const needsPerson = ({ code }: Failure): boolean =>
  /^(server\.(command|folder|secret|url|sockets|program-changed|program-managed)|package\.|sandbox\.|program\.|command\.)/.test(
    code,
  )

/** `gone`: why its session ended meanwhile, null while it lasts. */
export function callFailure(
  name: string,
  thrown: unknown,
  gone: string | null,
  aborted: boolean,
): Failure {
  if (aborted) return failure('server.cancelled', `The call to ${name} was stopped.`)
  if (gone !== null)
    return failure(
      'server.ended',
      `The server ${name} ${gone}, so there is no answer.`,
      `Whether the call took effect is not known. Check the log of ${name}.`,
    )
  if (wantsSignIn(thrown))
    return failure(
      'server.sign-in',
      `The server ${name} denied access.`,
      'See under Servers what it wants.',
    )
  const cause = causeOf(thrown)
  if (cause !== null)
    return failure(
      'server.unreachable',
      `The server ${name} could not be reached. ${cause.text}`,
      cause.hint,
    )
  const code = codeOf(thrown)
  const text = plainText(thrown instanceof Error ? thrown.message : String(thrown), 1_000)
  if (isLate(thrown))
    return failure(
      'server.timeout',
      `The server ${name} did not answer in time.`,
      'Raise timeoutSeconds of this server, or ask for less.',
    )
  if (text.startsWith(VERSION))
    return failure(
      'server.version',
      `The server ${name} speaks a version of the protocol that is not known here. ${text}.`,
      'Use another version of the server.',
    )
  if (code === CUT_OFF)
    return failure(
      'server.ended',
      `The connection to ${name} was cut off before its answer was there.`,
      `Whether the call took effect is not known. Check ${name} itself.`,
    )
  if (code === MISSING_CAPABILITY) {
    const wanted = capabilityIn(thrown)
    return failure(
      wanted === null ? 'server.error' : `server.needs-${wanted}`,
      `The server ${name} does this only for clients that can answer what it asks${wanted === null ? '' : ` (${wanted})`}.`,
    )
  }
  if (typeof code === 'number')
    return failure('server.error', `The server ${name} refused: ${text} (${code})`)
  if (code === 'INVALID_RESULT' || code === 'UNSUPPORTED_RESULT_TYPE')
    return failure(
      'server.result',
      `The answer of ${name} is not what the protocol allows.`,
      'The server is at fault; nothing of the answer is used.',
    )
  const overHttp = httpFailure(name, thrown)
  if (overHttp !== null) return overHttp
  return failure(
    'server.failed',
    `The call to ${name} failed, and it is not known why.`,
    `The log of ${name} may say more.`,
  )
}
