// The frame around every command that is about one held call.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { failure } from '../../../../contract/failure.ts'
import { ApprovalId } from '../../../../contract/ids.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

export async function withApproval(
  call: Call,
  work: (session: Session, approval: Approval) => Promise<number>,
  frame = withSession,
): Promise<number> {
  const { context, json } = call
  const id = ApprovalId.safeParse(call.operands[0])
  if (!id.success) {
    return complain(
      context,
      failure(
        'usage',
        `"${call.operands[0]}" is not the id of an approval.`,
        'Ids begin with apr_. To find them: gatehouse approvals list',
      ),
      json,
    )
  }
  return frame(call, async (session) => {
    const found = await session.call('approvals.get', { id: id.data })
    if (!found.ok) return complain(context, found.error, json)
    const { state, staged } = found.value
    if (state !== 'pending' || staged === null) return work(session, found.value)
    // Its files may have changed since it ran.
    const fresh = await session.call('approvals.rehearse', { id: id.data, opened: true })
    return work(session, fresh.ok ? fresh.value : found.value)
  })
}
