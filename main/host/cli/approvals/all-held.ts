// Every call that waits, however many there are.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Session } from '../session/session.ts'

/** As many as one question is answered with. A page is longer by what has its last moment. */
const PAGE = 200

/** Newest first, page by page. */
export async function allHeld(
  session: Pick<Session, 'call'>,
): Promise<Result<readonly Approval[], Failure>> {
  const all: Approval[] = []
  for (let before: number | undefined; ;) {
    const page = await session.call('approvals.list', {
      states: ['pending'],
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    })
    if (!page.ok) return page
    all.push(...page.value)
    const oldest = page.value.at(-1)
    if (page.value.length < PAGE || oldest === undefined) return ok(all)
    before = oldest.createdAt
  }
}
