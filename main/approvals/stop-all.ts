// Denies every held call, a few at a time: a row of each is flushed to the disk, and thousands at once
// would freeze the program. Nobody can approve one of them meanwhile.
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import { ok, type Result } from '../../contract/result.ts'

export type StopAllDeps = {
  /** Its end is decided, and written in so many milliseconds unless it was before. */
  readonly decided: (id: ApprovalId, withinMs: number) => void
  /** Ends it now or, where that cannot be written, soon. False when it had ended. */
  readonly deny: (id: ApprovalId) => Promise<Result<boolean, Failure>>
}

const AT_ONCE = 16
/** Longer than all of them take. */
const LATER_MS = 600_000

/**
 * Gives how many there were. A failure when one could not be written: the rest is tried again as
 * well.
 */
export async function stopAll(
  ids: readonly ApprovalId[],
  { decided, deny }: StopAllDeps,
): Promise<Result<number, Failure>> {
  for (const id of ids) decided(id, LATER_MS)
  let count = 0
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const ended = await Promise.all(ids.slice(at, at + AT_ONCE).map(deny))
    const failed = ended.find((one) => !one.ok)
    if (failed !== undefined && !failed.ok) {
      // A database that is locked would let each of the others wait as long.
      for (const id of ids.slice(at + AT_ONCE)) decided(id, 0)
      return failed
    }
    count += ended.filter((one) => one.ok && one.value).length
  }
  return ok(count)
}
