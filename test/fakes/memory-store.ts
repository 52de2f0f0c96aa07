// The one database in memory, as `openStore` makes it. Bringing an empty one to the newest shape takes
// some twenty milliseconds, and tests open thousands: done once in each process, and copied.
import Database from 'better-sqlite3'
import type { WriteDb } from '../../main/store/database.ts'
import { openStore, setPragmas, type Store } from '../../main/store/open.ts'

let empty: Buffer | null = null

async function makeEmpty(): Promise<Buffer> {
  const opened = await openStore(':memory:', { now: () => 0 })
  if (!opened.ok) throw new Error(opened.error.text)
  const bytes = opened.value.db.serialize()
  opened.value.close()
  return bytes
}

export async function openMemoryStore(): Promise<Store> {
  empty ??= await makeEmpty()
  const db = new Database(empty)
  setPragmas(db)
  return { db: db as WriteDb, close: () => void db.close() }
}
