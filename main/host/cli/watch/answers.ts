// What the keys bring about: answers that are carried to the running Gatehouse. It checks each of
// them itself; what is asked here keeps an approval from being given by accident.
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { durationText } from '../../../../contract/approval/lease-sentence.ts'
import type { LeaseDuration } from '../../../../contract/approval/lease.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Call } from '../command.ts'
import { simulationText } from '../output/answer-text.ts'
import { waitsText } from '../output/card.ts'
import { visible } from '../output/show.ts'
import { wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import type { Edited } from './edit-args.ts'
import type { Choice } from './choices.ts'

export type Asking = {
  /** One line; null where the person goes back or `signal` aborts. */
  line(question: string, signal: AbortSignal): Promise<string | null>
  hidden(question: string, signal: AbortSignal): Promise<string | null>
  /** One key. */
  key(question: string, signal: AbortSignal): Promise<string | null>
  say(text: string): void
}

export type Answering = {
  readonly call: Call
  readonly session: Session
  readonly approval: Approval
  readonly asking: Asking
  /** Aborts when the call no longer waits. */
  readonly signal: AbortSignal
}

export async function approveOnce(at: Answering): Promise<void> {
  const { approval } = at
  const what =
    approval.review !== null
      ? 'Pass the result on'
      : approval.staged !== null
        ? 'Write these changes'
        : 'Approve this call, once'
  await agreeAndSend(at, { answer: 'once' }, what, false)
}

/** With other arguments, which the person has seen as changes and agreed to. */
export async function approveEdited(at: Answering, edited: Edited): Promise<void> {
  if (edited.kind === 'said') return at.asking.say(edited.text)
  await agreeAndSend(at, { answer: 'once', args: edited.args }, null, false)
}

export const denyOnce = async (at: Answering): Promise<void> => send(at, { answer: 'deny-once' })

export async function denyWithNote(at: Answering): Promise<void> {
  const word = await at.asking.line('Deny, with this note to the agent: ', at.signal)
  if (word === null) return at.asking.say('')
  await send(
    at,
    word.trim() === ''
      ? { answer: 'deny-once' }
      : { answer: 'deny-once', word: word.slice(0, 2_000) },
  )
}

export async function answerForLonger(at: Answering, choices: readonly Choice[]): Promise<void> {
  const { asking, signal, session, approval } = at
  if (choices.length === 0) return asking.say('No answer to this call can last.')
  const typed = await asking.line(
    `Which answer? Its number, 1 to ${choices.length} (Esc goes back): `,
    signal,
  )
  if (typed === null) return asking.say('')
  const choice = /^\d{1,3}$/.test(typed.trim()) ? choices[Number(typed) - 1] : undefined
  if (choice === undefined) return asking.say(`There is no answer "${visible(typed)}".`)
  const lasts = await durationOf(at, choice)
  if (lasts === null) return asking.say('')
  const reply = choice.reply(lasts)
  const { answer, choice: scope } = reply
  const preview = choice.denies
    ? null
    : await session.call('approvals.preview', {
        id: approval.id,
        answer,
        ...(scope === undefined ? {} : { choice: scope }),
      })
  const simulated = preview?.ok === true ? `${simulationText(preview.value)}\n` : ''
  const time = choice.durations.length === 0 ? '' : `, ${durationText[lasts]}`
  await agreeAndSend(at, reply, `${simulated}${choice.text}${time}`, true)
}

async function durationOf(
  { asking, signal }: Answering,
  { durations }: Choice,
): Promise<LeaseDuration | null> {
  const [only] = durations
  if (durations.length <= 1) return only ?? 'until-revoked'
  const list = durations.map((each, at) => `${at + 1} ${durationText[each]}`).join(', ')
  const pressed = await asking.key(`For how long? ${list} (Esc goes back): `, signal)
  return (pressed === null ? undefined : durations[Number(pressed) - 1]) ?? null
}

/** From R3 on, and for what lasts, no single key says yes. */
async function agreeAndSend(
  at: Answering,
  reply: Reply,
  /** Null: they agreed already. */
  what: string | null,
  lasting: boolean,
): Promise<void> {
  const { call, session, approval, asking, signal } = at
  const { tier, stepUp } = approval.decision
  const denying = reply.answer === 'deny-always' || reply.answer === 'deny-scope'
  const way = denying ? null : await wayToProve(call, session, stepUp)
  if (way?.ok === false) return asking.say(failureText(way.error))
  const typed = lasting || tier === 'R3' || tier === 'R4'
  const said =
    what === null
      ? typed
        ? 'yes'
        : 'y'
      : typed
        ? await asking.line(`${what}? Type yes and Enter (Esc goes back): `, signal)
        : await asking.key(`${what}? y for yes, any other key goes back: `, signal)
  if (said?.trim().toLowerCase() !== (typed ? 'yes' : 'y'))
    return asking.say(signal.aborted ? '' : 'Nothing was answered.')
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
  asking.say(done.ok ? doneLine(reply, done.value) : failureText(done.error))
}

async function send({ session, approval, asking }: Answering, reply: Reply): Promise<void> {
  const done = await session.call('approvals.answer', { id: approval.id, ...reply })
  asking.say(done.ok ? doneLine(reply, done.value) : failureText(done.error))
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
