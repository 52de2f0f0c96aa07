// What undo kept of which call. Holds the SQL; the contents lie in files, and only main/undo reads
// those.
import { CallId } from '../../../contract/ids.ts'
import type { WriteDb } from '../database.ts'

export type CheckpointRow = {
  readonly callId: CallId
  /** Epoch milliseconds. */
  readonly at: number
  readonly root: string
  readonly files: number
  /** gone: cleaned up since. */
  readonly state: 'kept' | 'gone'
}

type Row = { call_id: string; at: number; root: string; files: number; state: 'kept' | 'gone' }

export function checkpointsTable(db: WriteDb) {
  const put = db.prepare<[string, number, string, number, string]>(
    `INSERT INTO checkpoints (call_id, at, root, files, state) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (call_id) DO UPDATE SET at = excluded.at, root = excluded.root, files = excluded.files, state = excluded.state`,
  )
  const one = db.prepare<[string], Row>(
    'SELECT call_id, at, root, files, state FROM checkpoints WHERE call_id = ?',
  )
  const gone = db.prepare<[string]>(
    `UPDATE checkpoints SET state = 'gone' WHERE call_id IN (SELECT value FROM json_each(?)) AND state = 'kept'`,
  )
  return {
    /** New, or in place of the one of that call. */
    put: ({ callId, at, root, files, state }: CheckpointRow): void =>
      void put.run(callId, at, root, files, state),
    get: (callId: CallId): CheckpointRow | null => {
      const row = one.get(callId)
      if (row === undefined) return null
      const { call_id, ...rest } = row
      return { callId: CallId.parse(call_id), ...rest }
    },
    /** Ids that are not in the table are passed over. */
    gone: (callIds: readonly string[]): void => {
      if (callIds.length > 0) gone.run(JSON.stringify(callIds))
    },
  }
}
