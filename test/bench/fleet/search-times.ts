// How soon a person has an answer: searches by tool, host or person within one day, as the program
// makes them, over as many rows as wanted.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { parseFleetQuery } from '../../../contract/fleet/fleet-query.ts'
import { KNOWN } from '../../../main/fleet/schema/versions.ts'
import { searchRows } from '../../../main/fleet/search/search-rows.ts'
import { readBody } from '../../../main/store/journal/read-entry.ts'
import type { Postgres } from '../../fakes/postgres.ts'
import type { BenchLine } from '../line.ts'
import { copyDays } from './copy-days.ts'
import { HOSTS, hostName, makeDay, tools } from './many-rows.ts'

const SEARCHES = 150
const COLD_SEARCHES = 30
/** With all indexes, as a file system keeps them that does not compress. */
const BYTES_A_ROW = 1_100
const DAY = 86_400_000
/** The last of the days. */
const LAST = Date.UTC(2026, 10, 26)
/** Left on the disk, whatever was wanted. */
const LEFT_FREE = 10_000_000_000

export type Wanted = {
  readonly rows: number
  readonly days: number
  /** What there is not time for stays out. */
  readonly minutes: number
  readonly machines: number
  readonly people: number
  /** True: they were made before. */
  readonly kept: boolean
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export async function searching(postgres: Postgres, wanted: Wanted): Promise<readonly BenchLine[]> {
  if (!wanted.kept)
    console.error(
      `${wanted.rows.toLocaleString('en')} rows need ${Math.ceil((wanted.rows * BYTES_A_ROW) / 1e9)} GB below ${postgres.folder}, or a fifth of it where the file system compresses`,
    )
  const made = wanted.kept ? await withClient(postgres, keptDays) : await makeDays(postgres, wanted)
  const day = Math.floor(wanted.rows / wanted.days).toLocaleString('en')
  const lines: BenchLine[] = []
  const passes = [
    { state: 'cold', rounds: COLD_SEARCHES, among: made },
    { state: 'any day', rounds: SEARCHES, among: made },
    // The first of them is not counted: it brings the day into memory.
    { state: null, rounds: COLD_SEARCHES, among: 1 },
    { state: 'a day that was searched before', rounds: SEARCHES, among: 1 },
  ]
  for (const { state, rounds, among } of passes) {
    if (state === 'cold') await forget(postgres)
    const times = await withClient(postgres, (admin) => searchTimes(admin, among, wanted, rounds))
    if (state === null) continue
    for (const [kind, each] of Object.entries(times)) {
      const [p50, p95] = [percentile(each, 0.5), percentile(each, 0.95)]
      lines.push({
        name: `search by ${kind} in a day of ${day} rows of ${made} days, ${state}, p95 (p50: ${p50.toFixed(1)} ms)`,
        value: `${p95.toFixed(1)} ms`,
        ...(state === 'cold'
          ? { goal: null, holds: null }
          : { goal: 'below 300 ms', holds: p95 < 300 }),
      })
    }
  }
  return [...lines, await withClient(postgres, sizes)]
}

async function withClient<T>(postgres: Postgres, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = await postgres.client()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Starts the database again, and takes its files out of the system's memory. */
async function forget(postgres: Postgres): Promise<void> {
  await postgres.restart()
  const base = join(postgres.folder, '../data/base')
  const files = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  for (const file of files)
    spawnSync('dd', [`if=${file}`, 'of=/dev/null', 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
}

async function sizes(admin: Client): Promise<BenchLine> {
  const { rows } = await admin.query<{ bytes: string; rows: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes, sum(greatest(c.reltuples, 0)) as rows
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'gatehouse.entries'::regclass and c.relname ~ '^entries_[0-9]{8}$'`,
  )
  const { bytes, rows: count } = rows[0] ?? { bytes: '0', rows: '1' }
  return {
    name: `${Number(count).toLocaleString('en', { maximumFractionDigits: 0 })} rows with their indexes, bytes a row`,
    value: (Number(bytes) / Number(count)).toFixed(0),
    goal: null,
    holds: null,
  }
}

/** As many of the days, oldest first, as disk and time allow: one made, the others copied from it. */
async function makeDays(postgres: Postgres, wanted: Wanted): Promise<number> {
  const end = performance.now() + wanted.minutes * 60_000
  const first = firstOf(wanted.days)
  const dates = Array.from({ length: wanted.days }, (_, day) => dateOf(first + day * DAY))
  const [from = '', ...later] = dates
  const free = (): number => {
    const { bavail, bsize } = statfsSync(postgres.folder)
    return bavail * bsize
  }
  const before = free()
  await withClient(postgres, (admin) =>
    makeDay(admin, from, Math.floor(wanted.rows / wanted.days), wanted.machines),
  )
  const size = before - free()
  console.error(`${from}: ${(size / 1e9).toFixed(2)} GB`)
  const full = (): boolean => free() - 2 * size < LEFT_FREE || performance.now() > end
  return later.length === 0 ? 1 : 1 + (await copyDays(postgres, from, later, full))
}

/** Days that an earlier run has left. */
async function keptDays(admin: Client): Promise<number> {
  const { rows } = await admin.query<{ readonly days: number; readonly version: number }>(
    `select count(*) filter (where c.relname between 'entries_${dateOf(firstOf(30)).replaceAll('-', '')}' and 'entries_${dateOf(LAST).replaceAll('-', '')}')::int as days,
       gatehouse.version() as version
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'gatehouse.entries'::regclass`,
  )
  const { days, version } = rows[0] ?? { days: 0, version: 0 }
  if (version !== KNOWN.newest)
    throw new Error(`The kept tables have version ${version}, not ${KNOWN.newest}.`)
  if (days === 0) throw new Error('Nothing was kept there.')
  return days
}

const firstOf = (days: number): number => LAST - (days - 1) * DAY

/** Milliseconds of each search, by what was searched for. */
export async function searchTimes(
  admin: Client,
  made: number,
  { days, people }: Pick<Wanted, 'days' | 'people'>,
  rounds: number,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const one = {
    tool: () => `tool:${tools[randomInt(tools.length)]}`,
    host: () => `host:${hostName(1 + randomInt(HOSTS))}`,
    person: () => `person:p${randomInt(people)}`,
  }
  const asks = {
    ...one,
    'tool and person': () => `${one.tool()} ${one.person()}`,
    'host and person': () => `${one.host()} ${one.person()}`,
  }
  const times: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, ask] of Object.entries(asks)) {
      const first = firstOf(days) + randomInt(Math.max(1, made)) * DAY
      const line = `${ask()} after:${first} before:${first + DAY}`
      const query = parseFleetQuery(line, LAST)
      if (!query.ok) throw new Error(query.error.text)
      const began = performance.now()
      const page = await searchRows(admin, {
        query: query.value,
        before: null,
        limit: 50,
        readBody,
      })
      ;(times[kind] ??= []).push(performance.now() - began)
      if (kind === 'tool' && page.rows.length === 0) throw new Error(`nothing was found: ${line}`)
    }
  return times
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
