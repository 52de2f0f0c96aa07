// The forwarder over a real PostgreSQL that is killed, stopped, full, slow, crowded, of another shape
// or cut off in the middle of a batch: nothing is lost, nothing is there twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { noContext } from '../../contract/journal/journal-facts.ts'
import { ok } from '../../contract/result.ts'
import { openAcknowledged } from '../../main/fleet/acknowledged.ts'
import { connect } from '../../main/fleet/connect.ts'
import { databaseFailure } from '../../main/fleet/database-failure.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { openForwarder, type Forwarder } from '../../main/fleet/forward.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { verifyFleet } from '../../main/fleet/verify-fleet.ts'
import type { RawRow } from '../../main/journal/chain.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { fleetLabels } from '../../main/wiring/fleet.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { chainOf, faults, machine, machineKey } from './fleet-journal.ts'

let postgres: Postgres
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-fleet-'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A machine whose journal grows as the test says. `through`: the folder of another socket. */
async function joined(name: string, { through = postgres.folder, rows = 0 } = {}) {
  const key = machineKey()
  await postgres.sql(
    addMachineSql({ machine: machine(name), person: 'ada', publicKey: key.publicKey }),
  )
  const journal: RawRow[] = chainOf(faults(1, rows))
  const database = {
    host: through,
    port: postgres.port,
    database: 'gatehouse',
    user: roleOf(machine(name)),
    ca: null,
  }
  const deps = {
    dial: () => Promise.reject(new Error('nothing is dialled for a local socket')),
    password: async () => ok(null),
  }
  const start = (): Forwarder => {
    const forwarder = openForwarder({
      machine: machine(name),
      read: (after, limit) => journal.filter(({ seq }) => seq > after).slice(0, limit),
      entryOf: (row) => fleetEntry(row, readBody(row.body), noContext),
      newest: () => journal.at(-1)?.seq ?? 0,
      acknowledged: openAcknowledged(join(folder, `${name}.json`), name, (seq) => journal[seq - 1]),
      async open(signal) {
        const client = await connect(database, deps, signal)
        if (!client.ok) return client
        const close = (): Promise<void> => client.value.end().catch(() => undefined)
        const sender = await openSender(client.value, machine(name)).catch((error: unknown) => ({
          ok: false as const,
          error: databaseFailure(error, database),
        }))
        if (!sender.ok) {
          await close()
          return sender
        }
        return ok({ sender: sender.value, sign: key.sign, close })
      },
      failed: (error) => databaseFailure(error, database),
      now: Date.now,
      pauses: { first: 20, most: 100 },
      changed: () => undefined,
      report: (fault) => {
        throw fault
      },
    })
    ends.push(() => forwarder.dispose())
    return forwarder
  }
  return {
    journal,
    start,
    grow(count: number, forwarder?: Forwarder) {
      const last = journal.at(-1)
      journal.push(...chainOf(faults(1, count), last))
      forwarder?.grew()
    },
  }
}

