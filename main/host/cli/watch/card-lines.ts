// The card of a call with the answers that last under it, made once for each state of it: every key
// draws it again. Pure but for what it remembers.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { card, section } from '../output/card.ts'
import { choicesOf } from './choices.ts'

export function cachedCard(color: boolean) {
  let made: {
    readonly of: Approval
    readonly previews: ScopePreviews | null
    readonly lines: readonly string[]
  } | null = null
  return (approval: Approval | null, previews: ScopePreviews | null): readonly string[] => {
    if (approval === null) return []
    if (made?.of !== approval || made.previews !== previews)
      made = { of: approval, previews, lines: linesOf(approval, previews, color) }
    return made.lines
  }
}

function linesOf(
  approval: Approval,
  previews: ScopePreviews | null,
  color: boolean,
): readonly string[] {
  const longer = choicesOf(approval, previews).flatMap(({ text, past }, at) => [
    `${at + 1}  ${text}`,
    ...(past === '' ? [] : [`   ${past}`]),
  ])
  return [
    ...card(approval, color).trimEnd().split('\n'),
    ...section('longer answers (key l)', longer),
  ]
}
