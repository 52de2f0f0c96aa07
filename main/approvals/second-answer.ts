// The two ends of a second approval: the first person's answer, after which the call waits for
// another one, and that other person's answer, by which it ends.
import type { Approval } from '../../contract/approval/approval.ts'
import type { FirstAnswer } from '../../contract/approval/second-person.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { SecondAnswer } from '../../contract/fleet/second-request.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ApprovalQueueDeps } from './approval-queue-deps.ts'
import { already, untaken } from './answer-failures.ts'
import type { Endings, Given } from './endings.ts'

export async function askSecond(
  approval: Approval,
  { surface, stepUp }: Given,
  { second, now }: Pick<ApprovalQueueDeps, 'second' | 'now'>,
  meanwhile: () => Promise<Failure>,
): Promise<Result<Approval, Failure>> {
  const first: FirstAnswer = { at: now(), surface, stepUp: stepUp ?? null }
  const asked = await second.ask(approval, first)
  if (!asked.ok) return err(untaken(asked.error))
  return asked.value === null ? err(await meanwhile()) : ok(asked.value)
}

/** @param answer checked: signed by a second person, and for exactly this request. */
export async function takeSecond(
  id: ApprovalId,
  answer: SecondAnswer,
  { table, attempt, now }: Pick<ApprovalQueueDeps, 'table' | 'attempt' | 'now'>,
  endings: Endings,
): Promise<Result<Approval, Failure>> {
  const found = await attempt(() => table.get(id))
  if (!found.ok) return err(untaken(found.error))
  const approval = found.value
  if (approval === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
  const { second, state, expiresAt } = approval
  if (state !== 'pending') return err(already(approval))
  const due = endings.due(id)
  if (due === 'cancelled' || due === 'denied') return err(already({ ...approval, state: due }))
  if (second === undefined || second.request !== answer.request)
    return err(
      failure('second.other', 'This approval is not waiting for an answer to that request.'),
    )
  if (now() >= expiresAt) {
    await endings.surely(id, 'expired', 'time-out')
    return err(already({ ...approval, state: 'expired' }))
  }
  const { first } = second
  const { from, request, at, word } = answer
  const approves = answer.answer === 'approve'
  const ended = await endings.end(id, 'pending', approves ? 'approved' : 'denied', {
    answer: approves ? 'once' : 'deny-once',
    surface: first.surface,
    ...(first.stepUp === null ? {} : { stepUp: first.stepUp }),
    ...(word === null ? {} : { word }),
    second: { ...from, request, at },
  })
  if (!ended.ok) return err(untaken(ended.error))
  if (ended.value !== null) return ok(ended.value.approval)
  const after = await attempt(() => table.get(id))
  return err(already((after.ok ? after.value : null) ?? approval))
}

export const waitsForSecond = failure(
  'approval.second',
  'You have approved this already. It waits for a second person.',
  'Deny it if it should not run.',
)
