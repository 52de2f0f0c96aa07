// Those who wait for the answer to a held call, in this process. The approval's row is the truth;
// this only wakes them. Nobody outside the pipeline has it.
import type { CallResult } from '../../contract/call/call.ts'
import type { ApprovalId, CallId } from '../../contract/ids.ts'

export type Waiter = {
  readonly callId: CallId
  /** Aborted when the asker does not want the call any more. */
  readonly signal: AbortSignal
  readonly wake: (result: CallResult) => void
}

export type Waiters = {
  /** `approvalId`: the approval it waits for now. */
  add(id: ApprovalId, waiter: Waiter): { approvalId(): ApprovalId }
  /** In the order in which they came. */
  of(id: ApprovalId): readonly Waiter[]
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
      return { approvalId: () => entry.id }
    },
    of,
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
