// A database whose journal is larger than what SQLite keeps in memory, and pages of it scribbled
// over.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { openJournal } from '../../../main/journal/journal.ts'
import { journalTable } from '../../../main/store/journal/journal-table.ts'
import { openStore } from '../../../main/store/open.ts'
import type { FaultApp } from './app.ts'

export const ROWS = 1_200

/**
 * A journal that is larger than what SQLite keeps in memory, so that an old row is read from the
 * disk.
 */
export async function fillJournal({ paths }: FaultApp): Promise<void> {
  for (const folder of [paths.dataDir, dirname(paths.headFile)])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = await openStore(paths.databaseFile, { now: Date.now })
  if (!store.ok) throw new Error(store.error.text)
  const table = journalTable(store.value.db)
  const journal = openJournal({
    table,
    headFile: paths.headFile,
    now: Date.now,
  })
  if (!journal.ok) throw new Error(journal.error.text)
  const appended = Array.from({ length: ROWS }, (_row, at) =>
    journal.value.append({
      kind: 'started',
      version: '0.1.0',
      host: `host ${at} ${'x'.repeat(8_000)}`,
    }),
  )
  const wrong = (await Promise.all(appended)).find(({ ok }) => !ok)
  if (wrong?.ok === false) throw new Error(wrong.error.text)
  await journal.value.close()
  store.value.close()
}

/**
 * Scribbles over the pages that hold some rows in the middle of the journal, in the file itself.
 */
export function damagePages({ paths }: FaultApp): void {
  const db = new Database(paths.databaseFile, { readonly: true })
  const pages = db
    .prepare<[], number>(
      `SELECT pageno FROM dbstat WHERE name = 'journal' AND pagetype = 'leaf' ORDER BY path`,
    )
    .pluck()
    .all()
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const fd = openSync(paths.databaseFile, 'r+')
  for (const page of pages.slice(100, 110))
    writeSync(fd, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size)
  closeSync(fd)
}
