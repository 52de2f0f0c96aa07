// All approvals of some states, however many there are: a page at a time, with a turn for others
// between two.
import { setImmediate } from 'node:timers/promises'
import type { Approval, ApprovalState } from '../../contract/approval/approval.ts'

const PAGE = 200

export type ListApprovals = {
  /**
   * Newest first, created before `before` (epoch ms); a page is longer than `limit` by what has its
   * last moment.
   */
  list(
    states: readonly ApprovalState[],
    before: number | undefined,
    limit: number,
  ): readonly Approval[]
}

/** Newest first. Throws what the table throws. */
export async function* pagesOf(
  table: ListApprovals,
  states: readonly ApprovalState[],
): AsyncGenerator<Approval, void, undefined> {
  let before: number | undefined
  for (;;) {
    const page = table.list(states, before, PAGE)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    before = last.createdAt
    await setImmediate()
  }
}
