// Pure. Whether a call that was rehearsed again would still do the same. Durations and clock times
// differ with each run and say nothing of what changed; what else differs by itself is known by
// rehearsing twice on the same files.
import { canonicalJson } from '../../contract/json.ts'
import type { Rehearsal, RehearsedChange } from '../../contract/call/rehearsal.ts'

/**
 * The same end, the same changes byte for byte, the same output but for times. What is not shown
 * whole cannot be said to be the same.
 */
export const sameEffect = (before: Rehearsal, after: Rehearsal): boolean =>
  isWhole(before) &&
  isWhole(after) &&
  canonicalJson(effectOf(before)) === canonicalJson(effectOf(after))

/**
 * The same for a call that differs from itself: `once` and `twice` are rehearsals of one state of
 * the files. A number in an output or in a written text that is not the same in both may be
 * anything; all else has to be as it was before.
 */
export function sameButForItself(before: Rehearsal, once: Rehearsal, twice: Rehearsal): boolean {
  const all = [before, once, twice]
  if (!all.every(isWhole)) return false
  const [was, one, two] = all.map((each) =>
    canonicalJson({
      ...effectOf(each),
      changes: each.changes.map(withoutText),
      stdout: '',
      stderr: '',
    }),
  )
  if (was !== one || one !== two) return false
  const texts = all.map(textsOf)
  return (texts[0] ?? []).every((text, at) =>
    sameButForNumbers(text, texts[1]?.[at] ?? '', texts[2]?.[at] ?? ''),
  )
}

const isWhole = ({ more, truncated, changes, stdout, stderr }: Rehearsal): boolean =>
  more === 0 &&
  !truncated &&
  changes.every(({ content, now }) => content.kind !== 'unshown' || now === null) &&
  !/\[(?:secret|hidden)/.test(JSON.stringify([changes, stdout, stderr]))

const effectOf = ({ end, counts, changes, more, hosts, stdout, stderr }: Rehearsal) => ({
  end,
  counts,
  changes,
  more,
  hosts,
  stdout: linesOf(stdout),
  stderr: linesOf(stderr),
})

/** How long a text is hangs on the numbers in it. */
const withoutText = ({ content, now, ...change }: RehearsedChange) => ({
  ...change,
  now: now === null ? null : { ...now, bytes: content.kind === 'text' ? 0 : now.bytes },
  content:
    content.kind === 'text' ? { ...content, after: content.after === null ? null : '' } : content,
})

const textsOf = ({ changes, stdout, stderr }: Rehearsal): readonly string[] => [
  linesOf(stdout),
  linesOf(stderr),
  ...changes.map(({ content }) => (content.kind === 'text' ? (content.after ?? '') : '')),
]

const UNIT = '(?:ns|[uµμ]s|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)'
/** `1.2s`, `3 ms`, `0m0.01s`, `12:30:05.123`, `2026-11-23`. */
const TIMES = new RegExp(
  `\\b\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?|\\b\\d{1,2}:\\d\\d:\\d\\d(?:[.,]\\d+)?|(?:\\b\\d+(?:[.,]\\d+)?\\s?${UNIT}(?![A-Za-z]))+|\\b\\d+(?:[.,]\\d+)?\\s?${UNIT}\\b`,
  'g',
)

/** In an order that does not hang on which of several workers was first. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(TIMES, '#'))
    .toSorted()
    .join('\n')

/** Split at numbers: the odd ones are numbers. */
const split = (text: string): readonly string[] => text.split(/(\d+(?:\.\d+)?)/)

function sameButForNumbers(before: string, once: string, twice: string): boolean {
  if (once === twice) return before === once
  const [was, one, two] = [split(before), split(once), split(twice)]
  if (was.length !== one.length || one.length !== two.length) return false
  return was.every(
    (piece, at) =>
      (at % 2 === 1 && one[at] !== two[at]) || (piece === one[at] && piece === two[at]),
  )
}
