// The completions at a place of the query line, and which of them is chosen. Pure.
import type { QueryFault } from '../../../../contract/journal/journal-query.ts'
import { count } from '../../../ui/text/time-text.ts'
import { strings } from '../strings.ts'
import { askedFor, type OwnKey, suggest, type Suggestion, typingAt } from './complete.ts'

const words = { keys: strings.query.keys, rows: (n: number) => strings.total(count(n)) }

/** Values of a key that the journal holds, as they were found for what was typed then. */
export type Known = {
  readonly key: string
  readonly typed: string
  readonly values: readonly { value: string; n: number }[]
}

/** The line as it was drawn, and what is known of it. */
export type QueryLine = {
  readonly value: string
  readonly fault: QueryFault | null
  /** Keys of this line beside those of the journal. */
  readonly own: readonly OwnKey[]
  readonly known: Known | null
}

export type Offers = {
  readonly list: readonly Suggestion[]
  /** Values are on their way. */
  readonly coming: boolean
}

/** `line`: the line as it is now. `at`: the caret in it; null where nothing is to be offered. */
export function offersAt(
  { value, fault, own, known }: QueryLine,
  line: string,
  at: number | null,
): Offers {
  if (at === null) return { list: [], coming: false }
  const typing = typingAt(line, at)
  // What is wrong elsewhere in the line is not to be covered by what could follow here.
  if (line === value && fault !== null && fault.to < typing.from) return { list: [], coming: false }
  const wanted = askedFor(typing, own)
  const mine = wanted !== null && known?.key === wanted.key ? known : null
  return {
    list: suggest(typing, mine?.values ?? [], words, own),
    coming: wanted !== null && mine?.typed !== wanted.typed,
  }
}

/** What the arrows went to. first: whatever comes first of the values that are on their way. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'first' }
  | { readonly kind: 'label'; readonly label: string }

export const noChoice: Choice = { kind: 'none' }

export const indexIn = (list: readonly Suggestion[], { kind, ...of }: Choice): number =>
  kind === 'first'
    ? Math.min(0, list.length - 1)
    : 'label' in of
      ? list.findIndex(({ label }) => label === of.label)
      : -1

/** Where an arrow goes from there: round the list, and from above its end. */
export function stepped({ list, coming }: Offers, choice: Choice, step: 1 | -1): Choice {
  const from = indexIn(list, choice)
  const next = list[(from + step + list.length + (from < 0 && step < 0 ? 1 : 0)) % list.length]
  return next !== undefined
    ? { kind: 'label', label: next.label }
    : coming
      ? { kind: 'first' }
      : noChoice
}
