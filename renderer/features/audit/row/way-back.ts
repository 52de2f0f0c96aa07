// Whether a call can be undone, as its rows say. Pure.
import type { CallId } from '../../../../contract/ids.ts'
import type { JournalEntry } from '../../../../contract/journal/journal.ts'

/**
 * kept: it can be undone; `undoId` where it was, and then that undo is what can be taken back.
 * none: it cannot, and why.
 */
export type WayBack =
  | { readonly kind: 'kept'; readonly files: number; readonly undoId: CallId | null }
  | { readonly kind: 'none'; readonly why: string }

/** Of all rows of one call, oldest first; null where there is nothing to put back. */
export function wayBack(entries: readonly JournalEntry[]): WayBack | null {
  const undo = entries.findLast((entry) => entry.kind === 'outcome')?.undo
  const undone = entries.findLast((entry) => entry.kind === 'undone')
  // An undo that did not end well, or whose end nobody saw, is to be repeated and not taken back.
  const whole = undone?.change === 'ended' && undone.error === null && undone.failed === 0
  if (undone !== undefined)
    return { kind: 'kept', files: undone.files, undoId: whole ? undone.undoId : null }
  if (undo === undefined) return null
  if (undo.kind === 'kept' && undo.files === 0) return null
  return undo.kind === 'kept' ? { kind: 'kept', files: undo.files, undoId: null } : undo
}

/**
 * Whether no row can follow these of one call: it has ended, and there is nothing of it to put
 * back.
 */
export const isOver = (entries: readonly JournalEntry[]): boolean =>
  entries.some(({ kind }) => kind === 'outcome') && wayBack(entries)?.kind !== 'kept'
