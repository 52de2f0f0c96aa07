import type { Approval, ApprovalState, Reply } from '../../../contract/approval/approval.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { LastingPreview } from '../../../contract/policy/policy.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type ApprovalsService = {
  list(
    states: readonly ApprovalState[],
    before: number | undefined,
    limit: number,
  ): readonly Approval[]
  get(id: ApprovalId): Approval | null
  answer(id: ApprovalId, reply: Reply, surface: Surface): Promise<Result<Approval, Failure>>
  rehearse(id: ApprovalId, surface: Surface, opened?: boolean): Promise<Result<Approval, Failure>>
  /** What an answer that lasts would have done over the journal. */
  preview(approval: Approval, reply: Reply): Promise<Result<LastingPreview, Failure>>
}

type Topic =
  | 'approvals.list'
  | 'approvals.get'
  | 'approvals.answer'
  | 'approvals.rehearse'
  | 'approvals.preview'

export const approvalHandlers = (approvals: ApprovalsService): Pick<Handlers, Topic> => ({
  'approvals.list': async ({ states, before, limit }) =>
    ok([...approvals.list(states, before, limit)]),
  'approvals.get': async ({ id }) => {
    const found = approvals.get(id)
    return found === null
      ? err(failure('approval.unknown', `There is no approval ${id}.`))
      : ok(found)
  },
  'approvals.preview': async ({ id, ...reply }) => {
    const found = approvals.get(id)
    return found === null
      ? err(failure('approval.unknown', `There is no approval ${id}.`))
      : approvals.preview(found, reply)
  },
  'approvals.rehearse': ({ id, opened }, { surface }) => approvals.rehearse(id, surface, opened),
  'approvals.answer': ({ id, ...reply }, { surface }) => approvals.answer(id, reply, surface),
})
