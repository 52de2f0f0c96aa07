// Days of rows from one day: its files, with every time in them moved by whole days, while the database
// is at rest. By SQL a day of three million rows takes minutes, for its indexes are made again; so it
// takes as long as a copy. The rows are the same ones on other days: a search reads one day.
import { chownSync, closeSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Postgres } from '../../fakes/postgres.ts'
import { fromTo, tableOf } from './many-rows.ts'

/** Whole pages, so that nothing that is looked for is cut in two. */
const CHUNK = 8_388_608
const DAY_MS = 86_400_000
/** PostgreSQL counts microseconds from 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const LETTERS = Buffer.from('{"at":')
const DIGITS = 13

type Relation = { readonly parent: string; readonly path: string }

/** `days` as 2026-11-20, at midnight. Gives how many were made before `until` says stop. */
export async function copyDays(
  postgres: Postgres,
  from: string,
  days: readonly string[],
  until: () => boolean,
): Promise<number> {
  const source = await withAdmin(postgres, (admin) => relationsOf(admin, from))
  const targets = await withAdmin(postgres, async (admin) => {
    const made = new Map<string, readonly Relation[]>()
    for (const day of days) made.set(day, await openDay(admin, day))
    await admin.query('checkpoint')
    return made
  })
  await postgres.end()
  let copied = 0
  try {
    for (const [day, relations] of targets) {
      if (until()) break
      const began = performance.now()
      for (const { parent, path } of source) {
        const target = relations.find((one) => one.parent === parent)
        if (target === undefined) throw new Error(`${day} has no ${parent}`)
        copyRelation(join(postgres.data, path), join(postgres.data, target.path), from, day)
      }
      copied += 1
      console.error(`${day}: ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    }
  } finally {
    await postgres.start()
  }
  await withAdmin(postgres, async (admin) => {
    for (const [at, day] of days.entries())
      if (at < copied) await takeSizes(admin, from, day)
      else await admin.query(`drop table ${tableOf(day)}`)
  })
  return copied
}

async function withAdmin<T>(postgres: Postgres, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = await postgres.client()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

async function openDay(admin: Client, day: string): Promise<readonly Relation[]> {
  const { from, to } = fromTo(day)
  await admin.query(
    `create table ${tableOf(day)} (like gatehouse.entries including defaults including constraints)`,
  )
  await admin.query(
    `alter table gatehouse.entries attach partition ${tableOf(day)} for values from (${from}) to (${to})`,
  )
  return relationsOf(admin, day)
}

/** The table and its indexes, each with what it is a part of. */
async function relationsOf(admin: Client, day: string): Promise<readonly Relation[]> {
  const { rows } = await admin.query<Relation>(
    `select i.inhparent::regclass::text as parent, pg_relation_filepath(i.inhrelid) as path
     from pg_inherits i where i.inhrelid = $1::regclass
       or i.inhrelid in (select indexrelid from pg_index where indrelid = $1::regclass)`,
    [tableOf(day)],
  )
  const aside = await admin.query<{ readonly bytes: string }>(
    'select pg_relation_size(reltoastrelid) as bytes from pg_class where oid = $1::regclass',
    [tableOf(day)],
  )
  if (aside.rows[0]?.bytes !== '0') throw new Error(`${day} has rows that are kept aside`)
  return rows
}

/** What the planner goes by; the rest it finds out for itself. */
async function takeSizes(admin: Client, from: string, day: string): Promise<void> {
  await admin.query(
    `update pg_class known set relpages = source.relpages, reltuples = source.reltuples,
       relallvisible = source.relallvisible
     from pg_inherits mine join pg_inherits its on its.inhparent = mine.inhparent
       join pg_class source on source.oid = its.inhrelid
     where known.oid = mine.inhrelid
       and (mine.inhrelid = $1::regclass or mine.inhrelid in (select indexrelid from pg_index where indrelid = $1::regclass))
       and (its.inhrelid = $2::regclass or its.inhrelid in (select indexrelid from pg_index where indrelid = $2::regclass))`,
    [tableOf(day), tableOf(from)],
  )
  await admin.query(
    `insert into pg_statistic select $1::regclass, ${STATISTICS} from pg_statistic
     where starelid = $2::regclass
       and staattnum <> (select attnum from pg_attribute where attrelid = $2::regclass and attname = 'at')`,
    [tableOf(day), tableOf(from)],
  )
  await admin.query(`set default_statistics_target = 10; analyze ${tableOf(day)} (at)`)
}

/** All columns of `pg_statistic` but the table: what is known of a column does not change with the day. */
const STATISTICS = [
  ...['staattnum', 'stainherit', 'stanullfrac', 'stawidth', 'stadistinct'],
  ...['stakind', 'staop', 'stacoll', 'stanumbers', 'stavalues'].flatMap((name) =>
    [1, 2, 3, 4, 5].map((slot) => `${name}${slot}`),
  ),
].join(', ')

function copyRelation(source: string, target: string, from: string, day: string): void {
  const owner = statSync(target).uid
  for (const [one, other] of filesOf(source, target)) {
    const [input, output] = [openSync(one, 'r'), openSync(other, 'w', 0o600)]
    try {
      const chunk = Buffer.alloc(CHUNK)
      for (let length = 0; (length = readSync(input, chunk, 0, CHUNK, null)) > 0;) {
        const piece = chunk.subarray(0, length)
        moveTimes(piece, from, day)
        for (let done = 0; done < length;) done += writeSync(output, piece, done)
      }
    } finally {
      closeSync(input)
      closeSync(output)
    }
    chownSync(other, owner, owner)
  }
}

/** A file for each gigabyte, and what says where there is room and what everybody can see. */
function* filesOf(source: string, target: string): Generator<readonly [string, string]> {
  for (let segment = 0; ; segment += 1) {
    const end = segment === 0 ? '' : `.${segment}`
    if (!existsSync(source + end)) break
    yield [source + end, target + end]
  }
  for (const end of ['_fsm', '_vm'])
    if (existsSync(source + end)) yield [source + end, target + end]
}

/** Times of that day: eight bytes in columns and indexes, thirteen digits in bodies. */
export function moveTimes(bytes: Buffer, from: string, day: string): void {
  const start = Date.parse(from)
  const later = Date.parse(day) - start
  const [least, most] = [(start - EPOCH_MS) * 1_000, (start + DAY_MS - EPOCH_MS) * 1_000]
  const [leastHigh, mostHigh] = [Math.floor(least / 2 ** 32), Math.floor(most / 2 ** 32)]
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  for (let at = 1; at < words.length; at += 2) {
    const high = words[at] as number
    if (high < leastHigh || high > mostHigh) continue
    const time = high * 2 ** 32 + ((words[at - 1] as number) >>> 0)
    if (time < least || time >= most) continue
    const moved = time + later * 1_000
    words[at] = Math.floor(moved / 2 ** 32)
    words[at - 1] = (moved % 2 ** 32) | 0
  }
  for (let at = bytes.indexOf(LETTERS); at !== -1; at = bytes.indexOf(LETTERS, at + 1)) {
    const digits = at + LETTERS.length
    const time = Number(bytes.toString('latin1', digits, digits + DIGITS))
    if (time >= start && time < start + DAY_MS) bytes.write(String(time + later), digits, 'latin1')
  }
}
