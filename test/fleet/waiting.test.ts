// A machine that keeps a transaction open makes others wait: for how long, and what ends it. In a real
// PostgreSQL.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from 'pg'
import { parseFleetQuery } from '../../contract/fleet/fleet-query.ts'
import { databaseFailure } from '../../main/fleet/database-failure.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { searchRows } from '../../main/fleet/search/search-rows.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { machine, machineKey } from './fleet-journal.ts'

const DAY = 86_400_000
const dateIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  const newest = schemaSql(4)
  await postgres.sql(schemaSql().slice(0, -newest.length))
  await join('early')
  await postgres.sql(`alter role ${roleOf(machine('early'))} reset all`)
  await postgres.sql(newest)
  for (const name of ['mallory', 'ada']) await join(name)
})
afterAll(() => postgres.stop())

const join = (name: string): Promise<void> =>
  postgres.sql(
    addMachineSql({ machine: machine(name), person: name, publicKey: machineKey().publicKey }),
  )

const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => undefined)
})
async function as(name: string | null): Promise<Client> {
  const client = await postgres.client(name === null ? undefined : roleOf(machine(name)))
  open.push(client)
  return client
}

/** The function of the tables, with that patience instead of two minutes. */
async function withPatience(interval: string): Promise<void> {
  const admin = await as(null)
  const { rows } = await admin.query<{ readonly text: string }>(
    `select pg_get_functiondef('gatehouse.end_stuck()'::regprocedure) as text`,
  )
  await admin.query((rows[0]?.text ?? '').replace(/interval '[^']+'/, `interval '${interval}'`))
}

const ROW = `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash)
  values ('mallory', 1, '1970-01-01', 'fault', '{}', 'x', repeat('a', 64))`

const holds = [
  ['opened a day', 'select gatehouse.open_day(current_date - 100)'],
  ['added a row that belongs to no day', ROW],
  [
    'took the lock that days are opened under',
    `select pg_advisory_xact_lock(hashtext('gatehouse.open_day'))`,
  ],
] as const

test.each(holds.map(([does, sql], index) => [does, sql, dateIn(-50 - index)] as const))(
  'a machine that %s and then does nothing is disconnected by the next one that opens a day',
  async (_does, sql, day) => {
    const mallory = await as('mallory')
    await mallory.query('set idle_in_transaction_session_timeout = 0; set lock_timeout = 0')
    await mallory.query('begin')
    await mallory.query(sql)
    await withPatience('0')
    const ada = await as('ada')
    await ada.query('select gatehouse.open_day($1::date)', [day])
    await expect(mallory.query('commit')).rejects.toThrow(/terminat|not queryable|closed/i)
    const admin = await as(null)
    const { rows } = await admin.query(`select to_regclass($1) is not null as there`, [
      `gatehouse.entries_${day.replaceAll('-', '')}`,
    ])
    expect(rows).toEqual([{ there: true }])
  },
)

test('a search that waits for such a machine ends it, and answers', async () => {
  const mallory = await as('mallory')
  await mallory.query('set idle_in_transaction_session_timeout = 0')
  await mallory.query('begin')
  await mallory.query('select gatehouse.open_day(current_date - 101)')
  await withPatience('0')
  const query = parseFleetQuery('machine:mallory', Date.now())
  if (!query.ok) throw new Error(query.error.text)
  const found = await searchRows(await as(null), {
    query: query.value,
    before: null,
    limit: 5,
    readBody,
    limits: { page: 60_000, statement: 500 },
  })
  expect(found).toEqual({ rows: [], next: null, unreadable: 0 })
  await expect(mallory.query('commit')).rejects.toThrow(/terminat|not queryable|closed/i)
})

test('a machine in the middle of its batch is left alone, and so is everybody who is no machine', async () => {
  await withPatience('2 minutes')
  const [mallory, ada, admin] = [await as('mallory'), await as('ada'), await as(null)]
  for (const client of [mallory, admin]) {
    await client.query('begin')
    await client.query('select gatehouse.version()')
  }
  expect((await ada.query('select gatehouse.end_stuck() as ended')).rows).toEqual([{ ended: 0 }])
  await withPatience('0')
  expect((await ada.query('select gatehouse.end_stuck() as ended')).rows).toEqual([{ ended: 1 }])
  await admin.query('commit')
  await expect(mallory.query('commit')).rejects.toThrow(
    /terminat|not queryable|closed|EPIPE|ECONNRESET/i,
  )
})

test('where the owner of the tables may end nobody, opening a day waits as it did before', async () => {
  await withPatience('0')
  const admin = await as(null)
  await admin.query(
    `create role small nosuperuser; grant usage on schema gatehouse to small;
     grant select on gatehouse.machines to small; grant create on schema gatehouse to small;
     alter function gatehouse.end_stuck() owner to small`,
  )
  try {
    const mallory = await as('mallory')
    await mallory.query('begin; select gatehouse.version()')
    const ada = await as('ada')
    expect((await ada.query('select gatehouse.end_stuck() as ended')).rows).toEqual([{ ended: 0 }])
    await mallory.query('commit')
  } finally {
    await admin.query('alter function gatehouse.end_stuck() owner to admin')
  }
})

test.each(['early', 'ada'])('the role of %s has limits for what does not go on', async (name) => {
  const client = await as(name)
  const { rows } = await client.query(
    `select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`,
  )
  expect(rows).toEqual([{ idle: '1min', lock: '20s' }])
})

test('a batch that hangs is ended by the database, and the machine gets the reason', async () => {
  const ada = await as('ada')
  await ada.query(`set idle_in_transaction_session_timeout = '50ms'`)
  await ada.query('begin')
  const ended = new Promise((resolve) => ada.once('end', resolve))
  await ended
  await expect(ada.query('commit')).rejects.toThrow(/terminat|not queryable|closed/i)
})

test('a wait for another machine is said as that', async () => {
  const [mallory, ada] = [await as('mallory'), await as('ada')]
  await withPatience('2 minutes')
  await mallory.query('begin')
  await mallory.query(holds[2][1])
  await ada.query(`set lock_timeout = '50ms'`)
  const failed = await ada
    .query('select gatehouse.open_day($1::date)', [dateIn(-60)])
    .catch((error: unknown) => error)
  expect(
    databaseFailure(failed, {
      host: 'db.example.org',
      port: 5432,
      database: 'gatehouse',
      user: 'x',
      ca: null,
    }),
  ).toEqual({
    code: 'fleet.slow',
    text: 'Another machine keeps the database at db.example.org waiting.',
    hint: 'Gatehouse tries again. A machine that holds it for two minutes is disconnected.',
  })
})
