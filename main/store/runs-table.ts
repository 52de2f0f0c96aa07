// Runs and their transcripts. Owns their SQL; never changes an item by itself.
import type { z } from 'zod'
import { RunId, type SessionId, type CallId } from '../../contract/ids.ts'
import { Run, RunItem } from '../../contract/run.ts'
import type { WriteDb } from './database.ts'

export type RunsTable = ReturnType<typeof runsTable>

export function runsTable(db: WriteDb) {
  const put = db.prepare<[string, number, string, string]>(
    `INSERT INTO runs (id, updated_at, state, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, state = excluded.state, body = excluded.body`,
  )
  const one = db.prepare<[string], string>('SELECT body FROM runs WHERE id = ?').pluck()
  // A page ends only between two moments: `before` is a time, and runs of the same millisecond must not fall between pages.
  const list = db
    .prepare<{ before: number; limit: number }, string>(
      `SELECT body FROM runs WHERE updated_at < @before AND updated_at >=
         (SELECT min(updated_at) FROM (SELECT updated_at FROM runs WHERE updated_at < @before ORDER BY updated_at DESC LIMIT @limit))
       ORDER BY updated_at DESC, rowid DESC`,
    )
    .pluck()
  // Asked once per session and process, so it may look at every run.
  const ofSession = db.prepare<[string], string>(`SELECT body FROM runs WHERE json_extract(body, '$.session') = ?`).pluck()
  const unfinished = db.prepare<[], string>(`SELECT body FROM runs WHERE state IN ('working', 'waiting') ORDER BY updated_at`).pluck()
  const putItem = db.prepare<[string, number, string]>(
    'INSERT INTO run_items (run_id, id, body) VALUES (?, ?, ?) ON CONFLICT (run_id, id) DO UPDATE SET body = excluded.body',
  )
  const items = db.prepare<[string], string>('SELECT body FROM run_items WHERE run_id = ? ORDER BY id').pluck()
  const byCall = db.prepare<[string], { run_id: string; body: string }>('SELECT run_id, body FROM run_items WHERE call_id = ? LIMIT 1')

  return {
    /** New, or in place of the one with its id. */
    put: (run: Run): void => void put.run(run.id, run.updatedAt, run.state, JSON.stringify(run)),
    get: (id: RunId): Run | null => {
      const body = one.get(id)
      return body === undefined ? null : (parse(Run)(body)[0] ?? null)
    },
    /** Last changed first, changed before `before` (epoch ms). A page may be longer than `limit` by what has its last moment. */
    list: (before: number | undefined, limit: number): Run[] =>
      list.all({ before: before ?? Number.MAX_SAFE_INTEGER, limit }).flatMap(parse(Run)),
    /** The run that a session belongs to. */
    ofSession: (session: SessionId): Run | null => {
      const body = ofSession.get(session)
      return body === undefined ? null : (parse(Run)(body)[0] ?? null)
    },
    /** Runs that were in the middle of something, oldest change first. */
    unfinished: (): Run[] => unfinished.all().flatMap(parse(Run)),
    /** New, or in place of the item with its id. Throws when the run is unknown. */
    putItem: (runId: RunId, item: RunItem): void => void putItem.run(runId, item.id, JSON.stringify(item)),
    /** The transcript, in order. */
    items: (runId: RunId): RunItem[] => items.all(runId).flatMap(parse(RunItem)),
    findItemByCall: (callId: CallId): { readonly runId: RunId; readonly item: RunItem } | null => {
      const row = byCall.get(callId)
      if (row === undefined) return null
      const [item] = parse(RunItem)(row.body)
      const runId = RunId.safeParse(row.run_id)
      return item === undefined || !runId.success ? null : { runId: runId.data, item }
    },
  }
}

/** None for a text that somebody made unreadable. */
const parse =
  <S extends z.ZodType>(schema: S) =>
  (body: string): z.output<S>[] => {
    try {
      const parsed = schema.safeParse(JSON.parse(body))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  }
