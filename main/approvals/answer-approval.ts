// One answer to one approval. It counts once, is bound to what the approval showed, and may need
// proof of who gives it. A failure leaves the approval as it was.
import { denies, type Approval, type Reply } from '../../contract/approval/approval.ts'
import type { Proof } from '../../contract/approval/proof.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ApprovalId } from '../../contract/ids.ts'
import type { AnsweredOn } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { already, untaken } from './answer-failures.ts'
import type { ApprovalQueue, ApprovalQueueDeps } from './approval-queue-deps.ts'
import type { Endings, Given } from './endings.ts'
import { replaceApproval } from './replace-approval.ts'
import { needsSecond } from './needs-second.ts'
import { askSecond, waitsForSecond } from './second-answer.ts'

/** @param isRunning the call runs in a new copy, so that what its card shows is not to be approved. */
export function answering(
  deps: ApprovalQueueDeps,
  endings: Endings,
  isRunning: (id: ApprovalId) => boolean,
): ApprovalQueue['answer'] {
  const { table, attempt, now } = deps

  /** What was shown to need proof needs it; so does every approval on a surface that asks for it. */
  async function proof(
    approval: Approval,
    reply: Reply,
    surface: AnsweredOn,
  ): Promise<Result<Proof['kind'] | null, Failure>> {
    if (!approval.decision.stepUp && !deps.wantsProof(surface)) return ok(null)
    return reply.proof === undefined ? err(needsProof) : deps.prove(reply.proof, surface, approval)
  }

  async function concluded(
    approval: Approval,
    reply: Reply,
    given: Given,
  ): Promise<Result<Approval, Failure>> {
    const keep = deps.lasting(approval, reply)
    if (!keep.ok) return keep
    const to = denies(reply.answer) ? 'denied' : 'approved'
    if (to === 'approved' && needsSecond(approval))
      return askSecond(approval, given, deps, () => endedMeanwhile(approval))
    const ended = await endings.end(approval.id, 'pending', to, given, keep.value)
    if (!ended.ok) return err(untaken(ended.error))
    if (ended.value === null) return err(await endedMeanwhile(approval))
    const { stored } = ended.value
    if (stored.ok) return ok(ended.value.approval)
    const { code, text, hint } = stored.error
    return err(
      failure(
        code,
        `Your answer was used for this call only; it could not be saved: ${text}`,
        hint,
      ),
    )
  }

  const endedMeanwhile = async (known: Approval): Promise<Failure> => {
    const found = await attempt(() => table.get(known.id))
    return already((found.ok ? found.value : null) ?? known)
  }

  /** The approval that may be answered so now. */
  async function answerable(
    id: ApprovalId,
    reply: Reply,
    surface: AnsweredOn,
  ): Promise<Result<Approval, Failure>> {
    const found = await attempt(() => table.get(id))
    if (!found.ok) return err(untaken(found.error))
    const approval = found.value
    if (approval === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
    if (approval.state !== 'pending') return err(already(approval))
    const due = endings.due(id)
    // Its end is decided, and only not written yet.
    if (due === 'cancelled' || due === 'denied') return err(already({ ...approval, state: due }))
    if (now() >= approval.expiresAt) {
      await endings.surely(id, 'expired', 'time-out')
      return err(expired)
    }
    const { answer, args } = reply
    if (approval.second !== undefined && !denies(answer)) return err(waitsForSecond)
    if (approval.review !== null) {
      const fault = unreviewable(reply, surface)
      if (fault !== null) return err(fault)
    } else if (reply.cut !== undefined) return err(nothingToCut)
    const offered = approval.answers.includes(answer) && (args === undefined || answer === 'once')
    return offered ? ok(approval) : err(notOffered(approval, answer))
  }

  return async (id, reply, surface) => {
    const found = await answerable(id, reply, surface)
    if (!found.ok) return found
    const approval = found.value
    const { answer, word } = reply
    if (denies(answer)) {
      const said = word === undefined ? {} : { word }
      return concluded(approval, reply, { answer, surface, ...said })
    }
    if (isRunning(id)) return err(runningNow)
    // Before any proof is used up: an approval of what has changed since is not used, and asked for
    // again.
    const renewed = reply.args === undefined ? await deps.renewed(approval) : ok(null)
    if (!renewed.ok) return renewed
    if (renewed.value !== null) {
      const put = await replaceApproval(id, renewed.value, deps, endings)
      if (!put.ok) return err(untaken(put.error))
      return err(put.value ? askedAgain(renewed.value.approval) : await endedMeanwhile(approval))
    }
    const edited = reply.args === undefined ? null : await deps.edited(approval, reply.args)
    if (edited !== null && !edited.ok) return edited
    const asked = edited?.value.approval ?? approval
    const proven = await proof(asked, reply, surface)
    if (!proven.ok) return proven
    const given = {
      answer,
      surface,
      ...(proven.value === null ? {} : { stepUp: proven.value }),
      ...(reply.cut === undefined ? {} : { cut: reply.cut }),
    }
    if (edited === null) return concluded(approval, reply, given)
    const put = await replaceApproval(id, edited.value, deps, endings)
    if (!put.ok) return err(untaken(put.error))
    return put.value ? concluded(asked, reply, given) : err(await endedMeanwhile(approval))
  }
}

/** A result is read before it is passed on, and as it is. */
function unreviewable({ answer, args, cut }: Reply, surface: AnsweredOn): Failure | null {
  if (args !== undefined) return alreadyRan
  if (denies(answer)) return cut === undefined ? null : nothingToCut
  return surface === 'client' ? unseenThere : null
}

const alreadyRan = failure(
  'approval.ran',
  'The call has run, so its arguments cannot be changed any more.',
  'Pass its result on, cut it, or withhold it.',
)
const nothingToCut = failure(
  'approval.no-cut',
  'Lines can be left out only of a result that is passed on.',
)
const unseenThere = failure(
  'approval.unseen',
  'A result can be passed on only where it was shown.',
  'Answer it in Gatehouse.',
)
const needsProof = failure(
  'approval.step-up',
  'Approving this call requires the Gatehouse passphrase or a one-time code.',
  'If none is set, set a passphrase first.',
)

const runningNow = failure(
  'approval.running-again',
  'This command is running again in a new copy, so this card can no longer be approved.',
  'Wait for the new card, or deny this one.',
)

const expired = failure(
  'approval.expired',
  'The time to answer ran out, so the call was denied once.',
)

const notOffered = ({ answers }: Approval, answer: string): Failure =>
  failure(
    'approval.not-offered',
    `“${answer}” is not an answer to this call.`,
    `It takes: ${answers.join(', ')}.`,
  )

const askedAgain = ({ id, again }: Approval): Failure =>
  failure(
    'approval.asked-again',
    `Not run. ${again ?? ''} It is held again as ${id}.`,
    'Review the new approval and answer that one.',
  )
