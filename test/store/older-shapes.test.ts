// A database of every shape that there ever was, with rows in it, brought to the newest: nothing is
// lost, and a copy is kept.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { listBackups } from '../../main/store/backup.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { knownVersion, migrations } from '../../main/store/shapes/migrations.ts'
import { openStore } from '../../main/store/open.ts'
import { makeFolder } from './fixture.ts'
import { fewRows } from '../whole.ts'

/** One row of each table, with the version that brought it. */
const rows: readonly (readonly [since: number, table: string, insert: string])[] = [
  [
    1,
    'journal',
    `INSERT INTO journal (seq, body, hash) VALUES (1, '{"at":1,"entry":{"kind":"started","version":"1","host":"cli"},"seq":1}', 'h')`,
  ],
  [
    1,
    'approvals',
    `INSERT INTO approvals (id, created_at, session, request_hash, body, request, state, answered_at, answered_on, answer, word) VALUES ('apr_1', 1, 'ses_1', 'r', '{}', '{"path":"a"}', 'denied', 2, 'window', 'deny-once', NULL)`,
  ],
  [1, 'leases', `INSERT INTO leases VALUES ('lea_1', 1, 'ses_1', '{}', 3, NULL, NULL, NULL)`],
  [1, 'presence', `INSERT INTO presence VALUES ('totp', '{"kept":true}')`],
  [
    1,
    'runs',
    `INSERT INTO runs (id, updated_at, state, body) VALUES ('run_1', 1, 'idle', '{"session":"ses_1"}')`,
  ],
  [
    1,
    'run_items',
    `INSERT INTO run_items (run_id, id, body) VALUES ('run_1', 1, '{"kind":"user","text":"needle"}')`,
  ],
  [2, 'rehearsals', `INSERT INTO rehearsals VALUES ('apr_2', '{}')`],
  [3, 'checkpoints', `INSERT INTO checkpoints VALUES ('call_1', 1, '/w', 2, 'kept')`],
  [
    4,
    'server_pins',
    `INSERT INTO server_pins (server, what, name, text, open) VALUES ('s', 'tool', 't', 'words', 1)`,
  ],
  [4, 'server_reach', `INSERT INTO server_reach VALUES ('s', '{}')`],
  [5, 'clients', `INSERT INTO clients (name, token_hash, created_at) VALUES ('c', 'hash', 1)`],
  [6, 'stopped', `INSERT INTO stopped VALUES (1, '{"at":1}')`],
  [8, 'audit_views', `INSERT INTO audit_views VALUES ('mine', 'tool:exec')`],
  [10, 'removed_sessions', `INSERT INTO removed_sessions VALUES ('ses_0')`],
  [
    17,
    'spending',
    `INSERT INTO spending VALUES (1, 'run_1', '2026-11-26', 'm', 5, 10, 2, 'USD', 0.5)`,
  ],
  [28, 'long_results', `INSERT INTO long_results VALUES (1, 'call_1', 'run_1', 'long')`],
  [31, 'agent_makers', `INSERT INTO agent_makers VALUES ('made', '{}', NULL, NULL)`],
  [
    30,
    'second_requests',
    `INSERT INTO second_requests VALUES ('apr_1', 'hash', '{}', 'ab', '{}', 2, 1, 0, NULL)`,
  ],
  [
    30,
    'second_answers',
    `INSERT INTO second_answers VALUES ('hash', 'ada-laptop', '{}', 'ab', 2, 0)`,
  ],
  [16, 'schedules', `INSERT INTO schedules VALUES ('job_1', 1, 0, 2, 0, NULL, '{}')`],
  [15, 'memories', `INSERT INTO memories (source, text, at) VALUES ('notes', 'x', 1)`],
  [
    18,
    'records',
    `INSERT INTO records VALUES (1, 'decision', 't', 'executed', NULL, 1, 1, 'n', NULL, '{}')`,
  ],
  [
    16,
    'dead_letters',
    `INSERT INTO dead_letters (id, job, job_name, payload, error, failed_at, retries, state) VALUES ('dl_1', 'job_1', 'n', 'p', 'e', 1, 0, 'failed')`,
  ],
  [22, 'plugin_pins', `INSERT INTO plugin_pins VALUES ('p', 'words', 1)`],
  [26, 'webhooks', `INSERT INTO webhooks VALUES ('build', 1, 0, NULL, 2)`],
  [26, 'webhook_deliveries', `INSERT INTO webhook_deliveries VALUES ('build', 'msg_1', 1)`],
  [
    26,
    'inbound_events',
    `INSERT INTO inbound_events VALUES (1, 'webhook', 'build', '', 'pending', 1, NULL, 1, 'x', '[]', '[]')`,
  ],
  [
    38,
    'returning_pages',
    `INSERT INTO returning_pages VALUES ('page_1', 'p', 'h', 'x', 4747, 1, 1)`,
  ],
  [21, 'job_runs', `INSERT INTO job_runs VALUES ('jrun_1', 'job_1', 'queued', 2, '{}')`],
]

