// A review of a server as text: each thing with its state, its warnings, and what changed.
import type { Reviewed } from '../../../../contract/server/server.ts'
import { labelPhrases } from '../../../../contract/server/label-sentence.ts'
import type { ServerReview } from '../../../../contract/server/server-review.ts'
import { accessText } from '../output/access-lines.ts'
import { diffLines } from '../output/diff-lines.ts'
import { paint, visible, visibleLines } from '../output/show.ts'
import type { Paint } from '../output/show.ts'

const ORDER: readonly Reviewed['state'][] = ['open', 'new', 'changed', 'gone', 'refused']

/** `2 open, 1 new`. */
export function counts(items: readonly Reviewed[]): string {
  const words = ORDER.flatMap((state) => {
    const count = items.filter((item) => item.state === state).length
    return count === 0 ? [] : [`${count} ${state}`]
  })
  return words.join(', ') || 'It offers nothing yet.'
}

/** All of a review, in lines. */
export function reviewText(name: string, { items, access }: ServerReview, color: boolean): string {
  const tones = paint(color)
  const blocks = items.map((item) => itemText(item, tones))
  return `${tones.bold(`What ${name} offers`)}: ${counts(items)}\n${blocks.join('')}${accessText(access, color)}`
}

function itemText(
  { what, name, state, before, now, warnings, notes = [], labels }: Reviewed,
  tones: Paint,
): string {
  const { bold, yellow, red, green } = tones
  const tone = { open: green, new: yellow, changed: yellow, gone: yellow, refused: red }[state]
  const text =
    state === 'open'
      ? []
      : before !== null && now !== null
        ? diffLines(before, now, tones)
        : visibleLines(now ?? before ?? '').split('\n')
  const lines = [
    `${bold(what === 'server' ? 'the server itself' : `${what} ${visible(name)}`)}  ${tone(state)}`,
    ...warnings.map((warning) => `  ${red('!')} ${visible(warning)}`),
    ...notes.map((note) => `  ${visible(note)}`),
    ...(labels === null || state === 'refused'
      ? []
      : [
          `  ${labels.tier}, ${labels.decided === null ? 'as suggested' : 'as you said'}: ${visible(labelPhrases(labels.proposed).join(' · '))}`,
          `  ${labels.proposed.category}, ${labels.proposed.id}`,
        ]),
    ...text.map((line) => `  ${line}`),
  ]
  return `\n${lines.join('\n')}\n`
}
