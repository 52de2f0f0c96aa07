// Passages of files of the workspace, with the words to find them by. In a file of its own, made from
// the files and from nothing else: it is made again where it cannot be read. Holds its SQL.
import { chmodSync, rmSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import type { FoundPassage } from '../../../contract/call/powers/documents-power.ts'

/** Of the shape below and of how files are cut: another one is made again. */
const FORMAT = 1
const BUSY_MS = 100

const schema = `
CREATE TABLE about (id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL) STRICT;
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  modified REAL NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (root, path)
) STRICT;
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX passages_file ON passages (file);
CREATE VIRTUAL TABLE passage_words USING fts5(text, content='passages', content_rowid='id', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER passage_words_new AFTER INSERT ON passages
BEGIN INSERT INTO passage_words (rowid, text) VALUES (NEW.id, NEW.text); END;
CREATE TRIGGER passage_words_gone AFTER DELETE ON passages
BEGIN INSERT INTO passage_words (passage_words, rowid, text) VALUES ('delete', OLD.id, OLD.text); END;
INSERT INTO about VALUES (1, ${FORMAT});
`

export type IndexedFile = {
  readonly id: number
  readonly path: string
  readonly bytes: number
  readonly modified: number
  /** Empty while not all of its passages are in. */
  readonly hash: string
}
export type Passage = { readonly line: number; readonly text: string }
/** Throws where the disk says no. */
export async function openDocumentsTable(file: string) {
  const { default: Database } = await import('better-sqlite3')
  const db = openFile(Database, file)
  const files = db.prepare<[string], IndexedFile>(
    'SELECT id, path, bytes, modified, hash FROM files WHERE root = ?',
  )
  const insert = db.prepare<[string, string, number, number]>(
    `INSERT INTO files (root, path, bytes, modified, hash) VALUES (?, ?, ?, ?, '')`,
  )
  const complete = db.prepare<[number, number, string, number]>(
    'UPDATE files SET bytes = ?, modified = ?, hash = ? WHERE id = ?',
  )
  const insertPassage = db.prepare<[number, number, string]>(
    'INSERT INTO passages (file, line, text) VALUES (?, ?, ?)',
  )
  const addPassages = db.transaction((id: number, passages: readonly Passage[]): void => {
    for (const { line, text } of passages) insertPassage.run(id, line, text)
  })
  const removePassages = db.prepare<[number, number]>(
    'DELETE FROM passages WHERE id IN (SELECT id FROM passages WHERE file = ? LIMIT ?)',
  )
  const remove = db.prepare<[number]>('DELETE FROM files WHERE id = ?')
  const search = db.prepare<
    [string, number, number],
    FoundPassage & { readonly id: number; readonly root: string | null; readonly hash: string }
  >(
    // The best first, and only they are joined: a usual word is in every passage there is.
    `SELECT best.id, path, line, passages.text, score, root, hash
     FROM (SELECT rowid AS id, rank AS score FROM passage_words WHERE passage_words MATCH ?
           ORDER BY rank LIMIT ? OFFSET ?) AS best
       LEFT JOIN passages ON passages.id = best.id LEFT JOIN files ON files.id = passages.file`,
  )
  return {
    files: (root: string): readonly IndexedFile[] => files.all(root),
    /** Without passages: those follow, and `complete` says that all are in. */
    add: (root: string, path: string, bytes: number, modified: number): number =>
      Number(insert.run(root, path, bytes, modified).lastInsertRowid),
    addPassages: (id: number, passages: readonly Passage[]): void => addPassages(id, passages),
    complete: (id: number, bytes: number, modified: number, hash: string): void =>
      void complete.run(bytes, modified, hash, id),
    /** True: there are more of them. */
    removePassages: (id: number, most: number): boolean =>
      removePassages.run(id, most).changes === most,
    remove: (id: number): void => void remove.run(id),
    /** `hits`: of all folders together, so that less than `most` is the end. */
    search(match: string, wanted: string, most: number, from: number) {
      const rows = search.all(match, most, from)
      const found = rows
        .filter(({ root, hash }) => root === wanted && hash !== '')
        .toSorted((a, b) => a.score - b.score || a.id - b.id)
        .map(({ path, line, text, score }): FoundPassage => ({ path, line, text, score }))
      return { hits: rows.length, found }
    },
    close: (): void => void db.close(),
  }
}

function openFile(Database: typeof BetterSqlite3, file: string): BetterSqlite3.Database {
  try {
    const db = new Database(file, { timeout: BUSY_MS })
    try {
      if (file !== ':memory:') chmodSync(file, 0o600)
      db.pragma('trusted_schema = OFF')
      db.pragma('journal_mode = WAL')
      // What is lost by a crash is made again from the files.
      db.pragma('synchronous = OFF')
      db.pragma('foreign_keys = ON')
      const version = db.pragma('user_version', { simple: true })
      if (version === 0) {
        db.exec(schema)
        db.pragma(`user_version = ${FORMAT}`)
      } else if (version !== FORMAT) throw new Error('The index has another shape.')
      db.prepare('SELECT count(*) FROM files').get()
      return db
    } catch (fault) {
      db.close()
      throw fault
    }
  } catch (fault) {
    if (file === ':memory:' || !removed(file)) throw fault
    return openFile(Database, file)
  }
}

/** Whether there was a file that could be removed: then it is made again, once. */
function removed(file: string): boolean {
  try {
    rmSync(file)
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    return true
  } catch {
    return false
  }
}
