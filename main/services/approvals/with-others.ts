// One queue of what waits for the person here: calls of this machine, and what other machines ask
// for the second approval.
import type { Approval, ApprovalState } from '../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { ApprovalsServiceDeps } from './approvals-service.ts'

export type OthersRequests = {
  /** Newest first. */
  incoming(): readonly Approval[]
  get(id: ApprovalId): Approval | null
  readonly answer: ApprovalsServiceDeps['answer']
}

export function withOthers(
  own: Pick<ApprovalsServiceDeps, 'table' | 'answer'>,
  others: OthersRequests,
): Pick<ApprovalsServiceDeps, 'table' | 'answer'> {
  const isOthers = (id: ApprovalId): boolean =>
    others.get(id) !== null && own.table.get(id) === null
  return {
    table: {
      list(states: readonly ApprovalState[], before, limit) {
        const page = own.table.list(states, before, limit)
        const until = before ?? Number.POSITIVE_INFINITY
        // What is older than a full page comes with the next one.
        const from = page.length < limit ? 0 : (page.at(-1)?.createdAt ?? 0)
        const more = others
          .incoming()
          .filter(
            ({ state, createdAt }) =>
              states.includes(state) && createdAt < until && createdAt >= from,
          )
        return more.length === 0
          ? page
          : [...page, ...more].toSorted((a, b) => b.createdAt - a.createdAt)
      },
      get: (id) => own.table.get(id) ?? others.get(id),
    },
    answer: (id, reply, surface) =>
      isOthers(id) ? others.answer(id, reply, surface) : own.answer(id, reply, surface),
  }
}
