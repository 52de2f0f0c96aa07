// What can be asked of the journal, and the one line of text that asks it. Pure.
//
//   tool:exec tier:>=R2 decision:deny after:7d -principal:main "free text"
//
// Terms all have to hold; values with a comma between them are alternatives; a minus turns a term
// round; a `*` means anything. Everything else is text to find: a word as the beginning of a word,
// quotes around words that belong together.
import type { Failure } from '../failure.ts'
import { closedValues, tiers } from './closed-values.ts'
import { currentName } from './earlier-names.ts'
import { factKeys, type FactKey } from './journal-facts.ts'
import { timeOf } from './query-time.ts'
import { err, ok, type Result } from '../result.ts'

/** One of `values` is among the row's facts under `key`; with `not`, none of them. */
export type Term = {
  readonly key: FactKey
  readonly not: boolean
  readonly values: readonly string[]
}
/** A piece of text, in small letters, as it was typed. */
export type Piece = { readonly text: string; readonly not: boolean }

/** Everything holds at once. `since` and `until` in epoch milliseconds, `until` not included. */
export type JournalQuery = {
  readonly terms: readonly Term[]
  readonly pieces: readonly Piece[]
  readonly since: number | null
  readonly until: number | null
}
export const everyRow: JournalQuery = { terms: [], pieces: [], since: null, until: null }

export const isEveryRow = ({ terms, pieces, since, until }: JournalQuery): boolean =>
  terms.length === 0 && pieces.length === 0 && since === null && until === null

/** A wrong query: from which character to which, and what is wrong with it. */
export type QueryFault = Required<Failure> & { readonly from: number; readonly to: number }

/** Other names that people try first. */
const aliases: Readonly<Record<string, FactKey>> = {
  effect: 'decision',
  callid: 'call',
  who: 'principal',
  rule: 'by',
  domain: 'host',
}
export const timeKeys = ['after', 'before'] as const
export const queryKeys: readonly string[] = [...factKeys, ...timeKeys]

export const QUERY_LIMIT = 2_000
const MOST_PARTS = 50

export type Token = {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly not: boolean
  readonly key: string | null
  readonly value: string
}

/** Takes the line apart, whatever is in it: also for completing what is being typed. */
export function tokensOf(line: string): Token[] {
  // minus? (key:)? then a quoted text or what reaches to the next space.
  const pattern = /(-?)(?:([a-z]+):)?("(?:[^"\\]|\\.)*"?|[^\s"]*(?:"[^\s]*)?)/giy
  const found: Token[] = []
  for (let at = 0; at < line.length;) {
    if (/\s/.test(line[at] ?? '')) {
      at++
      continue
    }
    pattern.lastIndex = at
    const match = pattern.exec(line)
    const text = match?.[0] === undefined || match[0] === '' ? (line[at] ?? '') : match[0]
    found.push({
      from: at,
      to: at + text.length,
      text,
      not: match?.[1] === '-',
      key: match?.[2]?.toLowerCase() ?? null,
      value: match?.[3] ?? text,
    })
    at += text.length
  }
  return found
}

/** `now` in epoch milliseconds, for times such as `7d`. */
export function parseQuery(line: string, now: number): Result<JournalQuery, QueryFault> {
  const terms: Term[] = []
  const pieces: Piece[] = []
  const times: { after: number | null; before: number | null } = { after: null, before: null }
  const wrong = ({ from, to }: Pick<Token, 'from' | 'to'>, text: string, hint: string) =>
    err<QueryFault>({ code: 'query.wrong', text, hint, from, to })
  if (line.length > QUERY_LIMIT)
    return wrong(
      { from: QUERY_LIMIT, to: line.length },
      'This query is too long.',
      `Keep it below ${QUERY_LIMIT} characters.`,
    )

  for (const token of tokensOf(line)) {
    const { key: name, not, value: raw } = token
    if (terms.length + pieces.length >= MOST_PARTS)
      return wrong(token, 'This query has too many parts.', `Keep it to ${MOST_PARTS}.`)
    if (raw.startsWith('"') && !isClosed(raw))
      return wrong(
        token,
        'The closing quote is missing.',
        'Write " at the end of the text as well.',
      )
    const value = unquoted(raw)
    const time = timeKeys.find((one) => one === name)
    const key = factKeys.find((one) => one === name) ?? (name === null ? undefined : aliases[name])
    if (name === null || (time === undefined && key === undefined)) {
      // A drive, an address or a stray colon is text like any other, but a key that nobody knows is
      // a slip of the hand.
      if (
        name !== null &&
        raw !== '' &&
        !raw.startsWith('/') &&
        !raw.startsWith('\\') &&
        !/^\d/.test(raw)
      ) {
        return wrong(
          token,
          `There is no key "${name}".`,
          `Keys: ${queryKeys.join(', ')}. To find it as text, put it in quotes.`,
        )
      }
      const text = (name === null ? value : `${name}:${value}`).toLowerCase().trim()
      if (text !== '') pieces.push({ text, not })
      continue
    }
    if (value === '') return wrong(token, `"${name}:" needs a value.`, example(key ?? 'after'))
    if (time !== undefined) {
      const at = not ? null : timeOf(value, now)
      if (at === null)
        return wrong(
          token,
          `"${token.text}" is no time.`,
          'Write 15m, 24h, 7d, 2w, today, 2026-11-21 or 2026-11-21T14:30.',
        )
      times[time] =
        time === 'after' ? Math.max(at, times.after ?? at) : Math.min(at, times.before ?? at)
      continue
    }
    if (key === undefined) continue
    const values = valuesOf(key, raw)
    if (!values.ok) return wrong(token, values.error, example(key))
    terms.push({ key, not, values: values.value })
  }
  return ok({ terms, pieces, since: times.after, until: times.before })
}

