// What the calls of one client take from the gateway.
import type { CallResult, CallState } from '../../../../contract/call/call.ts'
import type { CallId, SessionId } from '../../../../contract/ids.ts'
import type { CallListener } from '../../../../contract/call/powers/server-power.ts'
import type { ByteBudget } from '../byte-budget.ts'
import type { DecisionTurns } from './decision-turns.ts'
import type { PendingCalls } from '../held-calls.ts'
import type { Context } from '../provider.ts'
import type { Reply } from '../protocol/reply.ts'

export type ClientCallsDeps = {
  readonly client: string
  readonly pending: PendingCalls
  readonly now: () => number
  readonly newCallId: () => CallId
  /** One call over the pipeline. `signal` withdraws it. */
  readonly dispatch: (call: {
    readonly id: CallId
    readonly tool: string
    readonly args: unknown
    readonly session: SessionId
    readonly signal: AbortSignal
  }) => Promise<CallResult>
  /** What was asked in one session is told in another. */
  readonly joined: (one: SessionId, other: SessionId) => void
  /**
   * How long this client waits for the answer to a call, in seconds, where its configuration says
   * so.
   */
  readonly waits: () => number | null
  /** Hash of tool and canonical arguments; null where they do not fit the tool. */
  readonly keyOf: (tool: string, args: unknown) => string | null
  /** What an earlier process ran may not be known yet; null when it is. */
  readonly ready: () => Promise<void> | null
  /** The result of a tool, as the protocol has it. */
  readonly shownAs: (tool: string) => (result: CallResult) => Reply
  /** The states of this call from now on; the function returned stops it. */
  readonly watch: (id: CallId, changed: (state: CallState) => void) => () => void
  /** What is told about this call, from now on; the function returned stops it. */
  readonly listen: (id: CallId, listener: CallListener) => () => void
  /**
   * Puts a held question to the client's own prompt, where its person allowed that. Null: it is not
   * for that.
   */
  readonly askThere: (
    id: CallId,
    state: CallState & { kind: 'held' },
    context: Context,
  ) => Reply | null
  /** What a call of this tool is expected to weigh in memory. */
  readonly weight: (tool: string) => number
  /** Of all clients together. */
  readonly bytes: ByteBudget
  /** Of all clients together. */
  readonly turns: DecisionTurns
  /** What a call of this tool gave. */
  readonly saw: (tool: string, result: CallResult) => void
  /** What the client's prompt gave, for a held call. */
  readonly answeredThere: (callId: CallId, context: Context) => Promise<void>
}

/** A request, and the session it belongs to. */
export type OfSession = Context & { readonly session: SessionId }
