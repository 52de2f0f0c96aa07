// What a held command or file call did in a throw-away copy of the workspace, before anyone approved
// it.
import { z } from 'zod'
import { Failure } from '../failure.ts'

/**
 * How the throw-away copy was made. overlay: the kernel keeps changes aside; reflink: files shared
 * until written; copy: byte by byte.
 */
export const RehearsalView = z.enum(['overlay', 'reflink', 'copy'])
export type RehearsalView = z.infer<typeof RehearsalView>

/** One thing in a tree. `mode` in octal, without the type: `0755`. */
export const SeenThere = z.strictObject({
  is: z.enum(['file', 'folder', 'link', 'other']),
  bytes: z.int().min(0),
  mode: z.string().regex(/^[0-7]{4}$/),
})
export type SeenThere = z.infer<typeof SeenThere>

/**
 * What is inside. text: both sides whole, secrets replaced; null where there was or is none. link:
 * where it leads. unshown: only the size is known here, and why. none: there is nothing in it to
 * show.
 */
export const ChangedContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('link'),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('unshown'),
    why: z.enum(['binary', 'large', 'unreadable', 'enough']),
  }),
  z.strictObject({ kind: z.literal('none') }),
])
export type ChangedContent = z.infer<typeof ChangedContent>

/** type: a file became a link or a folder, or the like. mode: only its permissions changed. */
export const RehearsedChange = z.strictObject({
  kind: z.enum(['added', 'changed', 'deleted', 'type', 'mode']),
  /** From the workspace on, with slashes. */
  path: z.string(),
  was: SeenThere.nullable(),
  now: SeenThere.nullable(),
  content: ChangedContent,
})
export type RehearsedChange = z.infer<typeof RehearsedChange>

/**
 * done: a file tool said so. failed: it reported an error. stopped: it reached a limit of the
 * rehearsal.
 */
export const RehearsalEnd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({ kind: z.literal('failed'), error: Failure }),
  z.strictObject({ kind: z.literal('exited'), code: z.int() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string() }),
  z.strictObject({ kind: z.literal('stopped'), limit: z.enum(['time', 'output', 'written']) }),
])
export type RehearsalEnd = z.infer<typeof RehearsalEnd>

/**
 * A host that was asked for and not reached: the network was closed. Port null: only its name was
 * looked up.
 */
export const TriedHost = z.strictObject({ host: z.string(), port: z.int().nullable() })
export type TriedHost = z.infer<typeof TriedHost>

export const RehearsalStarter = z.enum(['person', 'automatic'])
export type RehearsalStarter = z.infer<typeof RehearsalStarter>

export const Rehearsal = z.strictObject({
  at: z.int(),
  by: RehearsalStarter,
  view: RehearsalView,
  durationMs: z.number(),
  end: RehearsalEnd,
  /** Cleaned, secrets replaced, cut. */
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean(),
  counts: z.strictObject({
    added: z.int(),
    changed: z.int(),
    deleted: z.int(),
    type: z.int(),
    mode: z.int(),
  }),
  /** By path. */
  changes: z.array(RehearsedChange),
  /** Changes that are counted and not listed. */
  more: z.int().min(0),
  hosts: z.array(TriedHost),
  /** What this rehearsal cannot show, one sentence each. */
  notes: z.array(z.string()),
  /** SHA-256 over what it started from. An approval holds only while the same comes out. */
  inputs: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Rehearsal = z.infer<typeof Rehearsal>
