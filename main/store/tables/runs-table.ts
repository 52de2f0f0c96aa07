// Runs and their transcripts. Holds their SQL; never changes an item by itself.
import type { z } from 'zod'
import { jsonOf } from '../../../contract/read-json.ts'
import { RunId, type SessionId, type CallId } from '../../../contract/ids.ts'
import { Run, RunItem } from '../../../contract/agent/run.ts'
import type { WriteDb } from '../database.ts'
import { soonDurable } from '../soon-durable.ts'

export type RunsTable = ReturnType<typeof runsTable>

export function runsTable(db: WriteDb) {
  const soon = soonDurable(db)
  const put = db.prepare<[string, number, string, string]>(
    `INSERT INTO runs (id, updated_at, state, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, state = excluded.state, body = excluded.body`,
  )
  const one = db.prepare<[string], string>('SELECT body FROM runs WHERE id = ?').pluck()
  // A page ends only between two moments: `before` is a time, and runs of the same millisecond must
  // not fall between pages.
  const list = db
    .prepare<{ before: number; limit: number }, string>(
      `SELECT body FROM runs WHERE parent_run IS NULL AND updated_at < @before AND updated_at >=
         (SELECT min(updated_at) FROM (SELECT updated_at FROM runs WHERE parent_run IS NULL AND updated_at < @before ORDER BY updated_at DESC LIMIT @limit))
       ORDER BY updated_at DESC, rowid DESC`,
    )
    .pluck()
  // Asked by a screen of one agent, so it may look at every run.
  const ofAgent = db
    .prepare<{ agent: string; before: number; limit: number }, string>(
      `SELECT body FROM runs WHERE updated_at < @before AND json_valid(body) AND json_extract(body, '$.agent') = @agent
       ORDER BY updated_at DESC, rowid DESC LIMIT @limit`,
    )
    .pluck()
  // Asked once per session and process, so it may look at every run.
  const ofSession = db
    .prepare<[string], string>(
      `SELECT body FROM runs WHERE json_valid(body) AND json_extract(body, '$.session') = ? ORDER BY rowid`,
    )
    .pluck()
  const branches = db
    .prepare<[string], string>('SELECT body FROM runs WHERE from_run = ? ORDER BY rowid')
    .pluck()
  const unfinished = db
    .prepare<[], string>(
      `SELECT body FROM runs WHERE state IN ('working', 'waiting', 'queued') ORDER BY updated_at`,
    )
    .pluck()
  const children = db
    .prepare<[string], string>('SELECT body FROM runs WHERE parent_run = ? ORDER BY rowid')
    .pluck()
  const tree = db
    .prepare<{ root: string }, string>(
      'SELECT body FROM runs WHERE id = @root OR root_run = @root ORDER BY rowid',
    )
    .pluck()
  const family = db
    .prepare<{ session: string }, string>(
      `SELECT body FROM runs WHERE root_session = @session
         OR (json_valid(body) AND json_extract(body, '$.session') = @session) ORDER BY rowid`,
    )
    .pluck()
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
  const removals = [
    'DELETE FROM run_words WHERE rowid IN (SELECT run_items.rowid FROM run_items JOIN wanted ON run_items.run_id = wanted.id)',
    'DELETE FROM run_items WHERE run_id IN (SELECT id FROM wanted)',
    'DELETE FROM long_results WHERE run_id IN (SELECT id FROM wanted)',
    'DELETE FROM runs WHERE id IN (SELECT id FROM wanted)',
  ].map((sql) =>
    db.prepare<{ session: string }>(
      `WITH wanted AS (SELECT id FROM runs WHERE root_session = @session OR (json_valid(body) AND json_extract(body, '$.session') = @session)) ${sql}`,
    ),
  )
  const ended = db.prepare<[string]>('INSERT OR IGNORE INTO removed_sessions (session) VALUES (?)')
  const unrehearse = db.prepare<[string]>(
    'DELETE FROM rehearsals WHERE approval_id IN (SELECT id FROM approvals WHERE session = ?)',
  )
  const remove = db.transaction((session: string) => {
    const sessions = new Set([
      session,
      ...family
        .all({ session })
        .flatMap(parse(Run))
        .map((run) => run.session),
    ])
    for (const statement of removals) statement.run({ session })
    for (const each of sessions) {
      ended.run(each)
      unrehearse.run(each)
    }
  })
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
    /** New, or in place of the one with its id. */
    put: (run: Run): void =>
      void soon(() => put.run(run.id, run.updatedAt, run.state, JSON.stringify(run))),
    get: (id: RunId): Run | null => {
      const body = one.get(id)
      return body === undefined ? null : (parse(Run)(body)[0] ?? null)
    },
    /**
     * Last changed first, changed before `before` (epoch ms). A page may be longer than `limit` by
     * what has its last moment.
     */
    list: (before: number | undefined, limit: number, agent?: string): Run[] => {
      const bounds = { before: before ?? Number.MAX_SAFE_INTEGER, limit }
      const rows = agent === undefined ? list.all(bounds) : ofAgent.all({ ...bounds, agent })
      return rows.flatMap(parse(Run))
    },
    /** The runs of a session, oldest first: one, and those that go on from it differently. */
    ofSession: (session: SessionId): Run[] => ofSession.all(session).flatMap(parse(Run)),
    /** Sub-agents that this run started, oldest first. */
    children: (id: RunId): Run[] => children.all(id).flatMap(parse(Run)),
    /** A run that a person talks to, and every sub-agent below it, oldest first. */
    tree: (root: RunId): Run[] => tree.all({ root }).flatMap(parse(Run)),
    /** The runs of a session, and all sub-agents of theirs, oldest first. */
    family: (session: SessionId): Run[] => family.all({ session }).flatMap(parse(Run)),
    /** Runs that go on from this one, oldest first. */
    branches: (id: RunId): Run[] => branches.all(id).flatMap(parse(Run)),
    /** Runs that were in the middle of something, oldest change first. */
    unfinished: (): Run[] => unfinished.all().flatMap(parse(Run)),
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
        .flatMap(parse(RunItem)),
    /** From an item on, in order. */
    since: (runId: RunId, from: number): RunItem[] =>
      since.all(runId, from).flatMap(parse(RunItem)),
    /** 0 for none. */
    lastId: (runId: RunId): number => lastId.get(runId) ?? 0,
    /** What is not at rest: texts that stream, calls that have not ended. */
    moving: (runId: RunId): RunItem[] => moving.all(runId).flatMap(parse(RunItem)),
    /** Puts what is before an item into another run, under the same numbers. */
    copyItems: (from: RunId, to: RunId, before: number): void =>
      void copy.run({ from, to, before }),
    /** The whole transcript, in order. */
    items: (runId: RunId): RunItem[] => items.all(runId).flatMap(parse(RunItem)),
    /**
     * All runs of a session, those of their sub-agents, their items, and what was rehearsed for their
     * calls: all of it or nothing.
     */
    remove: (session: SessionId): void => remove(session),
    /** A call in the transcript of this run, which may go on from another one. */
    callItem: (runId: RunId, callId: CallId): RunItem | null => {
      const body = callOf.get(callId, runId)
      return body === undefined ? null : (parse(RunItem)(body)[0] ?? null)
    },
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
    const parsed = schema.safeParse(jsonOf(body))
    return parsed.success ? [parsed.data] : []
  }
