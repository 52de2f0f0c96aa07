// How many rows of all machines fit a query, as far as counting is cheap: up to a bound, within a
// time, and only where the database alone can tell.
import type { Client } from 'pg'
import type { FleetQuery } from '../../../contract/fleet/fleet-query.ts'
import type { FleetCount } from '../../../contract/fleet/fleet-search.ts'
import { codeOf } from '../database-failure.ts'
import { conditionsOf } from './query-sql.ts'
import { limitStatements, machinesFor } from './search-rows.ts'

/** Counted up to here. */
const MOST = 10_000
const LIMIT_MS = 3_000
const CANCELLED = '57014'

const unknown: FleetCount = { count: null, more: false }

/** Unknown: it would take too long, or free text has to be looked for in each row. */
export async function countRows(client: Client, query: FleetQuery): Promise<FleetCount> {
  // What the database says of text lets more through than fits.
  if (query.rows.pieces.length > 0) return unknown
  const version = await limitStatements(client, LIMIT_MS)
  const machines = await machinesFor(client, query)
  if (machines?.length === 0) return { count: 0, more: false }
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    `kind <> 'unreadable'`,
    ...(machines === null ? [] : [`machine = any(${bind(machines)})`]),
    ...conditionsOf(query.rows, bind, version),
  ]
  try {
    const { rows } = await client.query<{ readonly count: string }>(
      `select count(*) as count from (select from gatehouse.entries
       where ${conditions.join(' and ')} limit ${MOST + 1}) fitting`,
      values,
    )
    const count = Number(rows[0]?.count ?? 0)
    return { count: Math.min(count, MOST), more: count > MOST }
  } catch (error) {
    if (codeOf(error) === CANCELLED) return unknown
    throw error
  }
}
