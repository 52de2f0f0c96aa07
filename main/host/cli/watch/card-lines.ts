// The card of a call with the answers that last under it, written once for each state of it: every key
// draws it again. Pure but for what it remembers.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { card, section } from '../output/card.ts'
import { choicesOf } from './choices.ts'

export function cachedCard(color: boolean) {
  let created: {
    readonly of: Approval
    readonly previews: ScopePreviews | null
    readonly lines: readonly string[]
  } | null = null
  return (approval: Approval | null, previews: ScopePreviews | null): readonly string[] => {
    if (approval === null) return []
    if (created?.of !== approval || created.previews !== previews)
      created = { of: approval, previews, lines: linesOf(approval, previews, color) }
    return created.lines
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
