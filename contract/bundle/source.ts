// The file that a person writes, from which a bundle is built.
import { z } from 'zod'
import { ServerName } from '../server/server.ts'
import { held, ServerPins } from './bundle.ts'
import { OrganisationName } from './names.ts'

export const BundleSource = z.strictObject({
  organisation: OrganisationName.describe('Whose bundle it is.'),
  serial: z.int().min(1).describe('Goes up with every bundle.'),
  expires: z.iso
    .datetime({ offset: true })
    .describe('Date and time with offset: 2027-06-30T12:00:00Z. Past it, machines say so.'),
  ...held,
  servers: z
    .record(ServerName, z.union([z.enum(['reviewed', 'reviewed-with-program']), ServerPins]))
    .default({})
    .describe(
      'reviewed: the tools, prompts and resources of that server as they are reviewed on this machine. reviewed-with-program: and the files it is started from.',
    ),
  agents: z
    .array(z.string().min(1))
    .default([])
    .describe('Agent files, from the folder of this file: agents/reviewer.yaml.'),
})
export type BundleSource = z.infer<typeof BundleSource>
