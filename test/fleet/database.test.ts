// What a machine's role may do in a real PostgreSQL, and what the database says of a past that was
// changed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from 'pg'
import { noContext } from '../../contract/journal/journal-facts.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { headText, type SignedHead } from '../../main/fleet/head-statement.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql, revokeMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { verifyFleet } from '../../main/fleet/verify-fleet.ts'
import type { RawRow } from '../../main/journal/chain.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { fleetLabels } from '../../main/wiring/fleet.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { chainOf, faults, machine, machineKey, NOON } from './fleet-journal.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
})
afterAll(() => postgres.stop())

const keys = new Map<string, ReturnType<typeof machineKey>>()

async function join(name: string): Promise<void> {
  const key = machineKey()
  keys.set(name, key)
  await postgres.sql(
    addMachineSql({
      machine: machine(name),
      person: `o'hara of ${name}`,
      publicKey: key.publicKey,
    }),
  )
}

const entriesOf = (rows: readonly RawRow[]) =>
  rows.map((row) => fleetEntry(row, readBody(row.body), noContext))

function headOf(name: string, row: RawRow | undefined, by = name): SignedHead {
  if (row === undefined) throw new Error('no row')
  const statement = { machine: machine(name), seq: row.seq, hash: row.hash, at: NOON }
  return { ...statement, signature: keys.get(by)?.sign(headText(statement)) ?? Buffer.alloc(64) }
}

