// Pure. What was shown to be read is not thereby to be written.
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'

/** The limits of an answer to a call that wrote nothing: their paths are for reading. */
export const readingOnly = (
  patterns: LeasePatterns,
  shown: readonly CanonicalTouch[],
): LeasePatterns =>
  patterns.paths.length === 0 ||
  patterns.edits === true ||
  shown.some(({ kind }) => kind === 'fs.write')
    ? patterns
    : { ...patterns, reads: true }
