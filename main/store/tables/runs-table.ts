// Runs, and with them their transcripts (rows/run-items.ts). Holds their SQL.
import type { RunId, SessionId } from '../../../contract/ids.ts'
import { Run } from '../../../contract/agent/run.ts'
import type { WriteDb } from '../database.ts'
import { soonDurable } from '../soon-durable.ts'
import { runItems } from '../rows/run-items.ts'
import { bodyAs } from '../stored-body.ts'

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
  const subagents = db
    .prepare<[], string>('SELECT body FROM runs WHERE parent_run IS NOT NULL ORDER BY rowid')
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
        .flatMap(bodyAs(Run))
        .map((run) => run.session),
    ])
    for (const statement of removals) statement.run({ session })
    for (const each of sessions) {
      ended.run(each)
      unrehearse.run(each)
    }
  })

  return {
    ...runItems(db, soon),
    /** New, or in place of the one with its id. */
    put: (run: Run): void =>
      void soon(() => put.run(run.id, run.updatedAt, run.state, JSON.stringify(run))),
    get: (id: RunId): Run | null => {
      const body = one.get(id)
      return body === undefined ? null : (bodyAs(Run)(body)[0] ?? null)
    },
    /**
     * Last changed first, changed before `before` (epoch ms). A page may be longer than `limit` by
     * what has its last moment.
     */
    list: (before: number | undefined, limit: number, agent?: string): Run[] => {
      const bounds = { before: before ?? Number.MAX_SAFE_INTEGER, limit }
      const rows = agent === undefined ? list.all(bounds) : ofAgent.all({ ...bounds, agent })
      return rows.flatMap(bodyAs(Run))
    },
    /** The runs of a session, oldest first: one, and those that go on from it differently. */
    ofSession: (session: SessionId): Run[] => ofSession.all(session).flatMap(bodyAs(Run)),
    /** Sub-agents that this run started, oldest first. */
    children: (id: RunId): Run[] => children.all(id).flatMap(bodyAs(Run)),
    /** Every sub-agent there is, oldest first. */
    subagents: (): Run[] => subagents.all().flatMap(bodyAs(Run)),
    /** A run that a person talks to, and every sub-agent below it, oldest first. */
    tree: (root: RunId): Run[] => tree.all({ root }).flatMap(bodyAs(Run)),
    /** The runs of a session, and all sub-agents of theirs, oldest first. */
    family: (session: SessionId): Run[] => family.all({ session }).flatMap(bodyAs(Run)),
    /** Runs that go on from this one, oldest first. */
    branches: (id: RunId): Run[] => branches.all(id).flatMap(bodyAs(Run)),
    /** Runs that were in the middle of something, oldest change first. */
    unfinished: (): Run[] => unfinished.all().flatMap(bodyAs(Run)),
    /**
     * All runs of a session, those of their sub-agents, their items, and what was rehearsed for their
     * calls: all of it or nothing.
     */
    remove: (session: SessionId): void => remove(session),
  }
}
