// Runs a held command again in a new copy, because a person wants to see what it does on the files as
// they are now. Its old changes are thrown away, and a new approval replaces the old one.
import type { Approval } from '../../contract/approval/approval.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import type { AnsweredOn } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ApprovalQueue, ApprovalQueueDeps } from './approval-queue-deps.ts'
import type { Endings } from './endings.ts'
import { already, untaken } from './answer-failures.ts'
import { replaceApproval } from './replace-approval.ts'

export type RunningAgain = {
  readonly start: ApprovalQueue['runAgain']
  /** It runs in a new copy at this moment, so its old changes are not to be written. */
  readonly has: (id: ApprovalId) => boolean
}

export function runningAgain(deps: ApprovalQueueDeps, endings: Endings): RunningAgain {
  const underWay = new Map<ApprovalId, Promise<Result<Approval, Failure>>>()

  async function run(id: ApprovalId, surface: AnsweredOn): Promise<Result<Approval, Failure>> {
    const found = await deps.attempt(() => deps.table.get(id))
    if (!found.ok) return err(untaken(found.error))
    const approval = found.value
    if (approval === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
    const due = endings.due(id)
    if (due === 'cancelled' || due === 'denied') return err(already({ ...approval, state: due }))
    if (approval.state !== 'pending' || deps.now() >= approval.expiresAt)
      return err(already(approval))
    if (approval.staged === null) return err(notStaged)
    const fresh = await deps.restaged(approval)
    if (!fresh.ok) return fresh
    const put = await replaceApproval(id, fresh.value, deps, endings, surface)
    if (!put.ok) return err(untaken(put.error))
    if (put.value) return ok(fresh.value.approval)
    const now = await deps.attempt(() => deps.table.get(id))
    return err(already((now.ok ? now.value : null) ?? approval))
  }

  return {
    // Pressed twice, it runs once.
    start(id, surface) {
      const running = underWay.get(id)
      if (running !== undefined) return running
      const result = run(id, surface).finally(() => underWay.delete(id))
      underWay.set(id, result)
      return result
    },
    has: (id) => underWay.has(id),
  }
}

const notStaged = failure(
  'approval.not-staged',
  'This call has not run in a copy, so there is nothing to run again.',
)
