// A run that is being worked on in this process: how it is stopped, left, and how a waiting step
// hears of a call's end.
import type { CallId, RunId } from '../../contract/ids.ts'
import type { Channel } from '../../contract/call/principal.ts'
import { openWorkClock, type WorkClock } from './limits/work-clock.ts'

export type LiveRun = {
  readonly id: RunId
  readonly channel: Channel
  /** The stop button: everything ends, questions to the person too. */
  readonly stop: AbortController
  /** Gatehouse is closing: the model and running calls end; held calls stay questions. */
  readonly leave: AbortController
  /** Aborted by either: what a model step listens to. */
  readonly gone: AbortSignal
  readonly held: Set<CallId>
  /** Calls that end where they would be held. */
  readonly unheld: Set<CallId>
  readonly clock: WorkClock
  /** Called once when the call of that id has ended. */
  readonly ends: Map<CallId, () => void>
  /** Ends the call of that id; the run goes on. */
  readonly cancels: Map<CallId, () => void>
  /** Why it is stopped, where it was not a person. */
  why: string | null
  /** What broke while a call's state was written, for the loop to fail with. */
  fault: { readonly thrown: unknown } | null
}

export function liveRun(id: RunId, channel: Channel, now: () => number): LiveRun {
  const stop = new AbortController()
  const leave = new AbortController()
  return {
    id,
    channel,
    stop,
    leave,
    gone: AbortSignal.any([stop.signal, leave.signal]),

    held: new Set<CallId>(),
    unheld: new Set<CallId>(),
    clock: openWorkClock(now),
    ends: new Map<CallId, () => void>(),
    cancels: new Map<CallId, () => void>(),
    fault: null,
    why: null,
  }
}

/**
 * Resolves when the call has ended; after a stop at the latest `graceMs` later; when Gatehouse
 * closes, at once for a held call. `cancel` is called when the call should end now.
 */
export function untilEnded(
  live: LiveRun,
  callId: CallId,
  cancel: () => void,
  graceMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | null = null
    const done = (): void => {
      if (timer !== null) clearTimeout(timer)
      live.gone.removeEventListener('abort', leaveOrCancel)
      live.ends.delete(callId)
      resolve()
    }
    const leaveOrCancel = (): void => {
      if (!live.stop.signal.aborted && live.held.has(callId)) return done()
      timer ??= setTimeout(done, graceMs)
      cancel()
    }
    live.ends.set(callId, done)
    if (live.gone.aborted) leaveOrCancel()
    else live.gone.addEventListener('abort', leaveOrCancel)
  })
}
