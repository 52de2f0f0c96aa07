// What the shared database keeps beside the rows: sums of each day, and what machines say they run.
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noContext, type CallContext } from '../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { canonicalJson } from '../../contract/json.ts'
import { factsOf } from '../../contract/journal/journal-facts.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { listMachines } from '../../main/fleet/list-machines.ts'
import { reportText, type ReportStatement } from '../../main/fleet/machine-report.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql, revokeMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { fleetSums } from '../../main/fleet/search/fleet-sums.ts'
import { readCalls } from '../../main/fleet/search/read-calls.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { approval, callId, decided, outcome } from '../store/samples.ts'
import { machine, machineKey, NOON } from './fleet-journal.ts'

const DAY = 86_400_000
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const keys = new Map<string, ReturnType<typeof machineKey>>()

async function join(name: string): Promise<void> {
  const key = machineKey()
  keys.set(name, key)
  await postgres.sql(
    addMachineSql({ machine: machine(name), person: 'Ada', publicKey: key.publicKey }),
  )
}

async function as<T>(role: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await postgres.client(role)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const reading = <T>(work: (client: Client) => Promise<T>): Promise<T> => as('auditor', work)

async function send(name: string, entries: readonly (readonly [number, JournalEntry])[]) {
  const contexts = new Map<string, CallContext>()
  const rows = entries.map(([at, entry], index) => {
    const seq = index + 1
    const row = {
      seq,
      body: canonicalJson({ seq, at, entry }),
      hash: seq.toString(16).padStart(64, '0'),
    }
    const id = 'callId' in entry ? entry.callId : ''
    const sent = fleetEntry(row, readBody(row.body), contexts.get(id) ?? noContext)
    if (entry.kind === 'decision') contexts.set(id, { facts: factsOf(at, entry), askedAt: null })
    return sent
  })
  await as(roleOf(machine(name)), async (client) => {
    const sender = await openSender(client, machine(name))
    if (!sender.ok) throw new Error(sender.error.text)
    const { seq = 1, hash = '' } = rows.at(-1) ?? {}
    const head = { machine: machine(name), seq, hash, at: NOON, signature: Buffer.alloc(64) }
    await sender.value.send(rows, head)
    // The answer was lost: sent again.
    await sender.value.send(rows, head)
  })
}

const deny = (n: number): JournalEntry => {
  const entry = decided(callId(n))
  if (entry.kind !== 'decision') throw new Error('the sample is a decision')
  return { ...entry, decision: { ...entry.decision, effect: 'deny', tier: 'R4' } }
}
const asked = (n: number): JournalEntry => ({
  kind: 'asked',
  callId: callId(n),
  tool: 'exec',
  approvalId: approval(n).id,
  expiresAt: 9,
})
const answered = (n: number, answer: 'once' | 'deny-once'): JournalEntry => ({
  kind: 'answered',
  callId: callId(n),
  tool: 'exec',
  approvalId: approval(n).id,
  answer,
  route: 'person',
  surface: 'cli',
})

/** Over both days: 2 that ran, 2 that were denied, 2 questions. */
const calls: readonly (readonly [number, JournalEntry])[] = [
  [NOON - DAY, decided(callId(1))],
  [NOON - DAY, asked(1)],
  [NOON - DAY, answered(1, 'once')],
  [NOON - DAY, outcome(callId(1))],
  [NOON, decided(callId(2))],
  [NOON, asked(2)],
  [NOON, answered(2, 'deny-once')],
  [NOON, deny(3)],
  [NOON, decided(callId(4))],
  [NOON, outcome(callId(4))],
]
const tiers = { R0: 0, R1: 0, R2: 0, R3: 0, R4: 0, none: 0 }

test('the newest shape comes after an older one, and counts the rows that are there', async () => {
  await postgres.sql(
    `${schemaSql().split('begin;').slice(0, 2).join('begin;')} create role auditor login in role gatehouse_reader;`,
  )
  await join('early')
  await send('early', calls)
  expect(await reading(listMachines)).toMatchObject([{ machine: 'early', runs: null }])
  await postgres.sql(schemaSql(1))
  const sums = await reading((client) =>
    fleetSums(client, { days: 7, machine: machine('early') }, NOON),
  )
  expect(sums.machines).toEqual([
    { machine: 'early', calls: { ...tiers, R3: 3, R4: 1 }, denied: 2, asked: 2 },
  ])
})

test('each call that ended counts once in its day, however often its batch is sent', async () => {
  await join('ada')
  await send('ada', calls)
  const sums = await reading((client) =>
    fleetSums(client, { days: 7, machine: machine('ada') }, NOON),
  )
  expect(sums).toEqual({
    days: [
      ...Array.from({ length: 5 }, (_, index) => ({
        day: Date.UTC(2026, 10, 20 + index),
        calls: tiers,
        denied: 0,
        asked: 0,
      })),
      { day: Date.UTC(2026, 10, 25), calls: { ...tiers, R3: 1 }, denied: 0, asked: 1 },
      { day: Date.UTC(2026, 10, 26), calls: { ...tiers, R3: 2, R4: 1 }, denied: 2, asked: 1 },
    ],
    machines: [{ machine: 'ada', calls: { ...tiers, R3: 3, R4: 1 }, denied: 2, asked: 2 }],
    otherMachines: 0,
  })
})

test('a call is read whole, by any of its rows', async () => {
  const found = await reading((client) =>
    readCalls(
      client,
      [
        { machine: machine('ada'), callId: callId(2), seq: 7, at: NOON },
        { machine: machine('ada'), callId: callId(9), seq: 7, at: NOON },
        { machine: machine('ada'), callId: callId(1), seq: 4, at: NOON - DAY },
      ],
      readBody,
    ),
  )
  expect(
    found.map(({ summary: { callId: id, status, route }, rows }) => ({
      id,
      status,
      route,
      seqs: rows.map(({ seq }) => seq),
    })),
  ).toEqual([
    { id: callId(2), status: 'denied', route: 'person', seqs: [5, 6, 7] },
    { id: callId(1), status: 'done', route: 'person', seqs: [1, 2, 3, 4] },
  ])
})

test('days that are dropped take their sums with them', async () => {
  await postgres.sql(`select gatehouse.drop_days_before('2026-11-26')`)
  const sums = await reading((client) =>
    fleetSums(client, { days: 7, machine: machine('ada') }, NOON),
  )
  expect(sums.machines).toEqual([
    { machine: 'ada', calls: { ...tiers, R3: 2, R4: 1 }, denied: 2, asked: 1 },
  ])
})

async function report(name: string, changes: Partial<ReportStatement> = {}, by = name) {
  const statement = {
    machine: machine(name),
    version: '1.2.3',
    at: NOON,
    bundle: { name: 'example-org', serial: 7 },
    ...changes,
  }
  const signature = keys.get(by)?.sign(reportText(statement)) ?? Buffer.alloc(64)
  await as(roleOf(machine(name)), async (client) => {
    const sender = await openSender(client, machine(name))
    if (!sender.ok) throw new Error(sender.error.text)
    await sender.value.report({ ...statement, signature })
  })
}

const runsOf = async (name: string) =>
  (await reading(listMachines)).find((one) => one.machine === name)?.runs

test('a machine says what it runs, and its last statement is shown', async () => {
  await report('ada', { version: '1.2.2', bundle: null, at: NOON - 5 })
  await report('ada')
  expect(await runsOf('ada')).toEqual({
    version: '1.2.3',
    bundle: { name: 'example-org', serial: 7 },
    signed: true,
    received: expect.any(Number),
  })
})

test('what another key signed, or the database changed, is not called signed', async () => {
  await join('mallory')
  await report('mallory', {}, 'ada')
  expect(await runsOf('mallory')).toMatchObject({ version: '1.2.3', signed: false })
  await report('early')
  expect(await runsOf('early')).toMatchObject({ signed: true })
  await postgres.sql(`update gatehouse.reports set version = '9.9.9' where machine = 'early'`)
  expect(await runsOf('early')).toMatchObject({ version: '9.9.9', signed: false })
})

test.each([
  ['reads reports', 'select * from gatehouse.reports'],
  ['reads sums', 'select * from gatehouse.days'],
  ['adds to sums', `insert into gatehouse.days values ('ada', now(), 'R4', 9, 9, 9)`],
  ['changes sums', 'update gatehouse.days set calls = 0'],
  ['deletes reports', 'delete from gatehouse.reports'],
  ['counts by itself', 'select gatehouse.count_rows()'],
  ['stops the counting', 'alter table gatehouse.entries disable trigger count_rows'],
  [
    'reports for another machine',
    `insert into gatehouse.reports (machine, at, version, signature) values ('ada', now(), '1', decode(repeat('00', 64), 'hex'))`,
  ],
  [
    'says when its report came',
    `insert into gatehouse.reports (machine, at, version, signature, received) values ('mallory', now(), '1', decode(repeat('00', 64), 'hex'), '2099-01-01')`,
  ],
])('a machine that %s is refused', async (_, sql) => {
  await as(roleOf(machine('mallory')), async (client) => {
    await expect(client.query(sql)).rejects.toMatchObject({
      code: expect.stringMatching(/^42501$|^0A000$/),
    })
  })
})

test.each([
  [
    'adds rows',
    `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash) values ('ada', 9, now(), 'x', '{}', 'x', repeat('a', 64))`,
  ],
  ['changes rows', `update gatehouse.entries set body = 'x'`],
  ['changes sums', 'update gatehouse.days set calls = 0'],
  ['deletes heads', 'delete from gatehouse.heads'],
  ['drops days', `select gatehouse.drop_days_before('2099-01-01')`],
  [
    'lets a machine in',
    `insert into gatehouse.machines values ('eve', 'eve', 'eve', decode(repeat('00', 32), 'hex'))`,
  ],
])('a person who may read and %s is refused', async (_, sql) => {
  await reading(async (client) => {
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})

test('a machine that was revoked reports nothing more', async () => {
  await join('gone')
  const client = await postgres.client(roleOf(machine('gone')))
  const sender = await openSender(client, machine('gone'))
  if (!sender.ok) throw new Error(sender.error.text)
  await postgres.sql(revokeMachineSql(machine('gone')))
  const statement = { machine: machine('gone'), version: '9.9.9', bundle: null, at: NOON }
  await expect(
    sender.value.report({ ...statement, signature: Buffer.alloc(64) }),
  ).rejects.toMatchObject({ code: '42501' })
  await client.end()
})