const storedRows = async (name: string): Promise<number[]> => {
  const admin = await postgres.client()
  const { rows } = await admin.query<{ seq: number }>(
    'select seq::int from gatehouse.entries where machine = $1 order by seq',
    [name],
  )
  await admin.end()
  return rows.map(({ seq }) => seq)
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const findingsOf = async (name: string) => {
  const admin = await postgres.client()
  const checks = await verifyFleet(admin, fleetLabels)
  await admin.end()
  return checks.find((check) => check.machine === name)?.findings
}

async function level(forwarder: Forwarder, seq: number): Promise<void> {
  await expect.poll(() => forwarder.state()).toMatchObject({ kind: 'level', seq })
}
async function waits(forwarder: Forwarder, code: string): Promise<void> {
  await expect.poll(() => forwarder.state()).toMatchObject({ kind: 'waiting', why: { code } })
}

test('what was written before, and what is written later, arrives in order', async () => {
  const { start, grow } = await joined('first', { rows: 1_234 })
  const forwarder = start()
  await level(forwarder, 1_234)
  grow(3, forwarder)
  await level(forwarder, 1_237)
  expect(await storedRows('first')).toEqual(upTo(1_237))
  expect(await findingsOf('first')).toEqual([])
})

test('a start goes on after the last row that was acknowledged', async () => {
  const { start, grow } = await joined('again', { rows: 10 })
  const first = start()
  await level(first, 10)
  await first.dispose()
  grow(5)
  const second = start()
  await level(second, 15)
  expect(await storedRows('again')).toEqual(upTo(15))
  const admin = await postgres.client()
  const heads = await admin.query(
    `select seq::int from gatehouse.heads where machine = 'again' order by seq`,
  )
  await admin.end()
  expect(heads.rows).toEqual([{ seq: 10 }, { seq: 15 }])
})

test('a journal that was put back is sent again from its start, and the fork is named', async () => {
  const { start, journal } = await joined('restored', { rows: 10 })
  const first = start()
  await level(first, 10)
  await first.dispose()
  journal.splice(6)
  journal.push(...chainOf(faults(1, 6, 'other'), journal[5]))
  const second = start()
  await level(second, 12)
  expect((await findingsOf('restored'))?.[0]).toMatchObject({ fault: 'forked', seq: 7 })
})

test('a database that is killed and comes back loses nothing and has nothing twice @whole', async () => {
  const { start, grow } = await joined('killed', { rows: 700 })
  const forwarder = start()
  for (let round = 0; round < 3; round += 1) {
    grow(400, forwarder)
    await postgres.kill()
    await waits(forwarder, 'fleet.unreachable')
    grow(50, forwarder)
    await postgres.start()
  }
  await level(forwarder, 700 + 3 * 450)
  expect(await storedRows('killed')).toEqual(upTo(2_050))
  expect(await findingsOf('killed')).toEqual([])
})

/** A socket in front of the database's that ends connections after so many bytes. */
async function cutting(bytes: () => number): Promise<{ folder: string; close(): Promise<void> }> {
  const own = mkdtempSync(join(tmpdir(), 'gatehouse-cut-'))
  const name = `.s.PGSQL.${postgres.port}`
  const open = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connectSocket(join(postgres.folder, name))
    let left = bytes()
    open.add(near).add(far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    far.pipe(near)
    near.on('data', (data) => {
      left -= data.length
      if (left > 0) return void far.write(data)
      far.write(data.subarray(0, data.length + left))
      near.destroy()
      far.destroy()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((listening) => server.listen(join(own, name), listening))
  return {
    folder: own,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
      rmSync(own, { recursive: true, force: true })
    },
  }
}

test('a network that is cut anywhere in a batch loses nothing and has nothing twice @whole', async () => {
  let tries = 0
  // Later each time, so that the end of a batch is met too, its answer lost.
  const cut = await cutting(() => 400 + 37_000 * tries++)
  ends.push(() => cut.close())
  const { start } = await joined('cut-off', { rows: 1_500, through: cut.folder })
  const forwarder = start()
  await level(forwarder, 1_500)
  expect(tries).toBeGreaterThan(3)
  expect(await storedRows('cut-off')).toEqual(upTo(1_500))
  expect(await findingsOf('cut-off')).toEqual([])
})

test('a database that has no connection left, is full, or too slow is waited for @whole', async () => {
  const { start, grow } = await joined('patient', { rows: 5 })
  await postgres.sql('alter role gatehouse_m_patient connection limit 0')
  const forwarder = start()
  await waits(forwarder, 'fleet.busy')
  await postgres.sql('alter role gatehouse_m_patient connection limit -1')
  await level(forwarder, 5)

  await postgres.sql(`create function gatehouse.full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left' using errcode = '53100'; end $$;
    create trigger full_disk before insert on gatehouse.heads for each row execute function gatehouse.full_disk()`)
  grow(5, forwarder)
  await waits(forwarder, 'fleet.full')
  await postgres.sql('drop trigger full_disk on gatehouse.heads')
  await level(forwarder, 10)

  await postgres.sql(`create function gatehouse.slow_disk() returns trigger language plpgsql as
    $$ begin raise exception 'canceling statement' using errcode = '57014'; end $$;
    create trigger slow_disk before insert on gatehouse.heads for each row execute function gatehouse.slow_disk()`)
  grow(5, forwarder)
  await waits(forwarder, 'fleet.slow')
  await postgres.sql('drop trigger slow_disk on gatehouse.heads')
  await level(forwarder, 15)
  expect(await storedRows('patient')).toEqual(upTo(15))
})

test('tables that are too old or too new are reported, and nothing is sent @whole', async () => {
  const { start } = await joined('shape', { rows: 5 })
  await postgres.sql('insert into gatehouse.schema_version (version) values (99)')
  const forwarder = start()
  await waits(forwarder, 'fleet.schema')
  expect(forwarder.state()).toMatchObject({ behind: 5 })
  await postgres.sql('delete from gatehouse.schema_version')
  await expect
    .poll(() => JSON.stringify(forwarder.state()))
    .toContain('have version 0, and this Gatehouse needs 1')
  expect(await storedRows('shape')).toEqual([])
  await postgres.sql('insert into gatehouse.schema_version (version) values (1)')
  await level(forwarder, 5)
})

test('a machine that nobody added is told so', async () => {
  const { start } = await joined('stranger', { rows: 1 })
  await postgres.sql(`delete from gatehouse.machines where machine = 'stranger'`)
  const forwarder = start()
  await waits(forwarder, 'fleet.refused')
  expect(await storedRows('stranger')).toEqual([])
})
