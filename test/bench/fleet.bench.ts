// How many rows a second two hundred machines can put into one PostgreSQL of this machine, each with
// a connection and a role of its own, in the batches the program sends; and how soon a search within
// one day is answered. The sender, 200 machines in one process, shares the processors with the
// database.
//
//   npm run bench -- fleet            FLEET_ROWS=3300000: rows of the day that is searched
import { randomInt } from 'node:crypto'
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
import type { BenchLine } from './line.ts'

const MACHINES = 200
const BATCH = 500
const ROUNDS = 3
const DAY_ROWS = Number(process.env['FLEET_ROWS'] ?? 1_000_000)
const DAY = Date.UTC(2026, 10, 20)
const SEARCHES = 100

export async function run(): Promise<readonly BenchLine[]> {
  const postgres = await startPostgres({
    max_connections: '250',
    shared_buffers: '1GB',
    max_wal_size: '4GB',
    wal_compression: 'on',
  })
  try {
    await postgres.sql(schemaSql())
    return [...(await forwarding(postgres)), ...(await searching(postgres))]
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
    'select count(*)::int as count from gatehouse.entries',
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
    postgres.sql(addMachineSql({ machine, person: `p${index % 40}`, publicKey: key.publicKey })),
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

const tools = ['read_file', 'write_file', 'exec', 'web_fetch', 'list_directory', 'github']

/** A day of rows made by the database itself, then what a person would ask of it. */
async function searching(postgres: Postgres): Promise<readonly BenchLine[]> {
  const admin = await postgres.client()
  await admin.query(`select gatehouse.open_day('2026-11-20')`)
  await admin.query(
    `insert into gatehouse.entries (machine, seq, at, kind, tool, host, principal, facts, body, hash)
     select 'bench-' || (n % ${MACHINES}), 1000000 + n / ${MACHINES},
       timestamptz '2026-11-20 00:00+00' + n * interval '${86_400 / DAY_ROWS} seconds',
       'decision', ($1::text[])[1 + n % 6],
       case when n % 5 = 0 then 'host' || (n % 997) || '.example.org' end,
       'agent-' || n % 50, '{kind=decision}', repeat('x', 300) || n,
       encode(sha256(n::text::bytea), 'hex')
     from generate_series(1, ${DAY_ROWS}) n`,
    [tools],
  )
  await admin.query('analyze gatehouse.entries')
  const times: number[] = []
  const asks = [
    () => [`tool = $1`, tools[randomInt(tools.length)]],
    () => [`host = $1`, `host${randomInt(997)}.example.org`],
    () => [
      `machine in (select machine from gatehouse.machines where person = $1)`,
      `p${randomInt(40)}`,
    ],
  ] as const
  for (let round = 0; round < SEARCHES; round += 1) {
    const [where, value] = (asks[round % asks.length] ?? asks[0])()
    const began = performance.now()
    await admin.query(
      `select machine, seq, at, body from gatehouse.entries
       where at >= '2026-11-20 00:00+00' and at < '2026-11-21 00:00+00' and ${where}
       order by at desc limit 100`,
      [value],
    )
    times.push(performance.now() - began)
  }
  await admin.end()
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return [
    {
      name: `search by tool, host or person in a day of ${DAY_ROWS.toLocaleString('en')} rows, p95`,
      value: `${p95.toFixed(1)} ms`,
      goal: 'below 300 ms',
      holds: p95 < 300,
    },
  ]
}
