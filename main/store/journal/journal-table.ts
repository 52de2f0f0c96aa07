// The journal's rows. Holds their SQL; never changes or removes a row, and never looks at the
// chain: that is main/journal.
import type { AppendOutcome } from '../../../contract/journal/append-outcome.ts'
import { failure } from '../../../contract/failure.ts'
import { CallId } from '../../../contract/ids.ts'
import { type JournalFilter, type JournalRow } from '../../../contract/journal/journal.ts'
import type { WriteDb } from '../database.ts'
import { readEntry } from './read-entry.ts'
import { matchJournal } from './journal-filter.ts'
import { rowsAfter, type RawRow } from './rows-after.ts'
import { sqliteFault, sqliteText } from '../sqlite-fault.ts'

type StoredRow = RawRow & { readonly prev: string | null }

const done: AppendOutcome = { kind: 'done' }

export type JournalTable = ReturnType<typeof journalTable>

export function journalTable(db: WriteDb) {
  const insertOf = (rows: number) =>
    db.prepare<(number | string)[]>(
      `INSERT INTO journal (seq, body, hash) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')}`,
    )
  const insert = insertOf(1)
  /** The rows of one call: a statement is its own transaction, so two statements fewer. */
  const insertFew = [insert, insertOf(2), insertOf(3)]
  const insertAll = db.transaction((rows: readonly RawRow[]) => {
    for (const { seq, body, hash } of rows) insert.run(seq, body, hash)
  })
  const last = db.prepare<[], RawRow>(
    'SELECT seq, body, hash FROM journal ORDER BY seq DESC LIMIT 1',
  )
  // By their numbers, which have no gaps but those that a check of the chain reports: counting a
  // million takes a third of a second.
  const rows = db
    .prepare<[], number>(
      'SELECT (SELECT max(seq) FROM journal) - (SELECT min(seq) FROM journal) + 1',
    )
    .pluck()
  // One walk over an index that holds both columns: a million rows take about a tenth of a second.
  const unfinished = db
    .prepare<[], string>(
      `SELECT call_id FROM journal WHERE call_id IS NOT NULL
       GROUP BY call_id HAVING max(kind = 'running') = 1 AND max(kind = 'outcome') = 0`,
    )
    .pluck()
  const select =
    'SELECT seq, body, hash, (SELECT p.hash FROM journal p WHERE p.seq = journal.seq - 1) AS prev FROM journal'
  const ofCall = db.prepare<[string], StoredRow>(`${select} WHERE call_id = ? ORDER BY seq`)

  return {
    /** All rows or none; durable on `done`. Used by main/journal alone. */
    append: (batch: readonly RawRow[]): AppendOutcome => {
      try {
        const few = insertFew[batch.length - 1]
        if (few === undefined) insertAll.immediate(batch)
        else few.run(...batch.flatMap(({ seq, body, hash }) => [seq, body, hash]))
        return done
      } catch (error) {
        return refused(error)
      }
    },
    last: (): RawRow | null => last.get() ?? null,
    after: rowsAfter(db),
    rows: (): number => rows.get() ?? 0,

    /**
     * Newest first, below `before`. A row whose body is no longer a journal entry is left out here;
     * the check of the chain names it.
     */
    page: (filter: JournalFilter, before: number | undefined, limit: number): JournalRow[] => {
      const { where, values } = matchJournal(filter)
      const found = db
        .prepare<unknown[], StoredRow>(
          `${select} WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
        )
        .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit)
      return found.flatMap(fromRow)
    },
    /**
     * How many, but never more than `most`: nobody waits for a walk over everything to read one
     * number.
     */
    count: (filter: JournalFilter, most: number): number => {
      const { where, values } = matchJournal(filter)
      return (
        db
          .prepare<unknown[], number>(
            `SELECT count(*) FROM (SELECT 1 FROM journal WHERE ${where} LIMIT ?)`,
          )
          .pluck()
          .get(...values, most) ?? 0
      )
    },
    /** Calls that were let run and whose end was never written. */
    unfinishedCalls: (): CallId[] =>
      unfinished.all().flatMap((id) => CallId.safeParse(id).data ?? []),
    /** Everything about one call, oldest first. */
    ofCall: (callId: CallId): JournalRow[] => ofCall.all(callId).flatMap(fromRow),
  }
}

function fromRow({ seq, body, hash, prev }: StoredRow): JournalRow[] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return []
  }
  if (typeof value !== 'object' || value === null || !('at' in value) || !('entry' in value))
    return []
  const { at } = value
  const read = readEntry(value.entry)
  if (read === null || typeof at !== 'number') return []
  return [{ seq, at, ...read, prev: prev ?? '', hash }]
}

function refused(error: unknown): AppendOutcome {
  const cannot = (text: string, hint: string): AppendOutcome => ({
    kind: 'failed',
    failure: failure('journal.unwritable', text, hint),
  })
  switch (sqliteFault(error)) {
    case 'busy':
      return { kind: 'busy' }
    case 'constraint':
      return { kind: 'taken' }
    case 'full':
      return cannot(
        'The journal cannot be written: there is no room left on the disk.',
        'Free some disk space; Gatehouse continues automatically.',
      )
    case 'read-only':
      return cannot(
        'The journal cannot be written: its file is read-only.',
        'Make the data folder writable; Gatehouse continues automatically.',
      )
    case 'corrupt':
      return cannot(
        `The journal cannot be written: the database is damaged (${sqliteText(error)}).`,
        'Quit Gatehouse and run "gatehouse restore": it lists the backups and says what each would lose.',
      )
    case 'closed':
      return cannot(
        'The journal cannot be written: the database is closed.',
        'Start Gatehouse again.',
      )
    case 'not-openable':
    case 'io':
    case 'other':
      return cannot(
        `The journal cannot be written: ${sqliteText(error)}.`,
        'Check the disk that holds the data folder; Gatehouse continues automatically.',
      )
  }
}