function valuesOf(key: FactKey, raw: string): Result<readonly string[], string> {
  const closed = closedValues[key]
  if (key === 'tier') {
    const bound = /^(<=|>=|<|>)(r[0-4])$/i.exec(raw)
    if (bound !== null) {
      const at = tiers.findIndex((tier) => tier === bound[2]?.toUpperCase())
      const holds = (position: number): boolean =>
        ({ '<': position < at, '<=': position <= at, '>': position > at, '>=': position >= at })[
          bound[1] ?? ''
        ] ?? false
      const meant = tiers.filter((_, position) => holds(position))
      return meant.length === 0 ? err(`No tier is ${raw}.`) : ok(meant)
    }
  }
  // A quoted value is one value, commas and all.
  const parts = raw.startsWith('"') ? [unquoted(raw)] : raw.split(',').filter((part) => part !== '')
  if (parts.length === 0) return err(`"${key}:" needs a value.`)
  if (closed === undefined)
    return ok(
      key === 'host'
        ? parts.map((part) => part.toLowerCase())
        : key === 'by'
          ? parts.map(currentName)
          : parts,
    )
  const values: string[] = []
  for (const part of parts) {
    const small = part.toLowerCase()
    const meant = part.includes('*')
      ? closed.filter((each) => globOf(small).test(each.toLowerCase()))
      : closed.filter((each) => each.toLowerCase() === currentName(small) || said[small] === each)
    if (meant.length === 0) return err(`"${part}" is no ${key}.`)
    values.push(...meant)
  }
  return ok(values)
}

/** What people call the three decisions. */
const said: Readonly<Record<string, string>> = {
  ask: 'confirm',
  allowed: 'allow',
  denied: 'deny',
  asked: 'confirm',
}

/** `*` means any characters. */
export const globOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

function example(key: FactKey | 'after'): string {
  const closed = key === 'after' ? undefined : closedValues[key]
  if (closed !== undefined) return `It takes: ${closed.join(', ')}.`
  const some: Partial<Record<FactKey | 'after', string>> = {
    host: 'host:*.example.com',
    path: 'path:/home/ada/notes',
    after: 'after:7d',
  }
  return `Such as ${some[key] ?? `${key}:name`}.`
}

const isClosed = (raw: string): boolean =>
  raw.length > 1 && raw.endsWith('"') && !/(^|[^\\])(\\\\)*\\"$/.test(raw)
const unquoted = (raw: string): string =>
  raw.startsWith('"')
    ? raw.slice(1, isClosed(raw) ? -1 : undefined).replaceAll(/\\(.)/g, '$1')
    : raw

/** A value as the line has to say it. */
export const quoted = (value: string): string =>
  /^[^\s",]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

/**
 * The line with a term put in, in place of what it says about that key; with no values, without it.
 */
export function withTerm(line: string, key: string, values: readonly string[]): string {
  const stored = tokensOf(line).filter(
    (token) => token.not || (token.key !== key && aliases[token.key ?? ''] !== key),
  )
  const added =
    values.length === 0
      ? []
      : [`${key}:${values.length === 1 ? quoted(values[0] ?? '') : values.join(',')}`]
  return [...stored.map(({ text }) => text), ...added].join(' ')
}
