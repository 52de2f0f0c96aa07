// Opens the one database file. Handles pragmas, migrations and the refusal of files that are not
// ours to write. Never deletes, repairs or moves a file: what it cannot use it leaves exactly as it
// was, and says so.
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { makeBackup } from './backup.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { knownVersion, migrations } from './shapes/migrations.ts'
import { sqliteFault, sqliteText } from './sqlite-fault.ts'

export type Store = {
  readonly db: WriteDb
  /** Safe to call twice. */
  close(): void
}

/**
 * "GATE" as the application id of SQLite's header, so that another program's file is not taken for
 * ours.
 */
const APPLICATION_ID = 0x47415445
/**
 * The event loop rests while SQLite waits for a lock, so the wait is short; the journal
 * tries again by itself.
 */
const BUSY_MS = 100

/**
 * better-sqlite3 13 carries binaries for N-API 10, which Node 22 and newer have; loading them into
 * an older Node ends the process without a word. So the version is looked at before the import.
 */
export const canLoadSqlite = (napi: string | undefined): boolean => Number(napi ?? 0) >= 10

/**
 * `backupDir`: where a copy is put before an older shape is brought to the newest; left out, there
 * is none.
 *
 * Opens or makes the database, WAL with synchronous FULL, brought to the newest shape.
 *
 * Failures: `store.runtime` (this Node is too old), `store.newer` (written by a newer Gatehouse;
 * not touched), `store.foreign` (another program's database; not touched), `store.corrupt` (not a
 * sound database; not touched), `store.busy` (somebody else holds it), `store.unwritable` (folder
 * or file cannot be written).
 */
export async function openStore(
  file: string,
  { now, backupDir }: { readonly now: () => number; readonly backupDir?: string | undefined },
): Promise<Result<Store, Failure>> {
  if (!canLoadSqlite(process.versions['napi'])) {
    return err(
      failure(
        'store.runtime',
        `Node ${process.versions.node} cannot load the database.`,
        'Start Gatehouse with Node 22 or newer.',
      ),
    )
  }
  const { default: Database } = await import('better-sqlite3')
  try {
    if (file !== ':memory:') {
      const refused = prepareFile(Database, file)
      if (refused !== null) return err(refused)
    }
    const db = new Database(file, { timeout: BUSY_MS })
    try {
      setPragmas(db)
      const version = Number(db.pragma('user_version', { simple: true }))
      // Before anything is changed: the one who goes back to the older Gatehouse has what it wrote.
      if (backupDir !== undefined && version > 0 && version < knownVersion)
        makeBackup(db, backupDir, now())
      migrate(db, now)
    } catch (error) {
      db.close()
      throw error
    }
    // The one place where the brand is given.
    return ok({ db: db as WriteDb, close: () => void db.close() })
  } catch (error) {
    return err(openFailure(file, error))
  }
}

/**
 * Makes the file private to its owner (approvals hold unredacted arguments), or looks at what is
 * there before writing.
 */
function prepareFile(Database: typeof BetterSqlite3, file: string): Failure | null {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
    return null
  }
  // A read-only handle: it cannot move a write-ahead log into a file that is not ours to change.
  const reader = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  try {
    return refusal(file, reader)
  } finally {
    reader.close()
  }
}

function refusal(file: string, db: ReadDb): Failure | null {
  const version = Number(db.pragma('user_version', { simple: true }))
  const owner = Number(db.pragma('application_id', { simple: true }))
  const tables = Number(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0 || tables > 0)) {
    return failure(
      'store.foreign',
      `${file} is a database of another program.`,
      'Move it away, or point Gatehouse to another data folder.',
    )
  }
  if (version > knownVersion) {
    return failure(
      'store.newer',
      `${file} was written by a newer Gatehouse: it has data format ${version}, and this one knows formats up to ${knownVersion}.`,
      'Start that newer Gatehouse, or point this one to another data folder. The file was not changed.',
    )
  }
  return null
}

/** Each connection needs these again: the file does not keep them. */
export function setPragmas(db: ReadDb): void {
  db.pragma('trusted_schema = OFF')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // Without this, INSERT OR REPLACE removes a row past the delete trigger.
  db.pragma('recursive_triggers = ON')
  db.pragma('journal_size_limit = 67108864')
  // In KiB. The default of the library is 16 MB of pages, which the system keeps in its own cache
  // anyway.
  db.pragma('cache_size = -2048')
}

function migrate(db: ReadDb, now: () => number): void {
  // All of it or nothing: a step that fails half-way up leaves the shape that an older Gatehouse
  // knows.
  const all = db.transaction(() => {
    for (const { version, sql } of migrations) {
      // Asked inside the write lock: another process may have been faster.
      if (Number(db.pragma('user_version', { simple: true })) >= version) continue
      db.exec(sql)
      db.prepare('INSERT INTO schema_history (version, at) VALUES (?, ?)').run(version, now())
      db.pragma(`application_id = ${APPLICATION_ID}`)
      db.pragma(`user_version = ${version}`)
    }
  })
  if (Number(db.pragma('user_version', { simple: true })) < knownVersion) all.immediate()
}

function openFailure(file: string, error: unknown): Failure {
  const why = sqliteText(error)
  switch (sqliteFault(error)) {
    case 'corrupt':
      return failure(
        'store.corrupt',
        `${file} is damaged and was left as it is: ${why}.`,
        'Run "gatehouse restore" to put a backup in its place: it lists them, and keeps a copy of what is there. "gatehouse audit export --readable" saves the rows of the journal that can be read.',
      )
    case 'busy':
      return failure(
        'store.busy',
        `${file} is in use by another program.`,
        'Close the other program, or wait until it is done, and start again.',
      )
    case 'full':
      return failure(
        'store.unwritable',
        `There is no room left for ${file}.`,
        'Free some disk space and start again.',
      )
    case 'read-only':
    case 'not-openable':
    case 'io':
    case 'constraint':
    case 'closed':
    case 'other':
      return failure(
        'store.unwritable',
        `${file} cannot be opened for writing: ${why}.`,
        'Check that the folder exists and may be written.',
      )
  }
}
