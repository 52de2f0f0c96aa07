// The answers that last, as a numbered list under the card, each with all it would cover. Pure.
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { denies } from '../../../../contract/approval/approval.ts'
import type { LeaseDuration } from '../../../../contract/approval/lease.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { coverText, protectedText } from '../output/answer-text.ts'
import { exact } from '../output/show.ts'

export type Choice = {
  /** What is asked before it is given: “Allow …”. */
  readonly text: string
  /** What it would have done, where that is known. */
  readonly past: string
  readonly denies: boolean
  /** How long it may last; empty where its kind says so already. */
  readonly durations: readonly LeaseDuration[]
  reply(lasts: LeaseDuration): Reply
}

export function choicesOf(approval: Approval, previews: ScopePreviews | null): readonly Choice[] {
  const { answers, proposals, durations, review } = approval
  if (review !== null) return []
  return answers.flatMap((answer): Choice[] => {
    switch (answer) {
      case 'once':
      case 'deny-once':
        return []
      case 'scope':
      case 'deny-scope':
        return proposals.flatMap(({ text, allows }, proposal): Choice[] =>
          answer === 'scope' && !allows
            ? []
            : [
                {
                  text: `${answer === 'scope' ? 'Allow' : 'Deny'} ${exact(text)}`,
                  past: pastText(previews, proposal, answer === 'deny-scope'),
                  denies: answer === 'deny-scope',
                  durations: durations.length === 0 ? ['until-revoked'] : durations,
                  reply: (lasts) => ({ answer, choice: { proposal, lasts } }),
                },
              ],
        )
      case 'session':
      case 'always':
      case 'deny-always':
        return [
          {
            text: `${denies(answer) ? 'Deny' : 'Allow'} ${coverText(answer, approval)}`,
            past: '',
            denies: denies(answer),
            durations: [],
            reply: () => ({ answer }),
          },
        ]
    }
  })
}

function pastText(previews: ScopePreviews | null, proposal: number, denying: boolean): string {
  const preview = previews?.scopes[proposal]
  if (preview === undefined || previews === null || previews.calls === 0) return ''
  const { allowed, refused, denied, protectedPaths } = preview
  const of = (count: number, done: string): string =>
    previews.calls === 1
      ? `It would ${count === 0 ? 'not ' : ''}have ${done} the last call`
      : `Of the last ${previews.calls} calls it would have ${done} ${numberOf(count)}`
  if (denying) return `${of(denied, 'denied')}.`
  const against =
    refused === 0
      ? ''
      : previews.calls === 1
        ? ', which you denied'
        : `, including ${refused} you denied`
  return `${of(allowed, 'allowed')}${against}.${protectedText(protectedPaths)}`
}

const numberOf = (count: number): string => (count === 0 ? 'none' : String(count))
