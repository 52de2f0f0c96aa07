// What an undo would change, as a person sees it before.
import { z } from 'zod'
import { FilePreview } from '../approval/approval.ts'
import { CallId } from '../ids.ts'

/**
 * What undo does at one path. restored: it gets its former content or mode back. removed: it was
 * not there. recreated: it is gone.
 */
export const UndoChange = z.strictObject({
  /** Relative to the root; bytes that are not UTF-8 are written `\xNN`. */
  path: z.string(),
  kind: z.enum(['restored', 'removed', 'recreated']),
  is: z.enum(['file', 'link', 'folder']),
  /** Bytes there are now and after the undo; null where there is no file. */
  bytesNow: z.int().nullable(),
  bytesThen: z.int().nullable(),
})
export type UndoChange = z.infer<typeof UndoChange>

/** A path that is not as the call left it. Undo refuses unless it is named. */
export const UndoConflict = z.strictObject({ path: z.string(), why: z.string() })
export type UndoConflict = z.infer<typeof UndoConflict>

export const UndoPreview = z.strictObject({
  callId: CallId,
  /** Epoch milliseconds: when the checkpoint was made. */
  at: z.int(),
  /** The folder that every path starts from. */
  root: z.string(),
  /** At most the first 2,000; `total` counts all. */
  changes: z.array(UndoChange),
  total: z.int(),
  conflicts: z.array(UndoConflict),
  /**
   * Small text files among the changes, secrets replaced: as they are now, and as they would be.
   */
  previews: z.array(FilePreview),
  /** Things a person should know first, in sentences. */
  notes: z.array(z.string()),
})
export type UndoPreview = z.infer<typeof UndoPreview>

/** What to do with paths that changed since the call: put all back, or those that are named. */
export const UndoForce = z.union([z.literal('all'), z.array(z.string().max(8192)).max(20_000)])
export type UndoForce = z.infer<typeof UndoForce>

export const UndoDone = z.strictObject({
  callId: CallId,
  /** The undo itself can be undone under this id. */
  undoId: CallId,
  /** Files, links and folders that are now as they were. */
  files: z.int(),
  /** Changed since the call, and put back all the same because that was asked for. */
  forced: z.array(z.string()),
  /** What could not be put back. The undo can be repeated. */
  failed: z.array(UndoConflict),
  notes: z.array(z.string()),
})
export type UndoDone = z.infer<typeof UndoDone>
