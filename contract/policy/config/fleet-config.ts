// How this machine takes part in a fleet: under which name, and where the shared database is.
import { z } from 'zod'
import { FleetCollector } from '../../fleet/collector.ts'
import { FleetDatabase } from '../../fleet/database.ts'
import { MachineName } from '../../fleet/machine.ts'

export const PersonName = z.string().trim().min(1).max(100)

/** The stored credential that lets this machine's rows in. */
export const FLEET_PASSWORD = 'fleet-password'
/** The stored credential that lets a person read the rows of all machines. */
export const FLEET_READER_PASSWORD = 'fleet-reader-password'

/** A machine of somebody else. Both say of each other what they know it by. */
export const FleetPeer = z.strictObject({
  machine: MachineName.describe('The name of that machine in the fleet.'),
  person: PersonName.describe('Whose machine it is.'),
  key: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'the 64 digits that `gatehouse fleet identity` prints there')
    .describe('Its public key: the 64 digits that `gatehouse fleet identity` prints there.'),
})
export type FleetPeer = z.infer<typeof FleetPeer>

export const FleetConfig = z.strictObject({
  machine: MachineName.describe('This machine’s name among the others.'),
  database: FleetDatabase.nullable()
    .default(null)
    .describe('The shared PostgreSQL database, 15 or newer. Null: none.'),
  collector: FleetCollector.nullable()
    .default(null)
    .describe(
      'An OpenTelemetry Collector, or what else takes logs over OTLP: it gets every row as well. Null: none.',
    ),
  reader: z
    .string()
    .min(1)
    .max(63)
    .nullable()
    .default(null)
    .describe('The database user with whom a person here may search and check all machines.'),
  person: PersonName.nullable()
    .default(null)
    .describe('Who you are for the others: a second approval is never from the same person.'),
  peers: z
    .array(FleetPeer)
    .max(64)
    .default([])
    .describe(
      'Machines of other people. Their approval counts as the second one, and you see here what they ask you to approve.',
    ),
})
export type FleetConfig = z.infer<typeof FleetConfig>

/** A fleet that has a shared database. */
export type SharedFleet = FleetConfig & { readonly database: FleetDatabase }

/** Null: there is no fleet, or one that has a collector only. */
export const sharedFleet = (fleet: FleetConfig | null): SharedFleet | null =>
  fleet === null || fleet.database === null ? null : { ...fleet, database: fleet.database }
