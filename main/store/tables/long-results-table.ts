// Results that were too long for a model, whole as they may be shown: cleaned and redacted. Holds the
// SQL; the oldest go where there are too many.
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { WriteDb } from '../database.ts'

/** Of one run, and of all. */
const MOST = { run: 64, all: 512 }

export type LongResultsTable = ReturnType<typeof longResultsTable>

export function longResultsTable(db: WriteDb) {
  const insert = db.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO long_results (call_id, run_id, text) VALUES (?, ?, ?)',
  )
  const read = db
    .prepare<[string], string>('SELECT text FROM long_results WHERE call_id = ?')
    .pluck()
  const ofRun = db.prepare<{ run: string; most: number }>(
    `DELETE FROM long_results WHERE run_id = @run AND id NOT IN
       (SELECT id FROM long_results WHERE run_id = @run ORDER BY id DESC LIMIT @most)`,
  )
  const oldest = db.prepare<{ most: number }>(
    `DELETE FROM long_results WHERE id <=
       (SELECT id FROM long_results ORDER BY id DESC LIMIT 1 OFFSET @most)`,
  )
  const keep = db.transaction((callId: string, runId: string, text: string) => {
    insert.run(callId, runId, text)
    ofRun.run({ run: runId, most: MOST.run })
    oldest.run({ most: MOST.all })
  })
  return {
    keep: (callId: CallId, runId: RunId, text: string): void => keep(callId, runId, text),
    get: (callId: CallId): string | null => read.get(callId) ?? null,
  }
}
