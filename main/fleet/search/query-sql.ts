// Turns a query into a condition for PostgreSQL. Pure. Everything that a person typed is a value
// beside the statement, never a part of it. Of a term the condition says exactly what journal-match
// says; of a piece of text it lets through more, and anyone who reads the rows looks at them again.
import { renamedWords } from '../../../contract/journal/earlier-names.ts'
import { words } from '../../../contract/journal/journal-facts.ts'
import { isWhole } from '../../../contract/journal/journal-match.ts'
import type { JournalQuery, Piece, Term } from '../../../contract/journal/journal-query.ts'
import { momentOf } from '../copy-text.ts'
import { SEVERAL_HOSTS } from '../schema/versions.ts'

/** Gives a value its place: `$1`, `$2` … */
export type Bind = (value: string | readonly string[] | number) => string

/** Of the columns of `gatehouse.entries`, whose tables have that version. */
export function conditionsOf(query: JournalQuery, bind: Bind, version: number): readonly string[] {
  const { terms, pieces, since, until } = query
  return [
    ...(since === null ? [] : [`at >= ${bind(momentOf(since))}::timestamptz`]),
    ...(until === null ? [] : [`at < ${bind(momentOf(until))}::timestamptz`]),
    ...terms.map((term) => {
      const holds = holdsFor(term, bind, version)
      return term.not ? `not coalesce(${holds}, false)` : holds
    }),
    ...pieces.flatMap((piece) => wordConditions(piece, bind)),
  ]
}

function holdsFor({ key, values }: Term, bind: Bind, version: number): string {
  const globs = values.filter((value) => value.includes('*'))
  const exact = values.filter((value) => !value.includes('*'))
  const any = [
    ...(exact.length === 0
      ? []
      : key === 'path'
        ? exact.map((value) => pathCondition(value, bind))
        : [exactCondition(key, exact, bind, version)]),
    ...(globs.length === 0 ? [] : [globCondition(key, globs, bind)]),
  ]
  return `(${any.join(' or ')})`
}

/** What a principal is, which is a fact beside its name. */
export const principalKinds: readonly string[] = [
  'person',
  'agent',
  'subagent',
  'mcp-client',
  'schedule',
  'cli',
]

/** Columns hold the first value of their key; all of it is in the facts. */
function exactCondition(
  key: Term['key'],
  values: readonly string[],
  bind: Bind,
  version: number,
): string {
  const wanted = values.map(storable)
  if (key === 'kind' || key === 'tool') return `${key} = any(${bind(wanted)})`
  if (key === 'principal' && !values.some((value) => principalKinds.includes(value)))
    return `principal = any(${bind(wanted)})`
  if (key === 'host')
    return version < SEVERAL_HOSTS
      ? `(host is not null and ${factsWith(key, wanted, bind)})`
      : `(host = any(${bind(wanted)}) or (${severalHosts(wanted, bind)}))`
  return factsWith(key, wanted, bind)
}

/** As the index of rows that reached several hosts says it. */
export const severalHosts = (hosts: readonly string[], bind: Bind): string =>
  `host is not null and gatehouse.several_hosts(facts) and ${factsWith('host', hosts, bind)}`

const factsWith = (key: Term['key'], values: readonly string[], bind: Bind): string =>
  `facts && ${bind(values.map((value) => `${key}=${value}`))}::text[]`

function globCondition(key: Term['key'], globs: readonly string[], bind: Bind): string {
  const patterns = (before: string): string =>
    `${bind(globs.map((glob) => storable(before + glob.split('*').map(likeText).join('%'))))}::text[]`
  if (key === 'kind' || key === 'tool') return `${key} like any(${patterns('')})`
  return `exists (select from unnest(facts) fact where fact like any(${patterns(likeText(`${key}=`))}))`
}

const PATH = `fact like 'path=%' and`
const SLASHED = `replace(substr(fact, 6), '\\', '/')`

function pathCondition(value: string, bind: Bind): string {
  const wanted = storable(value.replaceAll('\\', '/').replace(/\/+$/, ''))
  const holds = !isWhole(value)
    ? `strpos(${SLASHED} || '/', ${bind(`/${wanted}/`)}) > 0`
    : wanted === ''
      ? 'true'
      : `(${SLASHED} = ${bind(wanted)} or starts_with(${SLASHED}, ${bind(`${wanted}/`)}))`
  return `exists (select from unnest(facts) fact where ${PATH} ${holds})`
}

/**
 * Words are in the body as they do in its text, but for what small letters come from, and for
 * what an earlier version called otherwise.
 */
function wordConditions({ text, not }: Piece, bind: Bind): readonly string[] {
  if (not) return []
  return words(text)
    .filter((word) => !renamedWords.some((renamed) => renamed.startsWith(word)))
    .map((word) => `(body collate "C") ilike ${bind(`%${bodyPattern(word)}%`)}`)
}

/** Two letters beyond ASCII have a small form within it: a Kelvin sign and a dotted capital I. */
const bodyPattern = (word: string): string =>
  word.replaceAll(/[ik]/g, '_').replaceAll(/[^a-z0-9_]+/g, '%')

const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** As rows are sent: PostgreSQL has no zero character, and no halves of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
