// What the keys bring about: answers that are carried to the running Gatehouse. It checks each of
// them itself; what is asked here keeps an approval from being given by accident.
import { durationText } from '../../../../contract/approval/lease-sentence.ts'
import type { LeaseDuration } from '../../../../contract/approval/lease.ts'
import { simulationText } from '../output/answer-text.ts'
import { visible } from '../output/show.ts'
import type { Answering } from './answering.ts'
import type { Choice } from './choices.ts'
import type { Edited } from './edit-args.ts'
import { agreeAndSend, send } from './send-answer.ts'

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
  if (at.signal.aborted) return
  await agreeAndSend(at, { answer: 'once', args: edited.args }, null, false)
}

export const denyOnce = async (at: Answering): Promise<void> => send(at, { answer: 'deny-once' })

export async function denyWithNote(at: Answering): Promise<void> {
  const word = await at.asking.line('Deny, with this note to the agent: ', at.signal)
  if (word === null) return at.signal.aborted ? undefined : at.asking.say('')
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
  if (signal.aborted) return
  if (typed === null) return asking.say('')
  const choice = /^\d{1,3}$/.test(typed.trim()) ? choices[Number(typed) - 1] : undefined
  if (choice === undefined) return asking.say(`There is no answer "${visible(typed)}".`)
  const lasts = await durationOf(at, choice)
  if (signal.aborted) return
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
