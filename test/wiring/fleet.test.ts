// A whole Gatehouse in a fleet: its rows arrive in a real PostgreSQL as calls are made, signed with
// its own key, and a person who may read there finds every machine intact, or not.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MachineName } from '../../contract/fleet/machine.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { KNOWN, schemaSql } from '../../main/fleet/schema/versions.ts'
import { machineKey } from '../fleet/fleet-journal.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { ask, startServices, tryTo, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const machine = MachineName.parse('ada-laptop')
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(`${schemaSql()} create role auditor login in role gatehouse_reader;`)
})
afterAll(() => postgres.stop())

const fleet = (reader: string): string =>
  `fleet:\n  machine: ${machine}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(machine)} }\n  reader: ${reader}\n`

async function letIn(): Promise<void> {
  const { publicKey } = await ask('fleet.identity', {})
  await postgres.sql(
    addMachineSql({ machine, person: 'Ada', publicKey: Buffer.from(publicKey, 'hex') }),
  )
  await ask('fleet.retry', {})
}

it('sends its rows once it was let in, and what is changed over there is named', async () => {
  await startServices({ more: fleet('auditor') })
  await expect.poll(() => ask('fleet.state', {})).toMatchObject({ kind: 'waiting' })
  await letIn()
  await expect.poll(() => ask('fleet.state', {})).toMatchObject({ kind: 'level', machine })

  expect(await ask('fleet.machines', {})).toMatchObject([
    {
      machine,
      person: 'Ada',
      revoked: null,
      last: { seq: expect.any(Number) },
      runs: { version: expect.any(String), bundle: null, signed: true },
    },
  ])
  const page = { before: null, limit: 50, asker: null }
  expect(await ask('fleet.search', { ...page, query: 'person:Ada kind:started' })).toMatchObject({
    rows: [{ machine, entry: { kind: 'started' } }],
    next: null,
  })
  expect(
    await ask('fleet.count', { asker: null, query: 'machine:ada-laptop kind:started' }),
  ).toEqual({ count: 1, more: false })
  expect(await tryTo('fleet.search', { ...page, query: 'persn:Ada' })).toMatchObject({
    ok: false,
    error: { code: 'query.wrong' },
  })
  expect(await ask('fleet.verify', {})).toMatchObject([{ machine, from: 1, findings: [] }])

  await postgres.sql(
    `update gatehouse.entries set body = replace(body, '"host"', '"hOst"') where seq = 1`,
  )
  const rewritten = [{ machine, findings: [{ fault: 'rewritten', seq: 1 }] }]
  expect(await ask('fleet.verify', {})).toMatchObject(rewritten)
  await ask('fleet.check', { do: 'start' })
  await expect
    .poll(() => ask('fleet.check', { do: 'look' }))
    .toMatchObject({ running: null, last: { checks: rewritten }, failed: null })
})

it('says in the doctor’s report that the tables are older than they need to be @whole', async () => {
  await startServices({ more: fleet('auditor') })
  // The test before it, where it ran, has let this machine in.
  const client = await postgres.client()
  const { rowCount } = await client.query('select machine from gatehouse.machines')
  await client.end()
  if (rowCount === 0) await letIn()
  await expect.poll(() => ask('fleet.state', {})).toMatchObject({ kind: 'level' })
  const tables = async () => {
    const { ok, checks } = await ask('doctor.report', {})
    return [ok, checks.find(({ id }) => id === 'fleet-tables')]
  }
  const about = { id: 'fleet-tables', title: 'Tables of the shared database' }
  expect(await tables()).toMatchObject([
    expect.any(Boolean),
    { ...about, state: 'ok', text: `version ${KNOWN.newest}` },
  ])
  await postgres.sql('delete from gatehouse.schema_version where version > 3')
  expect(await tables()).toMatchObject([
    false,
    { ...about, state: 'fail', how: expect.stringContaining('fleet init --print --from 3') },
  ])
  await postgres.sql('insert into gatehouse.schema_version (version) values (4), (5)')
})

it('says of a reader that the database does not know whose password to correct @whole', async () => {
  await startServices({ more: fleet('nobody-here') })
  expect(
    await tryTo('fleet.search', { query: '', before: null, limit: 50, asker: null }),
  ).toMatchObject({
    ok: false,
    error: { code: 'fleet.refused', text: expect.stringContaining('“nobody-here”') },
  })
})

it('names a machine whose key somebody who runs the database replaced, and signed everything again', async () => {
  await startServices({ more: fleet('auditor') })
  const other = MachineName.parse('bob-laptop')
  await postgres.sql(
    'truncate gatehouse.entries, gatehouse.heads, gatehouse.machines, gatehouse.reports',
  )
  const { publicKey } = await ask('fleet.identity', {})
  const key = machineKey()
  await postgres.sql(
    `insert into gatehouse.machines (machine, role, person, public_key) values
       ('${machine}', 'x', 'Ada', '\\x${key.publicKey.toString('hex')}'), ('${other}', 'y', 'Bob', '\\x${publicKey}')`,
  )
  expect(await ask('fleet.verify', {})).toMatchObject([
    {
      machine,
      findings: [
        {
          fault: 'forged',
          text: 'The register has another key for this machine than the one that you know.',
        },
      ],
    },
    { machine: other, findings: [] },
  ])
})

it('ends a search in the database when its list is closed @whole', async () => {
  await startServices({ more: fleet('auditor') })
  // What a transaction sees of other sessions stays as it saw it first.
  const [admin, locking] = [await postgres.client(), await postgres.client()]
  const waiting = async (): Promise<number> => {
    const { rows } = await admin.query<{ readonly n: number }>(
      `select count(*)::int as n from pg_stat_activity where usename = 'auditor' and wait_event_type = 'Lock'`,
    )
    return rows[0]?.n ?? 0
  }
  await locking.query('begin; lock table gatehouse.entries in access exclusive mode')
  const search = tryTo('fleet.search', { query: '', before: null, limit: 50, asker: 'window' })
  await expect.poll(waiting).toBe(1)
  await ask('fleet.leave', { asker: 'window' })
  expect(await search).toMatchObject({ ok: false, error: { code: 'fleet.replaced' } })
  await expect.poll(waiting).toBe(0)
  await locking.end()
  await admin.end()
})
