// What a person changes of a server that is there, and where other clients of this machine keep theirs.
import { z } from 'zod'
import { ServerName, StdioServer } from './server.ts'
import { ClientFormat } from './server-review.ts'
import { Trust } from './touch.ts'

/** What is left out stays. Hosts and folders are for programs, and a change of them has to be reviewed like any other. */
export const ServerChange = z.strictObject({
  name: ServerName,
  trust: Trust.optional(),
  enabled: z.boolean().optional(),
  timeoutSeconds: z.int().min(1).max(3_600).optional(),
  hosts: StdioServer.shape.hosts.unwrap().optional(),
  folders: StdioServer.shape.folders.unwrap().optional(),
})
export type ServerChange = z.infer<typeof ServerChange>

/** A client whose configuration is on this machine. Only looked for, not read. */
export const FoundClient = z.strictObject({ from: ClientFormat, files: z.array(z.string()).min(1) })
export type FoundClient = z.infer<typeof FoundClient>
