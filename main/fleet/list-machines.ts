// Every machine of the shared database, with what it sent last.
import type { Client } from 'pg'
import { MachineName } from '../../contract/fleet/machine.ts'
import type { FleetMachine } from '../../contract/fleet/state.ts'

type Stored = {
  readonly machine: string
  readonly person: string
  readonly added: Date
  readonly revoked: Date | null
  readonly seq: string | null
  readonly received: Date | null
}

/** By name. The last row is that of the newest signed head, which comes with every batch. */
export async function listMachines(client: Client): Promise<readonly FleetMachine[]> {
  const { rows } = await client.query<Stored>(
    `select m.machine, m.person, m.added, m.revoked, h.seq, h.received
     from gatehouse.machines m
     left join lateral (
       select seq, received from gatehouse.heads where machine = m.machine
       order by seq desc limit 1
     ) h on true
     order by m.machine`,
  )
  return rows.map(({ machine, person, added, revoked, seq, received }) => ({
    machine: MachineName.parse(machine),
    person,
    added: added.getTime(),
    revoked: revoked?.getTime() ?? null,
    last:
      seq === null || received === null ? null : { seq: Number(seq), received: received.getTime() },
  }))
}
