// What was said and done in a run, in order. Holds its SQL; never changes an item by itself.
import { RunId, type CallId } from '../../../contract/ids.ts'
import { RunItem } from '../../../contract/agent/run.ts'
import type { WriteDb } from '../database.ts'
import type { soonDurable } from '../soon-durable.ts'
import { bodyAs } from '../stored-body.ts'

export function runItems(db: WriteDb, soon: ReturnType<typeof soonDurable>) {
  const putItem = db.prepare<[string, number, string]>(
    'INSERT INTO run_items (run_id, id, body) VALUES (?, ?, ?) ON CONFLICT (run_id, id) DO UPDATE SET body = excluded.body',
  )
  const items = db
    .prepare<[string], string>('SELECT body FROM run_items WHERE run_id = ? ORDER BY id')
    .pluck()
  const page = db
    .prepare<[string, number, number], string>(
      'SELECT body FROM run_items WHERE run_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
    )
    .pluck()
  const since = db
    .prepare<[string, number], string>(
      'SELECT body FROM run_items WHERE run_id = ? AND id >= ? ORDER BY id',
    )
    .pluck()
  const lastId = db
    .prepare<[string], number | null>('SELECT max(id) FROM run_items WHERE run_id = ?')
    .pluck()
  const moving = db
    .prepare<[string], string>(
      `SELECT body FROM run_items WHERE run_id = ? AND json_valid(body)
         AND (json_extract(body, '$.state.kind') IN ('deciding', 'running', 'held') OR json_extract(body, '$.streaming') = 1) ORDER BY id`,
    )
    .pluck()
  const copy = db.prepare<{ from: string; to: string; before: number }>(
    'INSERT INTO run_items (run_id, id, body) SELECT @to, id, body FROM run_items WHERE run_id = @from AND id < @before ORDER BY id',
  )
  // The first is the run that the call was made in; later ones are copies in runs that go on from
  // it.
  const byCall = db.prepare<[string], { run_id: string; body: string }>(
    'SELECT run_id, body FROM run_items WHERE call_id = ? ORDER BY rowid LIMIT 1',
  )
  const callOf = db
    .prepare<[string, string], string>(
      'SELECT body FROM run_items WHERE call_id = ? AND run_id = ?',
    )
    .pluck()

  return {
    /** New, or in place of the item with its id. Throws when the run is unknown. */
    putItem: (runId: RunId, item: RunItem): void => {
      const write = () => putItem.run(runId, item.id, JSON.stringify(item))
      // What a person said is on disk before anything follows from it. The rest comes many times a
      // second, and what must be known of a call is in the journal.
      if (item.kind === 'user') write()
      else soon(write)
    },
    /** The newest items before one, at most `limit`, in order. */
    page: (runId: RunId, before: number | undefined, limit: number): RunItem[] =>
      page
        .all(runId, before ?? Number.MAX_SAFE_INTEGER, limit)
        .toReversed()
        .flatMap(bodyAs(RunItem)),
    /** From an item on, in order. */
    since: (runId: RunId, from: number): RunItem[] =>
      since.all(runId, from).flatMap(bodyAs(RunItem)),
    /** 0 for none. */
    lastId: (runId: RunId): number => lastId.get(runId) ?? 0,
    /** What is not at rest: texts that stream, calls that have not ended. */
    moving: (runId: RunId): RunItem[] => moving.all(runId).flatMap(bodyAs(RunItem)),
    /** Puts what is before an item into another run, under the same numbers. */
    copyItems: (from: RunId, to: RunId, before: number): void =>
      void copy.run({ from, to, before }),
    /** The whole transcript, in order. */
    items: (runId: RunId): RunItem[] => items.all(runId).flatMap(bodyAs(RunItem)),
    /** A call in the transcript of this run, which may go on from another one. */
    callItem: (runId: RunId, callId: CallId): RunItem | null => {
      const body = callOf.get(callId, runId)
      return body === undefined ? null : (bodyAs(RunItem)(body)[0] ?? null)
    },
    findItemByCall: (callId: CallId): { readonly runId: RunId; readonly item: RunItem } | null => {
      const row = byCall.get(callId)
      if (row === undefined) return null
      const [item] = bodyAs(RunItem)(row.body)
      const runId = RunId.safeParse(row.run_id)
      return item === undefined || !runId.success ? null : { runId: runId.data, item }
    },
  }
}
