// What the undo of a call would change, read from what is kept of it and from how its files are now.
import { join } from 'node:path'
import type { CallId } from '../../../contract/ids.ts'
import type { UndoPreview } from '../../../contract/call/undo-preview.ts'
import { openCaptures } from '../captures.ts'
import type { Exactness, Scanning } from '../checkpoint.ts'
import { afterEntries, previewReadingMs, workspaceLimits } from '../limits.ts'
import { openManifests } from '../manifests.ts'
import { openObjects, type Objects } from '../contents/objects.ts'
import { openUndoCall, type UndoCall } from './undo-call.ts'
import { textsOf } from '../text-pairs.ts'
import { previewOf as shownPreview } from '../undo-text.ts'

/**
 * Null: nothing is kept of this call.
 * @param exactness quick: files that neither their inode nor their size tells from what was kept are
 *   read for so long as `readingMs` says. exact: each of them is.
 */
export type Preview = (callId: string, exactness: Exactness) => Scanning | null

export const previewOf =
  ({
    objects,
    planOf,
    readingMs,
  }: Pick<UndoCall, 'planOf'> & {
    readonly objects: Objects
    readonly readingMs: number
  }): Preview =>
  (callId, exactness) => {
    const until = performance.now() + readingMs
    const found = planOf(
      callId,
      'all',
      'hash',
      exactness === 'exact' ? undefined : () => performance.now() < until,
    )
    if (found === null) return null
    const shown = found.steps.filter((step) => step.shown)
    return { ...found, texts: textsOf(found.root, shown, objects) }
  }

/**
 * As a quick preview, in this thread and with nothing made, removed or fixed. Null as above. Throws the
 * system's error where what is kept cannot be read.
 * @param folder where checkpoints lie.
 */
export function previewOnly(folder: string, callId: CallId): UndoPreview | null {
  const objects = openObjects(join(folder, 'objects'), 'looks')
  const manifests = openManifests(join(folder, 'calls'), 'looks')
  const captures = openCaptures({
    folder,
    objects,
    limits: workspaceLimits,
    mostAfter: afterEntries,
  })
  const replaced = { hold: () => {}, letGo: () => false }
  const { planOf } = openUndoCall({ objects, manifests, replaced, now: Date.now, ...captures })
  const found = previewOf({ objects, planOf, readingMs: previewReadingMs })(callId, 'quick')
  return found && shownPreview(callId, found)
}
