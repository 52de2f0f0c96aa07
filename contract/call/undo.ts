// Whether a call can be undone, and what is stored for that.
import { z } from 'zod'

/**
 * Said on a held call before anyone answers it. files: Gatehouse keeps what the call may change,
 * and undo puts it back; a call for which this was said does not run without its checkpoint. none:
 * it cannot be undone, and why. part: its files can be put back as with `files`, and something else
 * that it does cannot, which the text names.
 */
export const UndoForecast = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('files'), text: z.string() }),
  z.strictObject({ kind: z.literal('part'), text: z.string() }),
  z.strictObject({ kind: z.literal('none'), text: z.string() }),
])
export type UndoForecast = z.infer<typeof UndoForecast>

/** Something is kept: an undo can be offered, and the call does not run without its checkpoint. */
export const keepsSome = (undo: UndoForecast | null): boolean =>
  undo !== null && undo.kind !== 'none'

/** What was kept of a call that ran. `files`: how many files, links and folders it changed. */
export const UndoRecord = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('kept'), files: z.int() }),
  z.strictObject({ kind: z.literal('none'), why: z.string() }),
])
export type UndoRecord = z.infer<typeof UndoRecord>
