// The last step of an answer: the person agrees, proves who they are where that is needed, and it is sent.
import { denies } from '../../../../contract/approval/approval.ts'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { waitsText } from '../output/card.ts'
import { visible } from '../output/show.ts'
import { wayToProve, withProof } from '../session/proof.ts'
import type { Answering } from './answering.ts'

/** From R3 on, and for what lasts, no single key says yes. */
export async function agreeAndSend(
  at: Answering,
  reply: Reply,
  /** Null: they agreed already. */
  what: string | null,
  lasting: boolean,
): Promise<void> {
  const { call, session, approval, asking, signal } = at
  const { tier, stepUp } = approval.decision
  const way = denies(reply.answer) ? null : await wayToProve(call, session, stepUp)
  if (signal.aborted) return
  if (way?.ok === false) return asking.say(failureText(way.error))
  const typed = lasting || tier === 'R3' || tier === 'R4' || at.hurried
  const asked = at.hurried ? `You approved several calls quickly. ${what}` : what
  const said =
    what === null
      ? typed
        ? 'yes'
        : 'y'
      : typed
        ? await asking.line(`${asked}? Type yes and Enter (Esc goes back): `, signal)
        : await asking.key(`${asked}? y for yes, any other key goes back: `, signal)
  if (signal.aborted) return
  if (said?.trim().toLowerCase() !== (typed ? 'yes' : 'y'))
    return asking.say('Nothing was answered.')
  if (way === null) return send(at, reply)
  const inScreen: Call = {
    ...call,
    context: {
      ...call.context,
      ask: asking.line,
      askHidden: asking.hidden,
      note: (text) => asking.say(text.trim()),
    },
  }
  const done = await withProof(inScreen, way.value, signal, (proof) =>
    session.call('approvals.answer', {
      id: approval.id,
      ...reply,
      ...(proof === undefined ? {} : { proof }),
    }),
  )
  report(at, reply, done)
}

/** Without another question. */
export async function send(at: Answering, reply: Reply): Promise<void> {
  report(at, reply, await at.session.call('approvals.answer', { id: at.approval.id, ...reply }))
}

function report(
  { asking, signal, taken }: Answering,
  reply: Reply,
  done: Result<Approval, Failure>,
): void {
  if (done.ok) {
    taken(!denies(reply.answer))
    asking.say(doneLine(reply, done.value))
    // The card is over or another by now, and that was said.
  } else if (!signal.aborted) asking.say(failureText(done.error))
}

const doneLine = (reply: Reply, now: Approval): string =>
  now.state === 'pending' && now.second !== undefined
    ? waitsText(now.second)
    : `${doneText(reply)}: ${visible(now.title)}`

const doneText = ({ answer }: Reply): string => {
  if (answer === 'deny-once') return 'Denied'
  if (answer === 'deny-always' || answer === 'deny-scope') return 'Denied, also from now on'
  return answer === 'once' ? 'Approved' : 'Approved, also from now on'
}

export const failureText = ({ text, hint }: Failure): string =>
  hint === undefined || hint === '' ? visible(text) : `${visible(text)}\n${visible(hint)}`
