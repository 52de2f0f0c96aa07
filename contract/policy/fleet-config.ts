// How this machine takes part in a fleet: under which name, and where the shared database is.
import { z } from 'zod'
import { FleetDatabase } from '../fleet/database.ts'
import { MachineName } from '../fleet/machine.ts'

/** The stored credential that lets this machine's rows in. */
export const FLEET_PASSWORD = 'fleet-password'
/** The stored credential that lets a person read the rows of all machines. */
export const FLEET_READER_PASSWORD = 'fleet-reader-password'

export const FleetConfig = z.strictObject({
  machine: MachineName.describe('This machine’s name among the others.'),
  database: FleetDatabase.describe('The shared PostgreSQL database, 15 or newer.'),
  reader: z
    .string()
    .min(1)
    .max(63)
    .nullable()
    .default(null)
    .describe('The database user with whom a person here may search and check all machines.'),
})
export type FleetConfig = z.infer<typeof FleetConfig>
