// When a held call ends without an answer: at its time, or sooner where it has to be withdrawn. An end
// that cannot be written (a full or locked disk) is tried again until it can. Knows no table.
import type { ApprovalId } from '../../contract/ids.ts'

/** What it ends as by itself. */
export type DueEnd = 'expired' | 'cancelled' | 'denied'

export type Deadlines = {
  /**
   * Milliseconds from now; in place of an earlier one. `at`: the time of day at which it is over as
   * well, which goes on while the machine sleeps.
   */
  set(id: ApprovalId, afterMs: number, end: DueEnd, at?: number): void
  clear(id: ApprovalId): void
  /** What it will end as; null for one that is not open. */
  of(id: ApprovalId): DueEnd | null
  /** How many questions are open. */
  count(): number
  dispose(): void
}

/** Between two tries to write an end. */
const AGAIN_MS = 1_000
/** The longest that a question stays open after a wake beyond its time. */
const CHECK_MS = 15_000

/** `end`: false when it could not be written. `report`: it broke, and is tried again as well. */
export function openDeadlines(
  end: (id: ApprovalId, as: DueEnd) => Promise<boolean>,
  report: (fault: unknown) => void,
  now: () => number,
): Deadlines {
  const open = new Map<ApprovalId, { readonly timer: NodeJS.Timeout; readonly end: DueEnd }>()
  let disposed = false

  const clear = (id: ApprovalId): void => {
    clearTimeout(open.get(id)?.timer)
    open.delete(id)
  }
  // Node's timers follow the monotonic clock: a clock set back cannot give a question more time
  // than it was born with. They pause while the machine sleeps, so they are short, and after
  // each the time of day is looked at.
  const set: Deadlines['set'] = (id, afterMs, as, at = Number.POSITIVE_INFINITY) => {
    clear(id)
    if (disposed) return
    const slice = Math.min(Math.max(afterMs, 0), CHECK_MS)
    const passed = (): void => {
      if (afterMs <= slice || now() >= at) due(id, as)
      else set(id, afterMs - slice, as, at)
    }
    open.set(id, { timer: setTimeout(passed, slice), end: as })
  }
  const due = (id: ApprovalId, as: DueEnd): void => {
    const broken = (fault: unknown): boolean => {
      report(fault)
      return false
    }
    end(id, as)
      .catch(broken)
      .then((written) => {
        if (!written && open.get(id)?.end === as) set(id, AGAIN_MS, as)
      }, report)
  }

  return {
    set,
    clear,
    of: (id) => open.get(id)?.end ?? null,
    count: () => open.size,
    dispose() {
      disposed = true
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}
