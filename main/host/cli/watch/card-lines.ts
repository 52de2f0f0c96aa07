// The card of a call with the answers that last under it, in lines that fit the width, written once for
// each state of it and each width: every key draws it again. Pure but for what it remembers.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { card, section } from '../output/card.ts'
import { choicesOf } from './choices.ts'
import { fitting } from './view.ts'
import type { Paper } from './view.ts'

type Width = Pick<Paper, 'columns' | 'unicode'>
const isSame = (a: Width, b: Width): boolean => a.columns === b.columns && a.unicode === b.unicode

export function cachedCard(color: boolean) {
  let created: {
    readonly of: Approval
    readonly previews: ScopePreviews | null
    readonly paper: Width
    readonly lines: readonly string[]
  } | null = null
  return (
    approval: Approval | null,
    previews: ScopePreviews | null,
    paper: Width,
  ): readonly string[] => {
    if (approval === null) return []
    if (created?.of !== approval || created.previews !== previews || !isSame(created.paper, paper))
      created = {
        of: approval,
        previews,
        paper: { columns: paper.columns, unicode: paper.unicode },
        lines: linesOf(approval, previews, paper, color),
      }
    return created.lines
  }
}

function linesOf(
  approval: Approval,
  previews: ScopePreviews | null,
  paper: Width,
  color: boolean,
): readonly string[] {
  const longer = choicesOf(approval, previews).flatMap(({ text, past }, at) => [
    `${at + 1}  ${text}`,
    ...(past === '' ? [] : [`   ${past}`]),
  ])
  return [
    ...card(approval, color).trimEnd().split('\n'),
    ...section('longer answers (key l)', longer),
  ].flatMap(fitting(paper).fit)
}
