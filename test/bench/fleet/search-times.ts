// How soon a person has an answer: searches by tool, host or person within one day, as the program
// makes them, over as many rows as wanted.
import { randomInt } from 'node:crypto'
import { statfsSync } from 'node:fs'
import type { Client } from 'pg'
import { parseFleetQuery } from '../../../contract/fleet/fleet-query.ts'
import { searchRows } from '../../../main/fleet/search/search-rows.ts'
import { readBody } from '../../../main/store/journal/read-entry.ts'
import type { Postgres } from '../../fakes/postgres.ts'
import type { BenchLine } from '../line.ts'
import { HOSTS, hostName, makeDay, tools } from './many-rows.ts'

const SEARCHES = 150
const DAY = 86_400_000
/** The last of the days. */
const LAST = Date.UTC(2026, 10, 26)
/** Left on the disk, whatever was wanted. */
const LEFT_FREE = 24_000_000_000

export type Wanted = {
  readonly rows: number
  readonly days: number
  /** What there is not time for stays out. */
  readonly minutes: number
  readonly machines: number
  readonly people: number
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export async function searching(postgres: Postgres, wanted: Wanted): Promise<readonly BenchLine[]> {
  const admin = await postgres.client()
  const made = await makeDays(admin, postgres.folder, wanted)
  const { rows: sizes } = await admin.query<{ bytes: string; rows: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes, sum(greatest(c.reltuples, 0)) as rows
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'gatehouse.entries'::regclass and c.relname ~ '^entries_[0-9]{8}$'`,
  )
  const times = await searchTimes(admin, made, wanted.people)
  await admin.end()
  const { bytes = '0', rows = '1' } = sizes[0] ?? {}
  const day = Math.floor(wanted.rows / wanted.days).toLocaleString('en')
  const all = Number(rows).toLocaleString('en', { maximumFractionDigits: 0 })
  return [
    ...Object.entries(times).map(([kind, each]): BenchLine => {
      const p95 = percentile(each, 0.95)
      return {
        name: `search by ${kind} in a day of ${day} rows, ${made} days, p95`,
        value: `${p95.toFixed(1)} ms`,
        goal: 'below 300 ms',
        holds: p95 < 300,
      }
    }),
    {
      name: `${all} rows with their indexes, bytes a row`,
      value: (Number(bytes) / Number(rows)).toFixed(0),
      ...{ goal: null, holds: null },
    },
  ]
}

/** As many of the days, newest first, as disk and time allow. */
async function makeDays(admin: Client, folder: string, wanted: Wanted): Promise<number> {
  const end = performance.now() + wanted.minutes * 60_000
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  let made = 0
  let [size, took] = [0, 0]
  while (made < wanted.days) {
    const [before, began] = [free(), performance.now()]
    if (before - 2 * size < LEFT_FREE || began + took > end) break
    const rows = Math.floor(wanted.rows / wanted.days)
    await makeDay(admin, dateOf(LAST - made * DAY), rows, wanted.machines)
    made += 1
    size = before - free()
    took = performance.now() - began
    console.error(`day ${made}: ${(took / 1_000).toFixed(0)} s, ${(size / 1e9).toFixed(2)} GB`)
  }
  return made
}

async function searchTimes(admin: Client, days: number, people: number) {
  const times: Record<'tool' | 'host' | 'person', number[]> = { tool: [], host: [], person: [] }
  const asks = {
    tool: () => `tool:${tools[randomInt(tools.length)]}`,
    host: () => `host:${hostName(1 + randomInt(HOSTS))}`,
    person: () => `person:p${randomInt(people)}`,
  }
  for (let round = 0; round < SEARCHES * 3; round += 1) {
    const kind = (['tool', 'host', 'person'] as const)[round % 3] ?? 'tool'
    const first = LAST - randomInt(Math.max(1, days)) * DAY
    const line = `${asks[kind]()} after:${first} before:${first + DAY}`
    const query = parseFleetQuery(line, LAST)
    if (!query.ok) throw new Error(query.error.text)
    const began = performance.now()
    const page = await searchRows(admin, { query: query.value, before: null, limit: 50, readBody })
    times[kind].push(performance.now() - began)
    if (kind === 'tool' && page.rows.length === 0) throw new Error(`nothing was found: ${line}`)
  }
  return times
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
