// Finds rows of all machines, newest first, a bounded piece of work at a time. It goes back in
// stretches of time that grow while little is found, so that what is frequent is found in the newest
// rows, and what is rare by an index over a long time.
import type { Client } from 'pg'
import { isMeant, type FleetQuery } from '../../../contract/fleet/fleet-query.ts'
import type { FleetPage, FleetPosition, FleetRow } from '../../../contract/fleet/fleet-search.ts'
import { MachineName } from '../../../contract/fleet/machine.ts'
import type { JournalQuery } from '../../../contract/journal/journal-query.ts'
import { textOf, type Facts } from '../../../contract/journal/journal-facts.ts'
import { matcher } from '../../../contract/journal/journal-match.ts'
import { momentOf } from '../copy-text.ts'
import { codeOf } from '../database-failure.ts'
import { schemaOf } from '../list-machines.ts'
import { ENDS_STUCK } from '../schema/versions.ts'
import { factsIn, type ReadBody } from './stored-row.ts'
import { indexReads } from './index-reads.ts'
import { conditionsOf } from './query-sql.ts'

export type RowSearch = {
  readonly query: FleetQuery
  readonly before: FleetPosition | null
  readonly limit: number
  readonly readBody: ReadBody
  /** What one page may take, and what one statement. Milliseconds. */
  readonly limits?: { readonly page: number; readonly statement: number }
}

const LIMITS = { page: 4_000, statement: 8_000 }
/** Rows that are read in one go where some of them may not fit. */
const PIECE = 200
/** Characters of rows in one page. */
const MOST_CHARACTERS = 2_000_000
const SPAN = { first: 3_600_000, indexed: 86_400_000, most: 400 * 86_400_000, least: 60_000 }
const ISO = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const CANCELLED = '57014'

type Stored = {
  readonly machine: string
  readonly seq: string
  readonly moment: string
  readonly facts: readonly string[]
  readonly body: string
  readonly hash: string
}

export async function searchRows(client: Client, search: RowSearch): Promise<FleetPage> {
  const { query, limit, readBody, limits = LIMITS } = search
  const version = await limitStatements(client, limits.statement)
  const unstuck = <T>(work: () => Promise<T>): Promise<T> => endingStuck(client, version, work)
  const machines = await machinesFor(client, query)
  const matches = matcher(query.rows)
  const rows: FleetRow[] = []
  const end = performance.now() + limits.page
  let position = search.before
  let span = indexReads(query.rows, machines, version, () => '').indexed ? SPAN.indexed : SPAN.first
  let characters = 0
  let unreadable = 0
  const page = (next: FleetPosition | null): FleetPage => ({ rows, next, unreadable })
  if (machines?.length === 0) return page(null)
  for (;;) {
    const top =
      topOf(query.rows, position, span) ??
      (await unstuck(() => newestBefore(client, position, query)))
    if (top === null) return page(null)
    // Only text is looked for again in what comes.
    const piece = query.rows.pieces.length > 0 ? PIECE : Math.min(PIECE, limit - rows.length)
    const stretch = stretchOf({ query: query.rows, machines, version, position, top, span, piece })
    let found: readonly Stored[]
    try {
      found = await unstuck(
        async () => (await client.query<Stored>(stretch.text, stretch.values)).rows,
      )
    } catch (error) {
      if (codeOf(error) !== CANCELLED) throw error
      if (rows.length > 0 && position !== null) return page(position)
      if (span <= SPAN.least) throw error
      span = Math.max(SPAN.least, span / 16)
      continue
    }
    for (const row of found) {
      const { machine, seq, moment, hash } = row
      position = {
        at: moment,
        row: { machine: MachineName.parse(machine), seq: Number(seq), hash },
      }
      const read = readBody(row.body)
      if (read === null) {
        unreadable += 1
        continue
      }
      const facts: Facts = factsIn(row.facts)
      if (!matches({ at: read.at, facts, text: textOf(read.entry) })) continue
      characters += row.body.length
      rows.push({ ...position.row, at: read.at, entry: read.entry } as FleetRow)
      if (rows.length === limit || characters > MOST_CHARACTERS) return page(position)
    }
    if (found.length < piece) {
      if (stretch.low === null) return page(null)
      position = { at: stretch.low, row: null }
      span = Math.min(span * 4, SPAN.most)
    }
    if (performance.now() > end) return page(position)
  }
}

