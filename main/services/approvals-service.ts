// The topic `approvals`: what waits for a person, what an answer would bring, and the answer. What
// goes out has no secrets in it; inside main the same facts stay exact.
import type { Approval, ApprovalState, Reply } from '../../contract/approval/approval.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import type { LastingPreview } from '../../contract/policy/policy.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'

export type ApprovalsServiceDeps = {
  readonly table: {
    list(
      states: readonly ApprovalState[],
      before: number | undefined,
      limit: number,
    ): readonly Approval[]
    get(id: ApprovalId): Approval | null
  }
  readonly answer: (
    id: ApprovalId,
    reply: Reply,
    surface: Surface,
  ) => Promise<Result<Approval, Failure>>
  readonly rehearse: (
    id: ApprovalId,
    surface: Surface,
    opened?: boolean,
  ) => Promise<Result<Approval, Failure>>
  /** What an answer that lasts would have done over the journal. */
  readonly preview: (approval: Approval, reply: Reply) => Promise<Result<LastingPreview, Failure>>
  /** As a screen shows it: every secret replaced. */
  readonly shown: (approval: Approval) => Approval
}

export function approvalsService({
  table,
  answer,
  rehearse,
  preview,
  shown,
}: ApprovalsServiceDeps): TopicHandlers<'approvals'> {
  const known = (id: ApprovalId): Result<Approval, Failure> => {
    const found = table.get(id)
    return found === null
      ? err(failure('approval.unknown', `There is no approval ${id}.`))
      : ok(shown(found))
  }
  const shownIn = (given: Result<Approval, Failure>): Result<Approval, Failure> =>
    given.ok ? ok(shown(given.value)) : given

  return {
    'approvals.list': async ({ states, before, limit }) =>
      ok(table.list(states, before, limit).map(shown)),
    'approvals.get': async ({ id }) => known(id),
    async 'approvals.preview'({ id, ...reply }) {
      const found = known(id)
      return found.ok ? preview(found.value, reply) : found
    },
    'approvals.rehearse': async ({ id, opened }, { surface }) =>
      shownIn(await rehearse(id, surface, opened)),
    'approvals.answer': async ({ id, ...reply }, { surface }) =>
      shownIn(await answer(id, reply, surface)),
  }
}
