// Rehearses a held call because its card is open. Only the card that was opened last counts.
import type { ApprovalId } from '../../contract/ids.ts'
import type { RehearsalsUnderWay } from './under-way.ts'

type Rehearsed = ReturnType<RehearsalsUnderWay['start']>

/**
 * Starts the one of the card that was opened: what was begun for another card that was opened before
 * ends. `work` asks `isStillOpen` when it is its turn.
 */
export function rehearseOpenedCard(underWay: RehearsalsUnderWay) {
  let openedLast: ApprovalId | null = null
  const unasked = new Set<ApprovalId>()
  return (
    id: ApprovalId,
    work: (isStillOpen: () => boolean, signal: AbortSignal) => Rehearsed,
  ): Rehearsed => {
    openedLast = id
    for (const other of unasked) if (other !== id) underWay.stop(other)
    const isUnderWay = underWay.has(id)
    const rehearsed = underWay.start(id, (signal) =>
      work(() => openedLast === id && !signal.aborted, signal),
    )
    if (isUnderWay) return rehearsed
    unasked.add(id)
    return rehearsed.finally(() => unasked.delete(id))
  }
}
