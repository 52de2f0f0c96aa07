// The newest calls that a person answered.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'

/** Answered approvals that are looked at, at most. */
const LOOKED = 500
const PAGE = 100

/** Oldest first. Gives way to other work between pages. */
export async function answeredSince(
  table: Pick<ApprovalsTable, 'list'>,
  since: number,
): Promise<readonly Approval[]> {
  const found: Approval[] = []
  for (let before: number | undefined; found.length < LOOKED;) {
    const page = table.list(['approved', 'consumed', 'denied'], before, PAGE)
    found.push(
      ...page.filter(({ createdAt, answeredOn }) => createdAt >= since && answeredOn !== null),
    )
    const last = page.at(-1)
    if (last === undefined || last.createdAt < since) break
    before = last.createdAt
    await otherWork()
  }
  return found.slice(0, LOOKED).toReversed()
}

const otherWork = (): Promise<void> => new Promise((next) => setImmediate(next))
