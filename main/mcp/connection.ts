// What is between us and one external server, whatever it speaks. How it is trusted, pinned and
// named is not its matter.
import type { Failure } from '../../contract/failure.ts'
import type { JsonObject } from '../../contract/json.ts'
import type {
  CallListener,
  ServerAnswer,
  ServerCompletion,
} from '../../contract/call/powers/server-power.ts'
import type { Result } from '../../contract/result.ts'
import type { ObservedAccess } from '../../contract/server/server-access.ts'
import type { Miss } from './client/faults/reported-misses.ts'
import type { Offer, ServerState } from '../../contract/server/server.ts'

export type CallOptions = {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Asked right before it is sent, and again each time it is sent: why it may not be, or null. */
  still?(): Failure | null
  /** What is used, as a person reads it. */
  readonly tool?: string
  /** What the server says while it works on it. */
  readonly listener?: CallListener
}

export type Connection = {
  state(): ServerState
  /**
   * Whole and checked for size; null before the first discovery has ended. A new object whenever
   * anything in it changed.
   */
  offer(): Offer | null
  /**
   * It has said that its lists changed, and they are not read again yet: no call goes out until
   * then.
   */
  settled(): boolean
  /**
   * What its program is now, as in `Offer.launch`, where it was not started because a person has not
   * looked at that; else null.
   */
  heldLaunch(): readonly string[] | null
  /**
   * Starts it when it is not running. Failures: `server.*`; a tool's own failure is an answer with
   * `failed`.
   */
  call(tool: string, args: JsonObject, options: CallOptions): Promise<Result<ServerAnswer, Failure>>
  readResource(uri: string, options: CallOptions): Promise<Result<ServerAnswer, Failure>>
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<Result<ServerAnswer, Failure>>
  complete(
    wanted: Omit<ServerCompletion, 'server' | 'timeoutMs'>,
    options: CallOptions,
  ): Promise<Result<ServerAnswer, Failure>>
  /** From now on it tells of these resources, and of no others, when they are other than before. */
  subscribe(uris: readonly string[]): void
  /** What it was seen to do since this connection was begun. */
  observed(): ObservedAccess
  /**
   * Whether what its program does can be seen from outside; null where that was not tried yet, or
   * there is none.
   */
  visible(): boolean | null
  /** What it said that it could not read, write or reach. Left out: nobody listens. */
  misses?(): readonly Miss[]
  /** The newest lines it wrote to its standard error, cleaned. */
  log(): readonly string[]
  /**
   * By a person: after it was stopped, sooner than it would be tried again, or to sign in, which
   * opens the browser.
   */
  start(): void
  /** Ends it and starts nothing again. Settles when nothing of it is left. */
  dispose(): Promise<void>
}