async function as<T>(name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await postgres.client(roleOf(machine(name)))
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function send(name: string, rows: readonly RawRow[], head?: SignedHead): Promise<void> {
  await as(name, async (client) => {
    const sender = await openSender(client, machine(name))
    if (!sender.ok) throw new Error(sender.error.text)
    await sender.value.send(entriesOf(rows), head ?? headOf(name, rows.at(-1)))
  })
}

const check = async (name: string) => {
  const client = await postgres.client()
  try {
    const checks = await verifyFleet(client, fleetLabels)
    return checks.find((one) => one.machine === name)
  } finally {
    await client.end()
  }
}

test('rows arrive word for word, once, and the check finds nothing', async () => {
  await join('ada')
  const rows = chainOf([
    ...faults(1, 3),
    { kind: 'fault', text: 'tab\t, “quote"s\\, \n and ✓ \u0000' },
  ])
  await send('ada', rows)
  await send('ada', rows)
  const client = await postgres.client()
  const stored = await client.query(
    `select seq::int, kind, facts, body, hash from gatehouse.entries where machine = 'ada' order by seq`,
  )
  await client.end()
  expect(stored.rows).toEqual(
    rows.map(({ seq, body, hash }) => ({ seq, kind: 'fault', facts: ['kind=fault'], body, hash })),
  )
  expect(await check('ada')).toEqual({ machine: 'ada', rows: 4, from: 1, to: 4, findings: [] })
})

test('a day has its own partition, made when its first row comes; a wrong clock has none', async () => {
  await join('clock')
  const first = chainOf(faults(1, 1))
  const wrong = chainOf(faults(2, 2), first[0], () => Date.UTC(1970, 0, 1))
  const future = chainOf(faults(3, 3), wrong[0], () => 8_640_000_000_000_000)
  await send('clock', [...first, ...wrong, ...future])
  const client = await postgres.client()
  const stored = await client.query(
    `select seq::int, tableoid::regclass::text as part from gatehouse.entries where machine = 'clock' order by seq`,
  )
  await client.end()
  expect(stored.rows).toEqual([
    { seq: 1, part: 'gatehouse.entries_20261126' },
    { seq: 2, part: 'gatehouse.entries_other' },
    { seq: 3, part: 'gatehouse.entries_other' },
  ])
  expect((await check('clock'))?.findings).toEqual([])
})

test.each([
  ['reads rows', 'select * from gatehouse.entries'],
  ['reads one partition', 'select * from gatehouse.entries_other'],
  ['reads heads', 'select * from gatehouse.heads'],
  ['reads who the machines are', 'select * from gatehouse.machines'],
  ['counts rows', 'select count(*) from gatehouse.entries'],
  [
    'gets its rows back',
    `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash) values ('mallory', 9, now(), 'x', '{}', 'x', repeat('a', 64)) returning body`,
  ],
  ['changes rows', `update gatehouse.entries set body = 'x'`],
  [
    'changes rows by a conflict',
    `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash) values ('mallory', 9, now(), 'x', '{}', 'x', repeat('a', 64)) on conflict (machine, seq, at, hash) do update set body = 'y'`,
  ],
  ['deletes rows', 'delete from gatehouse.entries'],
  ['empties the table', 'truncate gatehouse.entries'],
  ['drops a day', 'drop table gatehouse.entries_other'],
  ['drops days by the function', `select gatehouse.drop_days_before('2099-01-01')`],
  [
    'inserts as another machine',
    `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash) values ('ada', 9, now(), 'x', '{}', 'x', repeat('a', 64))`,
  ],
  [
    'inserts into a partition',
    `insert into gatehouse.entries_other (machine, seq, at, kind, facts, body, hash) values ('ada', 9, now(), 'x', '{}', 'x', repeat('a', 64))`,
  ],
  [
    'says when a row was received',
    `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash, received) values ('mallory', 9, now(), 'x', '{}', 'x', repeat('a', 64), '1999-01-01')`,
  ],
  [
    'inserts another machine’s head',
    `insert into gatehouse.heads (machine, seq, hash, at, signature) values ('ada', 9, repeat('a', 64), now(), decode(repeat('00', 64), 'hex'))`,
  ],
  ['changes its key', `update gatehouse.machines set public_key = decode(repeat('00', 32), 'hex')`],
  [
    'adds a machine',
    `insert into gatehouse.machines values ('eve', 'eve', 'eve', decode(repeat('00', 32), 'hex'))`,
  ],
  ['becomes the reader', 'set role gatehouse_reader'],
  ['becomes another machine', 'set role gatehouse_m_ada'],
  [
    'replaces the function that says who it is',
    'create or replace function gatehouse.own_machine() returns text language sql as $$ select $q$ada$q$ $$',
  ],
  ['makes a table in the schema', 'create table gatehouse.mine ()'],
  ['locks the table', 'do $$ begin lock table gatehouse.entries in access exclusive mode; end $$'],
])('a machine that %s is refused', async (_, sql) => {
  if (!keys.has('mallory')) await join('mallory')
  await as('mallory', async (client) => {
    await expect(client.query(sql)).rejects.toMatchObject({
      code: expect.stringMatching(/^42501$/),
    })
  })
})

test('a name that hides in the search path changes nothing about who a machine is', async () => {
  await join('path')
  await as('path', async (client) => {
    await client.query(`create temp table machines (machine text, role name, revoked timestamptz)`)
    await client.query(`insert into machines values ('ada', session_user, null)`)
    await client.query(`set search_path = pg_temp, gatehouse`)
    const own = await client.query('select gatehouse.own_machine() as machine')
    expect(own.rows).toEqual([{ machine: 'path' }])
  })
})

test('a machine that was revoked can send nothing more', async () => {
  await join('gone')
  await send('gone', chainOf(faults(1, 2)))
  const open = await postgres.client(roleOf(machine('gone')))
  const sender = await openSender(open, machine('gone'))
  await postgres.sql(revokeMachineSql(machine('gone')))
  if (!sender.ok) throw new Error(sender.error.text)
  const rows = chainOf(faults(1, 3))
  await expect(
    sender.value.send(entriesOf(rows), headOf('gone', rows.at(-1))),
  ).rejects.toMatchObject({ code: '42501' })
  await open.end()
  await expect(postgres.client(roleOf(machine('gone')))).rejects.toMatchObject({ code: '28000' })
})

type Attack = {
  readonly name: string
  readonly does: string
  readonly attack: (name: string, rows: readonly RawRow[]) => Promise<void>
  readonly fault: string
  readonly seq: number
}

const attacks: readonly Attack[] = [
  {
    name: 'rewrite',
    does: 'rewrites a row of its past and goes on from there',
    async attack(name, rows) {
      const changed = chainOf(faults(4, 8, 'nothing happened'), rows[2])
      await send(name, changed)
    },
    fault: 'forked',
    seq: 4,
  },
  {
    name: 'cut',
    does: 'cuts its last rows off and writes on',
    async attack(name, rows) {
      await send(name, chainOf(faults(5, 5, 'a new day'), rows[3]))
    },
    fault: 'forked',
    seq: 5,
  },
  {
    name: 'hide',
    does: 'rewrites its past and sends only what comes after it',
    async attack(name, rows) {
      const changed = chainOf(faults(4, 8, 'nothing happened'), rows[2])
      await send(name, changed.slice(-2))
    },
    fault: 'rewritten',
    seq: 7,
  },
  {
    name: 'skip',
    does: 'leaves a row out',
    async attack(name, rows) {
      const more = chainOf(faults(7, 9), rows[5])
      await send(name, [...more.slice(0, 1), ...more.slice(2)])
    },
    fault: 'missing',
    seq: 9,
  },
  {
    name: 'withhold',
    does: 'signs a row that it never sends',
    async attack(name, rows) {
      const more = chainOf(faults(7, 9), rows[5])
      await send(name, more.slice(0, 1), headOf(name, more[2]))
    },
    fault: 'withheld',
    seq: 9,
  },
  {
    name: 'forge',
    does: 'signs with another key',
    async attack(name, rows) {
      const more = chainOf(faults(7, 7), rows[5])
      await send(name, more, headOf(name, more[0], 'ada'))
    },
    fault: 'forged',
    seq: 7,
  },
  {
    name: 'revoked',
    does: 'signs on after it was revoked, and gets it in by the database’s own rights',
    async attack(name, rows) {
      await postgres.sql(revokeMachineSql(machine(name)))
      const more = chainOf(faults(7, 7), rows[5])
      const head = headOf(name, more[0])
      const admin = await postgres.client()
      const sender = await openSender(admin, machine(name))
      if (!sender.ok) throw new Error(sender.error.text)
      await sender.value.send(entriesOf(more), head)
      await admin.end()
    },
    fault: 'forged',
    seq: 7,
  },
]

test.each([
  ['another tool', 'tool', { tool: 'read_file' }],
  ['another day', 'day', { at: NOON - 86_400_000 }],
  ['a host', 'host', { host: 'example.org' }],
] as const)('a machine that files a row under %s is named', async (_, word, change) => {
  const name = `hiding-${word}`
  await join(name)
  const [row] = chainOf(faults(1, 1))
  if (row === undefined) throw new Error('no row')
  const [entry] = entriesOf([row])
  await as(name, async (client) => {
    const sender = await openSender(client, machine(name))
    if (!sender.ok || entry === undefined) throw new Error('no sender')
    await sender.value.send([{ ...entry, ...change }], headOf(name, row))
  })
  expect((await check(name))?.findings).toEqual([
    {
      fault: 'mislabelled',
      seq: 1,
      text: 'Row 1 is filed under something that it does not say.',
    },
  ])
})

test.each(attacks)('a machine that $does is named', async ({ name, attack, fault, seq }) => {
  await join(name)
  const rows = chainOf(faults(1, 6))
  await send(name, rows)
  expect((await check(name))?.findings).toEqual([])
  await attack(name, rows)
  expect((await check(name))?.findings[0]).toMatchObject({ fault, seq })
})

test('days that were dropped are no finding', async () => {
  await join('old')
  const day = 86_400_000
  const rows = chainOf(faults(1, 4), undefined, (seq) => NOON - (4 - seq) * day)
  await send('old', rows)
  await postgres.sql(`select gatehouse.drop_days_before('2026-11-25')`)
  expect(await check('old')).toEqual({ machine: 'old', rows: 2, from: 3, to: 4, findings: [] })
})

test('many machines that send the first rows of a day at once all get them in @whole', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `crowd-${index}`)
  for (const name of names) await join(name)
  const at = Date.UTC(2026, 10, 21)
  const sent = await Promise.allSettled(
    names.map((name) =>
      send(
        name,
        chainOf(faults(1, 3), undefined, () => at),
      ),
    ),
  )
  expect(sent.filter(({ status }) => status === 'rejected')).toEqual([])
})
