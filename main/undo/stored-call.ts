// What is known of a call that undo kept, before its files are looked at.
import { failure, type Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'

export type StoredCall = {
  readonly callId: CallId
  /** Epoch milliseconds. */
  readonly at: number
  readonly root: string
  readonly files: number
  /** gone: cleaned up for its age or for room. */
  readonly state: 'kept' | 'gone'
}

/** Why it cannot be undone: `undo.unknown`, `undo.gone`, `undo.nothing`. Null: that is yet to be seen. */
export function notUndoable(callId: CallId, row: StoredCall | null): Failure | null {
  if (row === null)
    return failure(
      'undo.unknown',
      `Nothing was kept for ${callId}.`,
      'Only calls that changed files, and whose journal row says so, can be undone.',
    )
  if (row.state === 'gone')
    return failure(
      'undo.gone',
      `The data kept for ${callId} was cleaned up.`,
      'Checkpoints are deleted after 30 days, or earlier to save space.',
    )
  return row.files === 0
    ? failure('undo.nothing', `${callId} changed no file, so there is nothing to restore.`)
    : null
}

export const lost = (callId: CallId): Failure =>
  failure('undo.gone', `The data kept for ${callId} is missing.`)
