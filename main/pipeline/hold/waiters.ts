// Those who wait for the answer to a held call, in this process. The approval's row is the truth;
// this only wakes them. Nobody outside the pipeline has it.
import type { CallResult } from '../../../contract/call/call.ts'
import type { ApprovalId, CallId, RunId } from '../../../contract/ids.ts'
import type { Gone, HeldQueue, PipelineDeps } from '../pipeline-deps.ts'

export type Waiter = {
  readonly callId: CallId
  /** Aborted when the asker does not want the call any more. */
  readonly signal: AbortSignal
  readonly wake: (result: CallResult) => void
}

export type Waiters = {
  /** `id`: the approval it waits for now. */
  add(id: ApprovalId, waiter: Waiter): { readonly id: ApprovalId }
  /** In the order in which they came. */
  of(id: ApprovalId): readonly Waiter[]
  /** What a call waits for now; null: nothing. */
  heldBy(callId: CallId): ApprovalId | null
  /** They wait for the approval that took the place of this one. */
  move(from: ApprovalId, to: ApprovalId): void
  /** Gives them, and forgets them. */
  take(id: ApprovalId): readonly Waiter[]
}

export function openWaiters(): Waiters {
  type Entry = { readonly waiter: Waiter; id: ApprovalId }
  const waiting = new Map<ApprovalId, Entry[]>()
  const of = (id: ApprovalId): readonly Waiter[] =>
    (waiting.get(id) ?? []).map(({ waiter }) => waiter)
  return {
    add(id, waiter) {
      const entry: Entry = { waiter, id }
      const others = waiting.get(id)
      if (others === undefined) waiting.set(id, [entry])
      else others.push(entry)
      return entry
    },
    of,
    heldBy(callId) {
      for (const [id, entries] of waiting)
        if (entries.some(({ waiter }) => waiter.callId === callId)) return id
      return null
    },
    move(from, to) {
      const moved = waiting.get(from)
      if (moved === undefined) return
      waiting.delete(from)
      for (const entry of moved) entry.id = to
      waiting.set(to, [...(waiting.get(to) ?? []), ...moved])
    },
    take(id) {
      const taken = of(id)
      waiting.delete(id)
      return taken
    },
  }
}

/** `signal`: aborted when the asker does not want it any more. `ending`: at the end of the program. */
export type Signals = { readonly signal: AbortSignal; readonly ending: AbortSignal }

/**
 * Woken with the result; withdraws the approval when its signal is aborted first. What is made here
 * lives for as long as the call is held, so it is made where the call's arguments are not at hand.
 */
export function waitFor(
  id: ApprovalId,
  { callId, runId, wake }: Held,
  { signal, ending }: Signals,
  { deps, queue, waiters }: WaitDeps,
): void {
  const gone = (): Gone => {
    if (deps.frozen()) return 'emergency-stop'
    return ending.aborted ? 'program-end' : runId === null ? 'client-gone' : 'run-ended'
  }
  const cancel = (): void => {
    // The approval may have been replaced since.
    queue.cancel(waiting.id, gone()).catch(deps.broken)
  }
  const waiting = waiters.add(id, {
    callId,
    signal,
    wake(result) {
      signal.removeEventListener('abort', cancel)
      wake(result)
    },
  })
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
}

type WaitDeps = {
  readonly deps: Pick<PipelineDeps, 'frozen' | 'broken'>
  readonly queue: Pick<HeldQueue, 'cancel'>
  readonly waiters: Waiters
}

type Held = {
  readonly callId: CallId
  readonly runId: RunId | null
  readonly wake: (result: CallResult) => void
}