/** Tables with another name since some version. */
const renamed: Readonly<Record<string, readonly [since: number, name: string]>> = {
  presence: [13, 'step_up'],
  server_reach: [13, 'server_access'],
}
const nameIn = (version: number, table: string): string => {
  const [since, name] = renamed[table] ?? [0, table]
  return version >= since ? name : table
}

function older(file: string, version: number): void {
  const db = new Database(file)
  for (const { version: step, sql } of migrations.filter((each) => each.version <= version)) {
    db.exec(sql)
    db.prepare('INSERT INTO schema_history (version, at) VALUES (?, 1)').run(step)
  }
  db.pragma(`application_id = ${0x47415445}`)
  db.pragma(`user_version = ${version}`)
  // What a rehearsal belongs to has to be open; in a shape of before the column.
  if (version >= 2)
    db.exec(
      `INSERT INTO approvals (id, created_at, session, request_hash, body, request, state) VALUES ('apr_2', 1, 's', 'r', '{}', '{}', 'pending')`,
    )
  for (const [since, table, insert] of rows)
    if (since <= version)
      db.exec(insert.replace(`INTO ${table} `, `INTO ${nameIn(version, table)} `))
  db.close()
}

/** The first, the newest and the one before it are tried in a plain `npm test`. */
const versions = fewRows(
  migrations
    .map(({ version }) => [String(version), version] as const)
    .toSorted(([, a], [, b]) => (a === 1 ? -1 : b === 1 ? 1 : b - a)),
  3,
)

describe.each(versions)('a database of shape %s', (_name, version) => {
  it('is brought to the newest with all of its rows', async () => {
    const folder = makeFolder()
    const [file, backupDir] = [join(folder, 'data.db'), join(folder, 'backups')]
    older(file, version)
    const opened = await openStore(file, { now: () => 1_700_000_000_000, backupDir })
    if (!opened.ok) throw new Error(opened.error.text)
    const { db, close } = opened.value
    for (const [since, table] of rows)
      expect([
        table,
        db
          .prepare(`SELECT count(*) FROM ${nameIn(knownVersion, table)}`)
          .pluck()
          .get(),
      ]).toEqual([table, since > version ? 0 : table === 'approvals' && version >= 2 ? 2 : 1])
    expect(db.prepare('SELECT id, parent_run FROM runs').all()).toEqual([
      { id: 'run_1', parent_run: null },
    ])
    expect(journalTable(db).last()?.seq).toBe(1)
    expect(
      db.prepare(`SELECT count(*) FROM run_words WHERE run_words MATCH 'needle'`).pluck().get(),
    ).toBe(1)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('user_version', { simple: true })).toBe(knownVersion)
    close()
    const copies = listBackups(backupDir)
    expect(
      copies.map(({ file: copy }) =>
        new Database(copy, { readonly: true }).pragma('user_version', { simple: true }),
      ),
    ).toEqual(version === knownVersion ? [] : [version])
  })
})

it('every table of the newest shape has a row above', () => {
  const db = new Database(':memory:')
  for (const { sql } of migrations) db.exec(sql)
  const tables = db
    .prepare(
      // Without those that keep the words of others, and what SQLite keeps for itself.
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT LIKE 'sqlite%' AND name <> 'schema_history' ORDER BY name`,
    )
    .pluck()
    .all()
  db.close()
  const listed = [...rows.map(([, table]) => nameIn(knownVersion, table)), 'approvals']
  expect(tables, 'add a row of each table to `rows` above').toEqual([...new Set(listed)].toSorted())
})

it('a step that fails leaves the shape of before whole, with its copy beside it', async () => {
  const folder = makeFolder()
  const [file, backupDir] = [join(folder, 'data.db'), join(folder, 'backups')]
  older(file, 7)
  const db = new Database(file)
  db.exec('CREATE TABLE removed_sessions (x)')
  db.close()
  expect((await openStore(file, { now: () => 42, backupDir })).ok).toBe(false)
  const after = new Database(file)
  expect(after.pragma('user_version', { simple: true })).toBe(7)
  expect(
    after.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'audit_views'`).pluck().get(),
  ).toBe(0)
  after.close()
  expect([existsSync(backupDir), listBackups(backupDir).length]).toEqual([true, 1])
})
