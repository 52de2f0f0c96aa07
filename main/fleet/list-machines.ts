// Every machine of the shared database, with what it sent last and what it runs.
import type { Client } from 'pg'
import { MachineName } from '../../contract/fleet/machine.ts'
import type { FleetMachine, MachineReport } from '../../contract/fleet/state.ts'
import { isReportSignedBy } from './machine-report.ts'
import { REPORTS } from './schema/versions.ts'

type Stored = {
  readonly machine: string
  readonly person: string
  readonly public_key: Buffer
  readonly added: Date
  readonly revoked: Date | null
  readonly seq: string | null
  readonly received: Date | null
}
type StoredReport = {
  readonly machine: string
  readonly at: Date
  readonly version: string
  readonly bundle: string | null
  readonly bundle_serial: string | null
  readonly signature: Buffer
  readonly received: Date
}

/** By name. The last row is that of the newest signed head, which comes with every batch. */
export async function listMachines(client: Client): Promise<readonly FleetMachine[]> {
  const { rows } = await client.query<Stored>(
    `select m.machine, m.person, m.public_key, m.added, m.revoked, h.seq, h.received
     from gatehouse.machines m
     left join lateral (
       select seq, received from gatehouse.heads where machine = m.machine
       order by seq desc limit 1
     ) h on true
     order by m.machine`,
  )
  const reports = await newestReports(client)
  return rows.map((row) => {
    const { machine, person, added, revoked, seq, received } = row
    const report = reports.get(machine)
    return {
      machine: MachineName.parse(machine),
      person,
      added: added.getTime(),
      revoked: revoked?.getTime() ?? null,
      last:
        seq === null || received === null
          ? null
          : { seq: Number(seq), received: received.getTime() },
      runs: report === undefined ? null : reportOf(report, row.public_key),
    }
  })
}

export async function schemaOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly version: number | null }>(
    'select gatehouse.version() as version',
  )
  return rows[0]?.version ?? 0
}

/** The one that came last, by the database's clock. */
async function newestReports(client: Client): Promise<ReadonlyMap<string, StoredReport>> {
  if ((await schemaOf(client)) < REPORTS) return new Map()
  const { rows } = await client.query<StoredReport>(
    `select r.* from gatehouse.machines m cross join lateral (
       select machine, at, version, bundle, bundle_serial, signature, received
       from gatehouse.reports where machine = m.machine order by received desc, at desc limit 1
     ) r`,
  )
  return new Map(rows.map((row) => [row.machine, row]))
}

function reportOf(
  { machine, at, version, bundle, bundle_serial, signature, received }: StoredReport,
  publicKey: Buffer,
): MachineReport {
  const runs = {
    version,
    bundle: bundle === null ? null : { name: bundle, serial: Number(bundle_serial ?? 0) },
  }
  const statement = { machine: MachineName.parse(machine), ...runs, at: at.getTime(), signature }
  return { ...runs, received: received.getTime(), signed: isReportSignedBy(statement, publicKey) }
}
