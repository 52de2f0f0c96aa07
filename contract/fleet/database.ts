// Where the shared database is, and as whom this machine speaks to it.
import { z } from 'zod'

const socketFolder = z.string().regex(/^\//, 'The folder of a local socket begins with “/”.')

/** `host` that begins with a slash: the folder of a local socket. Anything else is spoken to over TLS. */
export const FleetDatabase = z
  .strictObject({
    host: z
      .union([socketFolder, z.string().regex(/^[a-zA-Z0-9.:-]{1,253}$/, 'a name or an address')])
      .describe('Its name or address; or the folder of a local socket, which begins with “/”.'),
    port: z.int().min(1).max(65_535).default(5_432).describe('Its port.'),
    database: z.string().min(1).max(63).default('gatehouse').describe('The name of the database.'),
    user: z
      .string()
      .min(1)
      .max(63)
      .describe('The database user of this machine: gatehouse_m_ and its name.'),
    ca: z
      .string()
      .regex(/^\//, 'an absolute path')
      .nullable()
      .default(null)
      .describe('A PEM file with the authority that vouches for the server, where it is your own.'),
  })
  .readonly()
export type FleetDatabase = z.infer<typeof FleetDatabase>

export const isLocalSocket = ({ host }: Pick<FleetDatabase, 'host'>): boolean =>
  host.startsWith('/')
