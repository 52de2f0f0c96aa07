// What a person changes of a server that is there, and where other clients of this machine keep
// theirs.
import { z } from 'zod'
import { HttpServer, ServerAsks, ServerName, Setting, StdioServer } from './server.ts'
import { ClientFormat } from './server-review.ts'
import { Trust } from '../call/touch.ts'

/**
 * What is left out stays. Hosts and folders are for programs, and a change of them has to be
 * reviewed like any other.
 */
export const ServerChange = z.strictObject({
  name: ServerName,
  trust: Trust.optional(),
  enabled: z.boolean().optional(),
  timeoutSeconds: z.int().min(1).max(3_600).optional(),
  asks: ServerAsks.optional(),
  reviewResults: z.boolean().optional(),
  hosts: StdioServer.shape.hosts.unwrap().optional(),
  folders: StdioServer.shape.folders.unwrap().optional(),
  sockets: z.boolean().optional(),
})
export type ServerChange = z.infer<typeof ServerChange>

/** As it was: for a value that no screen was shown. */
export const EditedSetting = z.union([Setting, z.strictObject({ unchanged: z.literal(true) })])
export type EditedSetting = z.infer<typeof EditedSetting>

const { command, args, hosts, folders } = StdioServer.shape
/**
 * The way to a server, whole, in place of the one it has. A program stays a program, an address an
 * address.
 */
export const ServerEdit = z.strictObject({
  name: ServerName,
  launch: z.discriminatedUnion('transport', [
    z.strictObject({
      transport: z.literal('stdio'),
      command,
      args: args.unwrap(),
      hosts: hosts.unwrap(),
      folders: folders.unwrap(),
      env: z.record(StdioServer.shape.env.unwrap().keyType, EditedSetting),
    }),
    z.strictObject({
      transport: z.literal('http'),
      url: HttpServer.shape.url,
      headers: z.record(HttpServer.shape.headers.unwrap().keyType, EditedSetting),
      /** Left out: as it was. Null: none. */
      signIn: HttpServer.shape.signIn.unwrap().nullable().optional(),
    }),
  ]),
})
export type ServerEdit = z.infer<typeof ServerEdit>

/** A client whose configuration is on this machine. Only looked for, not read. */
export const FoundClient = z.strictObject({ from: ClientFormat, files: z.array(z.string()).min(1) })
export type FoundClient = z.infer<typeof FoundClient>
