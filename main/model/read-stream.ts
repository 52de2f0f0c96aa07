// The SDK's stream parts as our events. Says an end only where the server said one, and lets no
// call out before it: the SDK also hands over calls that were cut in the middle of their arguments.
import { isTooDeep } from '../../contract/call/depth.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ModelEvent } from '../../contract/agent/model.ts'
import { type Asked, cutOff, endless, garbage, readFault } from './model-failure.ts'
import type { SdkStream } from './provider.ts'

type Call = Extract<ModelEvent, { kind: 'call' }>
export type StreamEvent =
  | Exclude<ModelEvent, { kind: 'failed' }>
  | { readonly kind: 'failed'; readonly error: Failure; readonly retryMs: number | null }

/**
 * Characters of one answer, its text and the arguments of its calls together. Far more than any
 * model writes.
 */
const MAX_ANSWER = 8_000_000

/**
 * Ends with exactly one `end` or `failed`. `received` is called for every sign of life. Does not
 * throw.
 */
export async function* readStream(
  stream: SdkStream,
  signal: AbortSignal,
  received: () => void,
  asked: Asked,
): AsyncGenerator<StreamEvent> {
  const calls: Call[] = []
  const reader = stream.getReader()
  /** The server has begun something that can only be a model's answer. */
  let started = false
  let length = 0
  const fail = (thrown: unknown): StreamEvent => {
    if (isUnreadable(thrown)) return { kind: 'failed', error: garbage(asked), retryMs: null }
    if (started && !namesItself(thrown))
      return { kind: 'failed', error: cutOff(asked), retryMs: null }
    const { error, retryMs } = readFault(thrown, asked)
    return { kind: 'failed', error, retryMs }
  }
  try {
    for (;;) {
      let next: Awaited<ReturnType<typeof reader.read>>
      try {
        next = await orAbort(reader.read(), signal)
      } catch (thrown) {
        yield started ? { kind: 'failed', error: cutOff(asked), retryMs: null } : fail(thrown)
        return
      }
      received()
      if (next.done) {
        yield { kind: 'failed', error: started ? cutOff(asked) : garbage(asked), retryMs: null }
        return
      }
      const part = next.value
      if (part.type === 'error') {
        yield fail(part.error)
        return
      }
      if (part.type === 'finish') {
        const { unified } = part.finishReason
        if (part.finishReason.raw === undefined || unified === 'error') {
          yield { kind: 'failed', error: started ? cutOff(asked) : garbage(asked), retryMs: null }
          return
        }
        yield* calls
        const reason = unified === 'length' ? 'length' : calls.length > 0 ? 'calls' : 'said'
        yield {
          kind: 'end',
          reason,
          tokensIn: part.usage.inputTokens.total ?? 0,
          tokensOut: part.usage.outputTokens.total ?? 0,
          ...cachedOf(part.usage.inputTokens.cacheRead),
        }
        return
      }
      started ||= part.type !== 'stream-start' && part.type !== 'raw'
      if ('delta' in part) length += part.delta.length
      if (length > MAX_ANSWER) {
        yield { kind: 'failed', error: endless(asked), retryMs: null }
        return
      }
      if (part.type === 'text-delta' && part.delta !== '') yield { kind: 'text', delta: part.delta }
      // A call that the provider executes itself is none of ours, and we never ask for such tools.
      if (part.type === 'tool-call' && part.providerExecuted !== true) {
        calls.push({
          kind: 'call',
          id: part.toolCallId,
          name: part.toolName,
          args: readArgs(part.input),
        })
      }
    }
  } finally {
    // Tells the server to stop, too. Whether it does is not our concern any more.
    reader.cancel().catch(() => undefined)
  }
}

const cachedOf = (tokens: number | undefined) =>
  tokens === undefined || tokens === 0 ? {} : { tokensCached: tokens }

/**
 * What the model wrote, as JSON; text that is not JSON, or is nested too deep, as that text;
 * nothing at all as no arguments.
 */
function readArgs(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(input)
    return isTooDeep(read) ? input : read
  } catch {
    return input
  }
}

/** A piece of the stream that is no JSON, or none of the documented shape. */
const isUnreadable = (thrown: unknown): boolean =>
  thrown instanceof Error && /JSONParseError|TypeValidationError/.test(thrown.name)

/**
 * Errors that a server sends inside its stream with a reason of its own, such as being overloaded.
 */
const namesItself = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  (('statusCode' in thrown && typeof thrown.statusCode === 'number') || 'type' in thrown)

/** A server that hangs must not hold up the stop button, whatever becomes of the read. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
