// A handle on a database that is only read, whatever its state: for backups, and for what can still
// be read of a damaged one.
import { canLoadSqlite } from './open.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { knownVersion } from './shapes/migrations.ts'

/** Throws what SQLite throws. The caller closes it. */
export async function openReader(file: string): Promise<ReadDb> {
  if (!canLoadSqlite(process.versions['napi']))
    throw new Error(`Node ${process.versions.node} cannot load the database`)
  const { default: Database } = await import('better-sqlite3')
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 })
}

/**
 * For the tables, which are made of statements that read and others that write: over this handle the
 * second kind fails in SQLite itself. Null for a database of an older or a newer shape.
 */
export async function openTablesReader(
  file: string,
): Promise<{ readonly db: WriteDb; close(): void } | null> {
  const db = await openReader(file)
  if (Number(db.pragma('user_version', { simple: true })) === knownVersion)
    return { db: db as WriteDb, close: () => void db.close() }
  db.close()
  return null
}
