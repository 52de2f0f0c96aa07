// Hashes of the files that a call would write, as they are now. An approval is bound to them.
import type { FileHash } from '../../../contract/ids.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { hashFile } from '../../sandbox/files/hash-file.ts'

/** By path; null: there is no file yet. */
export async function fileHashes(
  touches: readonly CanonicalTouch[],
): Promise<Record<string, FileHash | null>> {
  const hashes: Record<string, FileHash | null> = {}
  for (const touch of touches) {
    if (touch.kind === 'fs.write')
      hashes[touch.path] = touch.is === 'file' ? await hashFile(touch.path) : null
  }
  return hashes
}
