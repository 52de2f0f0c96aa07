// A fleet on one PostgreSQL of this machine: what forwarding costs a call, to it and to an OpenTelemetry
// Collector that is fast, slow or not there; how many rows a second two hundred machines can put into
// it, each with a connection and a role of its own, in the batches the program sends (the sender, 200
// machines in one process, shares the processors with the database); and how soon a search within one
// day is answered.
//
//   npm run bench -- fleet                   one day of a million rows
//   FLEET_ROWS=100m npm run bench -- fleet   30 days of 100 million, or as many of these days as fit
//                                            on the disk and into FLEET_MINUTES (60). They need 114 GB
//                                            below TMPDIR, or 24 on a file system that compresses
//                                            (mount -o compress=zstd:1 of btrfs).
//   FLEET_KEEP=FOLDER                        makes the database there and leaves it
//   FLEET_USE=FOLDER                         only searches, in what an earlier run has left there
import { noContext } from '../../contract/journal/journal-facts.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { canonicalJson } from '../../contract/json.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { headText } from '../../main/fleet/head-statement.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { bodyOf, GENESIS, hashOf, type RawRow } from '../../main/journal/chain.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { machineKey } from '../fleet/fleet-journal.ts'
import { entryAt } from './journal-rows.ts'
import { collectorBeside } from './fleet/collector-beside.ts'
import { pipelineBeside } from './fleet/pipeline-beside.ts'
import { searching } from './fleet/search-times.ts'
import type { BenchLine } from './line.ts'

const MACHINES = 200
const BATCH = 500
const ROUNDS = 3
const PEOPLE = 40
const [KEEP, USE] = [process.env['FLEET_KEEP'] ?? null, process.env['FLEET_USE'] ?? null]
const MANY = USE !== null || process.env['FLEET_ROWS'] === '100m'
const DAY = Date.UTC(2026, 10, 20)

export async function run(): Promise<readonly BenchLine[]> {
  const postgres = await startPostgres(
    {
      max_connections: '250',
      shared_buffers: '1GB',
      max_wal_size: '4GB',
      wal_compression: 'on',
      maintenance_work_mem: '512MB',
    },
    null,
    USE ?? KEEP,
  )
  const wanted = {
    ...(MANY ? { rows: 100_000_000, days: 30 } : { rows: 1_000_000, days: 1 }),
    minutes: Number(process.env['FLEET_MINUTES'] ?? 60),
    machines: MACHINES,
    people: PEOPLE,
    kept: USE !== null,
  }
  try {
    if (USE !== null) return await searching(postgres, wanted)
    await postgres.sql(schemaSql())
    return [
      ...(await pipelineBeside(postgres)),
      ...(await collectorBeside()),
      ...(await forwarding(postgres)),
      ...(await searching(postgres, wanted)),
    ]
  } finally {
    await postgres.stop()
  }
}

async function forwarding(postgres: Postgres): Promise<readonly BenchLine[]> {
  const fleet = await Promise.all(
    Array.from({ length: MACHINES }, (_, index) => machineAt(postgres, index)),
  )
  const began = performance.now()
  await Promise.all(fleet.map((machine) => machine.sendAll()))
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(fleet.map((machine) => machine.end()))
  const admin = await postgres.client()
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from gatehouse.entries where machine ~ '^bench-[0-9]+$'`,
  )
  await admin.end()
  const sent = MACHINES * BATCH * ROUNDS
  if (rows[0]?.count !== sent) throw new Error(`${String(rows[0]?.count)} rows arrived of ${sent}`)
  const speed = sent / seconds
  return [
    {
      name: `rows a second from ${MACHINES} machines, batches of ${BATCH}`,
      value: speed.toFixed(0),
      goal: 'at least 10000',
      holds: speed >= 10_000,
    },
  ]
}

/** One after the other, for roles are made in a catalogue that all share. */
let joining: Promise<unknown> = Promise.resolve()

async function machineAt(postgres: Postgres, index: number) {
  const machine = MachineName.parse(`bench-${index}`)
  const key = machineKey()
  joining = joining.then(() =>
    postgres.sql(
      addMachineSql({ machine, person: `p${index % PEOPLE}`, publicKey: key.publicKey }),
    ),
  )
  await joining
  const client = await postgres.client(roleOf(machine))
  const sender = await openSender(client, machine)
  if (!sender.ok) throw new Error(sender.error.text)
  const rows: RawRow[] = []
  for (let seq = 1, hash = GENESIS; seq <= BATCH * ROUNDS; seq += 1) {
    const body = bodyOf(seq, DAY - 86_400_000 + seq * 1_000, canonicalJson(entryAt(seq)))
    hash = hashOf(hash, body)
    rows.push({ seq, body, hash })
  }
  return {
    async sendAll() {
      for (let round = 0; round < ROUNDS; round += 1) {
        const batch = rows.slice(round * BATCH, (round + 1) * BATCH)
        const last = batch.at(-1)
        if (last === undefined) continue
        const statement = { machine, seq: last.seq, hash: last.hash, at: Date.now() }
        await sender.value.send(
          batch.map((row) => fleetEntry(row, readBody(row.body), noContext)),
          { ...statement, signature: key.sign(headText(statement)) },
        )
      }
    },
    end: () => client.end(),
  }
}
