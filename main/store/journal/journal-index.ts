// The journal's index: what its rows can be found by, and sums for charts. In a file of its own,
// made from the rows and from nothing else: deleting it loses nothing, and it is made again when it
// does not belong to these rows. Never written in the commit of a row: it follows behind, a few
// rows at a time, and searching looks at the rest itself.
import { chmodSync, rmSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { type FactKey, factsOf, textOf, waitStep } from '../../../contract/journal/journal-facts.ts'
import type { ReadDb } from '../database.ts'
import { positionsWith, SPAN } from './index-positions.ts'
import { type Known, MARK_TOKEN, tokensOfRow } from './index-query.ts'
import { openContexts } from './call-contexts.ts'
import { readBody } from './read-entry.ts'

/** Of the shape below and of what `factsOf` and `textOf` give: another one is made again. */
const FORMAT = 8
/** Rows in one step, where nobody says how many: about five milliseconds. */
const STEP = 96
const HOUR = 3_600_000
const MOST_VALUES = 5_000
/**
 * A character that is in no word and sorts before all that are: with it, a word is followed by what
 * comes next.
 */
const AFTER = '!'
const BUSY_MS = 100

const schema = `
CREATE TABLE about (id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE words USING fts5(text, content='', detail='none', columnsize=0, prefix='3 5', tokenize="ascii tokenchars '_'");
CREATE TABLE times (place INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE hours (hour INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
CREATE TABLE seen (key TEXT NOT NULL, value TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, value)) STRICT, WITHOUT ROWID;
CREATE TABLE decided (hour INTEGER NOT NULL, effect TEXT NOT NULL, tier TEXT NOT NULL, tool TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (hour, effect, tier, tool)) STRICT, WITHOUT ROWID;
CREATE TABLE attention (hour INTEGER NOT NULL, what TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (hour, what)) STRICT, WITHOUT ROWID;
CREATE TABLE waited (hour INTEGER NOT NULL, step TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (hour, step)) STRICT, WITHOUT ROWID;
`

/** Keys whose values are few enough to be offered while somebody types. */
const offered: readonly FactKey[] = [
  'kind',
  'tool',
  'action',
  'principal',
  'agent',
  'channel',
  'by',
  'host',
  'server',
]

export type JournalIndex = {
  readonly db: ReadDb
  readonly known: Known
  readonly positions: ReturnType<typeof positionsWith>
  /** Number of the last row in the index. */
  indexed(): number
  /**
   * Takes some rows in. True: there are more. Throws when the disk says no; the rows are then
   * still to be taken in.
   */
  step(rows?: number): boolean
  /** What a row takes over from its call. */
  readonly context: ReturnType<typeof openContexts>['of']
  close(): void
}

/** A row as it lies in the journal's table. */
type Row = { readonly seq: number; readonly body: string; readonly hash: string }

/**
 * `journal`: the database of the rows. `file` is made, or made again where it cannot be used;
 * `:memory:` keeps it nowhere. `span`: how far apart the marks are; one file has one.
 */
export async function openJournalIndex(
  journal: ReadDb,
  file: string,
  span: number = SPAN,
): Promise<JournalIndex> {
  const { default: Database } = await import('better-sqlite3')
  const db = openFile(Database, file)
  const positions = positionsWith(span)
  const rowAt = journal.prepare<[number], { hash: string }>(
    'SELECT hash FROM journal WHERE seq = ?',
  )
  const about = db
    .prepare<[], { format: number; seq: number; hash: string }>(
      'SELECT format, seq, hash FROM about',
    )
    .get()
  const belongs =
    about?.format === FORMAT && (about.seq === 0 || rowAt.get(about.seq)?.hash === about.hash)
  if (!belongs) empty(db)
  let indexed = belongs ? (about?.seq ?? 0) : 0

  const after = journal.prepare<[number, number], Row>(
    'SELECT seq, body, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const contexts = openContexts(journal)
  const put = {
    words: db.prepare<[number, string]>('INSERT INTO words (rowid, text) VALUES (?, ?)'),
    time: db.prepare<[number, number]>('INSERT INTO times (place, at) VALUES (?, ?)'),
    hour: db.prepare<[number, number, number]>(
      'INSERT INTO hours (hour, first, last) VALUES (?, ?, ?) ON CONFLICT (hour) DO UPDATE SET last = excluded.last',
    ),
    seen: db.prepare<[string, string, number]>(
      'INSERT INTO seen (key, value, n) VALUES (?, ?, ?) ON CONFLICT (key, value) DO UPDATE SET n = n + excluded.n',
    ),
    decided: db.prepare<[number, string, string, string, number]>(
      'INSERT INTO decided (hour, effect, tier, tool, n) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hour, effect, tier, tool) DO UPDATE SET n = n + excluded.n',
    ),
    attention: db.prepare<[number, string, number]>(
      'INSERT INTO attention (hour, what, n) VALUES (?, ?, ?) ON CONFLICT (hour, what) DO UPDATE SET n = n + excluded.n',
    ),
    waited: db.prepare<[number, string, number]>(
      'INSERT INTO waited (hour, step, n) VALUES (?, ?, ?) ON CONFLICT (hour, step) DO UPDATE SET n = n + excluded.n',
    ),
    about: db.prepare<[number, string]>('UPDATE about SET seq = ?, hash = ? WHERE id = 1'),
  }

  db.exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'words', 'instance')`)
  const firstWord = db
    .prepare<[string], string>('SELECT term FROM temp.vocabulary WHERE term >= ? LIMIT 1')
    .pluck()
  const seen = db
    .prepare<[string, number], string>('SELECT value FROM seen WHERE key = ? LIMIT ?')
    .pluck()
  const known: Known = {
    values: (key) => {
      const values = seen.all(key, MOST_VALUES + 1)
      return values.length > MOST_VALUES ? null : values
    },
    words: (beginning, most) => {
      const found: string[] = []
      for (let from = beginning; ;) {
        const word = firstWord.get(from)
        if (word === undefined || !word.startsWith(beginning)) return found
        if (found.length === most) return null
        found.push(word)
        from = word + AFTER
      }
    },
  }

  const write = db.transaction((rows: readonly Row[]) => {
    const sums = openSums()
    for (const { seq, body } of rows) {
      const position = positions.ofRow(seq)
      if (positions.isMark(position - 1)) put.words.run(position - 1, MARK_TOKEN)
      const read = readBody(body)
      // What cannot be read is found by nothing; the check of the chain names it.
      if (read === null) continue
      const { at, entry } = read
      // A call is decided more than once where it was held, changed, or staged before it was committed.
      const isNewCall = entry.kind === 'decision' && contexts.isNew(seq, entry.callId)
      const context = contexts.following(seq, at, entry)
      const facts = factsOf(at, entry, context)
      put.words.run(position, tokensOfRow(facts, textOf(entry)))
      put.time.run(position, at)
      const hour = Math.floor(at / HOUR)
      put.hour.run(hour, seq, seq)
      for (const key of offered)
        for (const value of facts[key] ?? []) sums.add(put.seen, key, value)
      if (isNewCall) sums.add(put.attention, hour, 'call')
      if (entry.kind === 'asked') sums.add(put.attention, hour, 'asked')
      if (entry.kind === 'decision')
        sums.add(put.decided, hour, entry.decision.effect, entry.decision.tier, entry.tool)
      if (entry.kind === 'answered' && entry.route === 'person' && context.askedAt !== null) {
        sums.add(put.waited, hour, waitStep(at - context.askedAt))
      }
    }
    sums.write()
    const last = rows.at(-1)
    if (last !== undefined) put.about.run(last.seq, last.hash)
  })

  return {
    db,
    known,
    positions,
    indexed: () => indexed,
    step: (rows = STEP) => {
      const found = after.all(indexed, rows)
      if (found.length === 0) return false
      write.immediate(found)
      indexed = found.at(-1)?.seq ?? indexed
      return found.length === rows
    },
    context: contexts.of,
    close: () => void db.close(),
  }
}

function openFile(Database: typeof BetterSqlite3, file: string): ReadDb {
  try {
    const db = ready(new Database(file, { timeout: BUSY_MS }), file)
    if (formatOf(db) === FORMAT) return db
    // Of another shape: to take the file away is quicker than to empty it, and gives its room back.
    db.close()
  } catch {
    // Whatever it is: it was made from the rows, and is made from them again.
  }
  try {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    return ready(new Database(file, { timeout: BUSY_MS }), file)
  } catch {
    // Where nothing can be written, in memory.
    return ready(new Database(':memory:'), ':memory:')
  }
}

const formatOf = (db: ReadDb): number | undefined =>
  db.prepare<[], number>('SELECT format FROM about').pluck().get()

function ready(db: ReadDb, file: string): ReadDb {
  try {
    if (file !== ':memory:') chmodSync(file, 0o600)
    db.pragma('journal_mode = WAL')
    // A power cut may lose its last steps, and they are made again; it cannot tear it.
    db.pragma('synchronous = NORMAL')
    db.pragma('journal_size_limit = 67108864')
    db.pragma('cache_size = -4000')
    db.pragma('temp_store = MEMORY')
    if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'about'`).get() === undefined)
      empty(db)
    db.prepare('SELECT format, seq, hash FROM about').get()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function empty(db: ReadDb): void {
  const names = ['about', 'words', 'times', 'hours', 'seen', 'decided', 'attention', 'waited']
  db.transaction(() => {
    for (const name of names) db.exec(`DROP TABLE IF EXISTS ${name}`)
    db.exec(schema)
    db.prepare('INSERT INTO about (id, format, seq, hash) VALUES (1, ?, 0, ?)').run(FORMAT, '')
  }).immediate()
}

/** Counts that are written once a step, not once a row. */
function openSums() {
  type Statement = { run(...values: never[]): unknown }
  const sums = new Map<
    Statement,
    Map<string, { readonly values: readonly (string | number)[]; n: number }>
  >()
  return {
    add<T extends readonly (string | number)[]>(
      statement: { run(...values: [...T, number]): unknown },
      ...values: T
    ): void {
      const mine =
        sums.get(statement) ??
        new Map<string, { values: readonly (string | number)[]; n: number }>()
      sums.set(statement, mine)
      const key = values.join('\n')
      const sum = mine.get(key)
      if (sum === undefined) mine.set(key, { values, n: 1 })
      else sum.n += 1
    },
    write(): void {
      for (const [statement, mine] of sums) {
        // Each statement is given back what it was added with.
        for (const { values, n } of mine.values()) statement.run(...([...values, n] as never[]))
      }
    },
  }
}
