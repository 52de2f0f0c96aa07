// A handle on a database that is only read, whatever its state: for backups, and for what can still
// be read of a damaged one.
import { canLoadSqlite } from './open.ts'
import type { ReadDb } from './database.ts'

/** Throws what SQLite throws. The caller closes it. */
export async function openReader(file: string): Promise<ReadDb> {
  if (!canLoadSqlite(process.versions['napi']))
    throw new Error(`Node ${process.versions.node} cannot load the database`)
  const { default: Database } = await import('better-sqlite3')
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 })
}
