// A real journal in a real folder, to be opened, closed and tampered with. Gone when the test is
// over.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { bodyOf, hashOf, type RawRow } from '../../main/journal/chain.ts'
import { openJournal, type Journal } from '../../main/journal/journal.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import type { Store } from '../../main/store/open.ts'
import { makeFolder, storeIn } from '../store/fixture.ts'

export type Open = {
  readonly journal: Journal
  readonly store: Store
  readonly close: () => Promise<void>
}

export type JournalFixture = {
  readonly folder: string
  readonly file: string
  readonly headFile: string
  open(): Promise<Open>
  /** Opens, appends that many rows, closes in order. */
  fill(rows: number): Promise<void>
  /** As somebody with the file and a tool would: triggers and indexes dropped first. */
  tamper(work: (db: Database.Database) => void): void
  /** What a fresh opening and a full check say. */
  evaluate(): Promise<string>
}

export const entry = (host: string): JournalEntry => ({ kind: 'started', version: '0.1.0', host })

export function makeFixture(folder = makeFolder()): JournalFixture {
  const [file, headFile] = [join(folder, 'data.db'), join(folder, 'journal.head')]
  const open = async (): Promise<Open> => {
    const store = await storeIn(file)
    const opened = openJournal({
      table: journalTable(store.db),
      headFile,
      earlierRowsFile: `${file}-front`,
      now: () => 42,
    })
    if (!opened.ok) throw new Error(opened.error.text)
    const close = async (): Promise<void> => {
      await opened.value.close()
      store.close()
    }
    onTestFinished(close)
    return { journal: opened.value, store, close }
  }
  return {
    folder,
    file,
    headFile,
    open,
    async fill(rows) {
      const { journal, close } = await open()
      for (let index = 0; index < rows; index++) await append(journal, `host ${index}`)
      await close()
    },
    tamper(work) {
      const db = new Database(file)
      for (const [type, name] of db
        .prepare<[], [string, string]>(
          `SELECT type, name FROM sqlite_schema WHERE tbl_name = 'journal' AND type <> 'table'`,
        )
        .raw()
        .all()) {
        db.exec(`DROP ${type} ${name}`)
      }
      work(db)
      db.close()
    },
    async evaluate() {
      const { journal, close } = await open()
      const found = await journal.verify()
      await close()
      return found.kind === 'intact' ? `intact ${found.rows}` : `${found.fault} ${found.seq}`
    },
  }
}

/**
 * Writes over bytes of the closed database file, as a hex editor would: past every rule of SQLite.
 */
export function overwrite(fixture: JournalFixture, from: string, to: string): void {
  const bytes = readFileSync(fixture.file)
  const position = bytes.indexOf(from)
  if (position < 0 || from.length !== to.length) throw new Error('there is nothing to write over')
  bytes.write(to, position)
  writeFileSync(fixture.file, bytes)
}

/** Appends, and fails the test when the row is refused. */
export async function append(journal: Journal, host: string): Promise<void> {
  const written = await journal.append(entry(host))
  if (!written.ok) throw new Error(written.error.text)
}

export const rowsOf = (db: Database.Database): RawRow[] =>
  db.prepare<[], RawRow>('SELECT seq, body, hash FROM journal ORDER BY seq').all()

/** Puts these rows in the place of all that are there. */
export function replaceRows(db: Database.Database, rows: readonly RawRow[]): void {
  db.exec('DELETE FROM journal')
  const insert = db.prepare('INSERT INTO journal (seq, body, hash) VALUES (?, ?, ?)')
  for (const { seq, body, hash } of rows) insert.run(seq, body, hash)
}

/** The chain of these bodies as a forger would compute it, numbers written from nothing. */
export function rechained(rows: readonly RawRow[]): RawRow[] {
  let hash = ''
  return rows.map(({ body }, index) => {
    const seq = index + 1
    const forged = body.replace(/"seq":-?\d+\}$/, `"seq":${seq}}`)
    hash = hashOf(hash, forged)
    return { seq, body: forged, hash }
  })
}

export const forgedRow = (seq: number, prev: string): RawRow => {
  const body = bodyOf(seq, 42, '{"host":"forged","kind":"started","version":"0"}')
  return { seq, body, hash: hashOf(prev, body) }
}

export const readHeadText = (fixture: JournalFixture): string =>
  existsSync(fixture.headFile) ? readFileSync(fixture.headFile, 'utf8') : ''

/** Changes what the head file says, in its own form. */
export function forgeHead(
  fixture: JournalFixture,
  changes: { seq?: number; hash?: string; state?: string },
): void {
  const head: unknown = JSON.parse(readHeadText(fixture))
  if (typeof head !== 'object') throw new Error('the head is an object')
  writeFileSync(fixture.headFile, `${JSON.stringify({ ...head, ...changes }).padEnd(255)}\n`)
}