/**
 * Ends at the time limit, or when its connection is gone: then nobody waits for the answer. Gives the
 * version of the tables.
 */
export async function limitStatements(client: Client, milliseconds: number): Promise<number> {
  await client.query(
    `set statement_timeout = ${Math.round(milliseconds)}; set client_connection_check_interval = 500`,
  )
  return schemaOf(client)
}

/** What took too long may have waited for a machine that does nothing, instead of reading. */
async function endingStuck<T>(client: Client, version: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== CANCELLED || version < ENDS_STUCK) throw error
    const { rows } = await client.query<{ readonly ended: number }>(
      'select gatehouse.end_stuck() as ended',
    )
    if (rows[0]?.ended === 0) throw error
    return work()
  }
}

/** Null: all of them. */
export async function machinesFor(
  client: Client,
  { machines }: FleetQuery,
): Promise<readonly string[] | null> {
  if (machines.length === 0) return null
  const { rows } = await client.query<{ readonly machine: string; readonly person: string }>(
    'select machine, person from gatehouse.machines',
  )
  return rows.filter((row) => isMeant(machines, row)).map(({ machine }) => machine)
}

/** Where all that is asked for is one stretch, nothing is to be found out first. */
const topOf = (
  { since, until }: JournalQuery,
  position: FleetPosition | null,
  span: number,
): string | null =>
  since === null || until === null || until - since > span
    ? null
    : (position?.at ?? momentOf(until))

/** The moment of the newest row that is left, so that no time without rows is gone through. */
async function newestBefore(
  client: Client,
  position: FleetPosition | null,
  { rows: { since, until } }: FleetQuery,
): Promise<string | null> {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [...conditionsOf({ terms: [], pieces: [], since, until }, bind, 0)]
  if (position !== null) conditions.push(`at <= $${values.push(position.at)}::timestamptz`)
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const { rows } = await client.query<{ readonly moment: string | null }>(
    `select ${ISO.replace('at at', 'max(at) at')} as moment from gatehouse.entries${where}`,
    values,
  )
  return rows[0]?.moment ?? null
}

type Stretch = {
  readonly query: JournalQuery
  readonly machines: readonly string[] | null
  readonly version: number
  readonly position: FleetPosition | null
  readonly top: string
  readonly span: number
  readonly piece: number
}

function stretchOf({ query, machines, version, position, top, span, piece }: Stretch) {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const lowest = Date.parse(top) - span
  const low =
    span >= SPAN.most || Number.isNaN(lowest) || (query.since !== null && lowest < query.since)
      ? null
      : new Date(lowest).toISOString().replace(/Z$/, '000Z')
  const { reads, rest } = indexReads(query, machines, version, bind)
  const conditions = [
    ...conditionsOf(rest, bind, version),
    `at <= ${bind(top)}::timestamptz`,
    ...(low === null ? [] : [`at > ${bind(low)}::timestamptz`]),
    ...(position === null || position.row === null ? [] : [after(position.at, position.row, bind)]),
  ].join(' and ')
  const order = `order by at desc, machine, seq desc, hash limit ${piece}`
  const parts = reads.map(
    (read) =>
      `(select machine, seq, at, facts, body, hash from gatehouse.entries
        where ${read} and ${conditions} ${order})`,
  )
  return {
    low,
    values,
    text: `select machine, seq, ${ISO} as moment, facts, body, hash from (
      ${parts.join(' union all ')}) parts ${order}`,
  }
}

/** Behind that row, in the order of a page. */
function after(
  at: string,
  { machine, seq, hash }: NonNullable<FleetPosition['row']>,
  bind: (value: unknown) => string,
): string {
  const [moment, name, number, head] = [bind(at), bind(machine), bind(seq), bind(hash)]
  return `(at < ${moment}::timestamptz or machine > ${name}
    or (machine = ${name} and (seq < ${number} or (seq = ${number} and hash > ${head}))))`
}
