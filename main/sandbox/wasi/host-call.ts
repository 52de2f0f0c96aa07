// What the child may ask of the host about one granted folder, and what comes back. Parsed by the
// host: the child runs code that nobody knows.
import { z } from 'zod'

const Folder = z.int().min(0).max(63)
const Names = z.array(z.string().min(1).max(255)).max(64)
const Named = Names.min(1)

export const HostCall = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('stat'), folder: Folder, path: Names }),
  z.strictObject({ call: z.literal('list'), folder: Folder, path: Names }),
  z.strictObject({
    call: z.literal('read'),
    folder: Folder,
    path: Named,
    maxBytes: z.int().min(0),
  }),
  z.strictObject({ call: z.literal('write'), folder: Folder, path: Named, fresh: z.boolean() }),
  z.strictObject({ call: z.literal('make-folder'), folder: Folder, path: Named }),
  z.strictObject({ call: z.literal('remove-file'), folder: Folder, path: Named }),
  z.strictObject({ call: z.literal('remove-folder'), folder: Folder, path: Named }),
  z.strictObject({ call: z.literal('rename'), folder: Folder, path: Named, to: Named }),
])
export type HostCall = z.infer<typeof HostCall>

const End = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), code: z.int().min(0).max(0xffffffff) }),
  z.strictObject({ kind: z.literal('trapped'), reason: z.string().max(4000) }),
  z.strictObject({ kind: z.literal('flooded'), stream: z.enum(['stdout', 'stderr']) }),
])

/** Everything the child can say. */
export const ChildMessage = z.discriminatedUnion('kind', [
  /** Once, first: it waits for a module. */
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({
    kind: z.literal('output'),
    stream: z.enum(['stdout', 'stderr']),
    bytes: z.int().min(0),
  }),
  z.strictObject({ kind: z.literal('call'), call: HostCall }),
  z.strictObject({
    kind: z.literal('end'),
    end: End,
    unsaved: z.array(z.string().max(5000)).max(100),
    memoryPages: z.int().min(0),
  }),
])
export type ChildMessage = z.infer<typeof ChildMessage>

/** What the child is told first. The module and then the standard input follow as raw bytes. */
export type StartMessage = {
  readonly moduleBytes: number
  readonly args: readonly string[]
  readonly env: readonly string[]
  readonly folders: readonly { readonly guest: string; readonly writable: boolean }[]
  readonly limits: {
    readonly stdoutBytes: number
    readonly stderrBytes: number
    readonly openFiles: number
    readonly treeBytes: number
    readonly cpuMs: number | null
  }
}
