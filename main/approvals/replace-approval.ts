// An approval takes the place of another one for the same call: both rows change in one transaction,
// and those who waited for the old one wait for the new one.
import type { Replacement } from '../../contract/approval/replacement.ts'
import type { Failure } from '../../contract/failure.ts'
import type { AnsweredOn } from '../../contract/call/principal.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { ApprovalQueueDeps } from './approval-queue-deps.ts'
import type { Endings } from './endings.ts'

/**
 * False when the old one had ended meanwhile. A failure leaves it pending.
 * @param surface where a person asked for that; null: nobody did.
 */
export async function replaceApproval(
  id: ApprovalId,
  { approval, request, moved }: Replacement,
  deps: ApprovalQueueDeps,
  endings: Endings,
  surface: AnsweredOn | null = null,
): Promise<Result<boolean, Failure>> {
  const { table, attempt, now, record } = deps
  const patch = {
    answeredAt: now(),
    answeredOn: null,
    answer: 'deny-once',
    word: null,
    route: 'replaced',
  } as const
  const put = await attempt(() => {
    const before = table.get(id)
    return table.replace(id, patch, approval, request) ? before : false
  })
  if (!put.ok) return put
  if (put.value === false) return ok(false)
  endings.forget(id)
  endings.arm(approval)
  moved()
  deps.opened(approval)
  if (put.value !== null) deps.closed({ ...put.value, ...patch, state: 'cancelled' })
  const { callId, tool } = approval
  await record.answered({ id, callId, tool }, { answer: 'deny-once', route: 'replaced', surface })
  const written = await record.asked(approval, id)
  if (!written.ok) await endings.surely(approval.id, 'cancelled', 'unrecorded')
  return ok(true)
}
