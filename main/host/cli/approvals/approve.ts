// `gatehouse approvals approve`. An approval needs a proof that a person is there.
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { endedWords } from '../../../../contract/approval/ended-words.ts'
import { failure } from '../../../../contract/failure.ts'
import { simulationText, approvalText } from '../output/answer-text.ts'
import { askApproval } from './ask-approval.ts'
import { card, waitsText } from '../output/card.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { broughtProof, noTerminal, wayToProve, withProof } from '../session/proof.ts'
import { readReply } from '../session/read-reply.ts'
import type { Session } from '../session/session.ts'
import { withApproval } from '../session/with-approval.ts'
import { deny } from './deny.ts'
import { outcomeOf } from './outcome-of.ts'

export const approvalsApprove: Command = {
  name: 'approvals approve',
  operands: ['ID'],
  options: [
    'session',
    'always',
    'scope',
    'scope-index',
    'for',
    'max-uses',
    'expires',
    'args',
    'cut',
    'totp',
  ],
  usage:
    '[--session | --always | --scope-index N [--for run|hour|today|until-revoked] | --scope JSON] [--max-uses N] [--expires 8h] [--args JSON] [--cut 3-10,15] [--totp CODE]',
  summary:
    'Approve a pending call, once or for longer. Requires "yes" at a terminal, the passphrase, or a one-time code',
  run(call) {
    const { context, json } = call
    const read = readReply(call)
    if (!read.ok) return Promise.resolve(complain(context, read.error, json))
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    if (!context.terminal && brought.value === null)
      return Promise.resolve(complain(context, noTerminal, json))
    return withApproval(call, async (session, approval) => {
      if (approval.state !== 'pending')
        return complain(
          context,
          failure(
            'approval.answered',
            `${approval.id} is no longer pending. ${endedWords(approval)}.`,
          ),
          json,
        )
      const reply = read.value.forApproval(approval)
      return reply.ok
        ? approve(call, session, approval, reply.value)
        : complain(context, reply.error, json)
    })
  },
}

async function approve(
  call: Call,
  session: Session,
  approval: Approval,
  reply: Reply,
): Promise<number> {
  const { context, json } = call
  const { id } = approval
  const way = await wayToProve(call, session, approval.decision.stepUp)
  if (!way.ok) return complain(context, way.error, json)
  const before = await impactPreview(session, approval, reply)
  if (way.value.kind === 'brought') {
    // The one who brings the proof has named the call and the answer: the command itself is the
    // approval.
    if (!json) context.note(`\n${card(approval, context.color)}${before}\n`)
  } else {
    const approved = await askApproval(
      call,
      approval,
      new AbortController().signal,
      approvalText(reply, approval),
      before,
    )
    if (approved !== true) return deny(call, session, id, { answer: 'deny-once' }, exit.denied)
  }
  const answered = await withProof(call, way.value, new AbortController().signal, (proof) =>
    session.call('approvals.answer', { id, ...reply, ...(proof === undefined ? {} : { proof }) }),
  )
  if (!answered.ok) return complain(context, answered.error, json)
  if (approval.from !== undefined) {
    if (json) printJson(context, { approval: answered.value })
    else context.out(`Approved. ${approval.from.machine} runs the call.\n`)
    return exit.done
  }
  const { second, state } = answered.value
  if (state === 'pending' && second !== undefined) {
    context.note(`${waitsText(second)}\n`)
    if (session.kind !== 'own') {
      if (json) printJson(context, { approval: answered.value })
      return exit.done
    }
  }
  // With no other Gatehouse running, the call runs here; it must not be cut off by our own end.
  const outcome = session.kind === 'own' ? await outcomeOf(session, approval.callId, call) : null
  const now = await session.call('approvals.get', { id: answered.value.id })
  if (json) printJson(context, { approval: now.ok ? now.value : answered.value })
  else if (approval.review !== null) context.out('The result is passed on.\n')
  else
    context.out(
      outcome === null
        ? 'Approved. The call runs in the running Gatehouse.\n'
        : `Approved. The call ran: ${outcome}. See: gatehouse audit tail\n`,
    )
  return exit.done
}

/**
 * What a lasting approval would have done to the calls of the journal; empty where there is nothing
 * to say.
 */
async function impactPreview(
  session: Session,
  { id }: Approval,
  { answer, scope, choice }: Reply,
): Promise<string> {
  if (answer === 'once') return ''
  const preview = await session.call('approvals.preview', {
    id,
    answer,
    ...(scope === undefined ? {} : { scope }),
    ...(choice === undefined ? {} : { choice }),
  })
  return preview.ok ? `\n${simulationText(preview.value)}\n` : ''
}
