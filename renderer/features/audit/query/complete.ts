// What can be put in where somebody types a query: keys, and after a colon their values. Pure.
import { closedValues } from '../../../../contract/journal/closed-values.ts'
import { queryKeys, quoted, tokensOf } from '../../../../contract/journal/journal-query.ts'
import type { FactKey } from '../../../../contract/journal/journal-facts.ts'

/**
 * What is being typed at `caret`. key: the beginning of a key, or text. value: of a key, after its
 * last comma.
 */
export type Typing =
  | { readonly kind: 'key'; readonly typed: string; readonly from: number; readonly to: number }
  | {
      readonly kind: 'value'
      readonly key: string
      readonly typed: string
      readonly from: number
      readonly to: number
    }

export type Suggestion = {
  readonly label: string
  readonly detail: string
  readonly from: number
  readonly to: number
  readonly insert: string
}

export function typingAt(line: string, caret: number): Typing {
  const token = tokensOf(line).find(({ from, to }) => from < caret && caret <= to)
  if (token === undefined) return { kind: 'key', typed: '', from: caret, to: caret }
  const colon = token.key === null ? -1 : token.from + (token.not ? 1 : 0) + token.key.length
  if (token.key === null || caret <= colon) {
    const from = token.from + (token.not ? 1 : 0)
    return {
      kind: 'key',
      typed: line.slice(from, caret),
      from,
      to: token.key === null ? token.to : colon + 1,
    }
  }
  const comma = line.lastIndexOf(',', caret - 1)
  const from = Math.max(colon + 1, comma + 1)
  return {
    kind: 'value',
    key: token.key,
    typed: line.slice(from, caret).replace(/^"/, ''),
    from,
    to: token.to,
  }
}

const times = ['15m', '1h', '24h', '7d', '30d', 'today', 'yesterday']

/** A key that only this line has, with all of its values. */
export type OwnKey = {
  readonly key: string
  readonly detail: string
  readonly values: readonly string[]
}

/**
 * `known`: values that the journal holds, for keys that cannot know all of theirs. `own`: further
 * keys.
 */
export function suggest(
  typing: Typing,
  known: readonly { readonly value: string; readonly n: number }[],
  words: { readonly keys: Readonly<Record<string, string>>; rows(n: number): string },
  own: readonly OwnKey[] = [],
): Suggestion[] {
  const { from, to, typed } = typing
  const small = typed.toLowerCase()
  if (typing.kind === 'key') {
    if (/^["\d/]/.test(typed)) return []
    return [...own, ...queryKeys.map((key) => ({ key, detail: words.keys[key] ?? '' }))]
      .filter(({ key }) => key.startsWith(small))
      .map(({ key, detail }) => ({
        label: `${key}:`,
        detail,
        from,
        to,
        insert: `${key}:`,
      }))
  }
  // Written so that any key can be looked up.
  const closed =
    own.find(({ key }) => key === typing.key)?.values ??
    (closedValues as Readonly<Record<string, readonly string[] | undefined>>)[typing.key]
  const counted = new Map(known.map(({ value, n }) => [value, n]))
  const values =
    typing.key === 'after' || typing.key === 'before'
      ? times
      : (closed ?? known.map(({ value }) => value))
  return values
    .filter((value) => value.toLowerCase().includes(small) && value !== typed)
    .slice(0, 12)
    .map((value) => ({
      label: value,
      detail: counted.has(value) ? words.rows(counted.get(value) ?? 0) : '',
      from,
      to,
      insert: `${quoted(value)} `,
    }))
}

/**
 * What the journal is asked for, where a value is being typed that only it knows; null elsewhere.
 */
export function askedFor(
  typing: Typing,
  own: readonly OwnKey[] = [],
): { readonly key: FactKey; readonly typed: string } | null {
  return typing.kind === 'value' &&
    asksFor(typing.key) &&
    !own.some(({ key }) => key === typing.key)
    ? { key: typing.key, typed: typing.typed }
    : null
}

const asksFor = (key: string): key is FactKey =>
  !Object.hasOwn(closedValues, key) && key !== 'after' && key !== 'before'

/** The line with a suggestion taken, and where the caret is then. */
export function taken(
  line: string,
  { from, to, insert }: Suggestion,
): { readonly line: string; readonly caret: number } {
  const rest = line.slice(to)
  const text = insert.endsWith(' ') && rest.startsWith(' ') ? insert.trimEnd() : insert
  return {
    line: line.slice(0, from) + text + rest,
    caret: from + text.length + (text === insert ? 0 : 1),
  }
}
