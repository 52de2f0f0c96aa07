// What is kept for the person, whatever its kind, with the words to find it by. Holds the SQL. A row
// that does not fit its kind is left out: nothing half-known is handed to a tool or drawn.
import { jsonOf } from '../../../contract/read-json.ts'
import {
  StoredRecord,
  type RecordKind,
  type RecordOf,
  type RecordsAsked,
} from '../../../contract/record/record.ts'
import type { WriteDb } from '../database.ts'
import { wordsOf } from '../run-search.ts'

type Row = {
  readonly id: number
  readonly of: string
  readonly title: string
  readonly state: string
  readonly dueAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly madeBy: string
  readonly untrusted: string | null
  readonly body: string
}
const columns = `id, kind AS "of", title, state, due_at AS dueAt, created_at AS createdAt,
  updated_at AS updatedAt, made_by AS madeBy, untrusted, body`
const order = 'ORDER BY due_at IS NULL, due_at, updated_at DESC, id DESC'

export function recordsTable(db: WriteDb) {
  const list = db.prepare<[string, string | null, string | null, number], Row>(
    `SELECT ${columns} FROM records
     WHERE kind = ? AND (? IS NULL OR state IN (SELECT value FROM json_each(?))) ${order} LIMIT ?`,
  )
  const find = db.prepare<[string, string, string | null, string | null, number], Row>(
    `SELECT ${columns} FROM records WHERE id IN (SELECT rowid FROM record_words WHERE record_words MATCH ?)
     AND kind = ? AND (? IS NULL OR state IN (SELECT value FROM json_each(?))) ${order} LIMIT ?`,
  )
  const get = db.prepare<[number], Row>(`SELECT ${columns} FROM records WHERE id = ?`)
  const due = db.prepare<[string, string, number], Row>(
    `SELECT ${columns} FROM records WHERE kind = ? AND state = ? AND due_at <= ? ${order}`,
  )
  const count = db.prepare<[string], number>('SELECT count(*) FROM records WHERE kind = ?').pluck()
  type Values = [
    string,
    string,
    string,
    number | null,
    number,
    number,
    string,
    string | null,
    string,
  ]
  const insert = db.prepare<Values>(
    `INSERT INTO records (kind, title, state, due_at, created_at, updated_at, made_by, untrusted, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare<[string, string, number | null, number, string | null, string, number]>(
    `UPDATE records SET title = ?, state = ?, due_at = ?, updated_at = ?, untrusted = ?, body = ? WHERE id = ?`,
  )
  const remove = db.prepare<[number]>('DELETE FROM records WHERE id = ?')
  const putWords = db.prepare<[number, string]>(
    'INSERT INTO record_words (rowid, text) VALUES (?, ?)',
  )
  const removeWords = db.prepare<[number]>('DELETE FROM record_words WHERE rowid = ?')
  const ofKind = <K extends RecordKind>(of: K, rows: readonly Row[]): readonly RecordOf<K>[] =>
    rows.flatMap((row) => {
      const record = recordIn(row)
      return isOf(record, of) ? [record] : []
    })
  const added = db.transaction((draft: Omit<StoredRecord, 'id'>): number => {
    const { of, title, state, dueAt, createdAt, updatedAt, madeBy, untrusted, body } = draft
    const text = JSON.stringify(body)
    const values = [of, title, state, dueAt, createdAt, updatedAt, madeBy, untrusted, text] as const
    const id = Number(insert.run(...values).lastInsertRowid)
    putWords.run(id, textOf(draft))
    return id
  })
  const changed = db.transaction((record: StoredRecord): void => {
    const { id, title, state, dueAt, updatedAt, untrusted, body } = record
    update.run(title, state, dueAt, updatedAt, untrusted, JSON.stringify(body), id)
    removeWords.run(id)
    putWords.run(id, textOf(record))
  })
  const removed = db.transaction((id: number): void => {
    remove.run(id)
    removeWords.run(id)
  })

  return {
    list<K extends RecordKind>(
      of: K,
      { query, states, most }: RecordsAsked,
    ): readonly RecordOf<K>[] {
      const among = states === null ? null : JSON.stringify(states)
      if (query === null) return ofKind(of, list.all(of, among, among, most))
      const words = [...new Set(wordsOf(query.toLowerCase()))]
      if (words.length === 0) return []
      const match = words.map((word) => `"${word}"*`).join(' ')
      return ofKind(of, find.all(match, of, among, among, most))
    },
    get(id: number): StoredRecord | null {
      const row = get.get(id)
      return row === undefined ? null : recordIn(row)
    },
    /** In that state, and due by then; the longest due first. */
    due: <K extends RecordKind>(of: K, state: string, by: number): readonly RecordOf<K>[] =>
      ofKind(of, due.all(of, state, by)),
    count: (of: RecordKind): number => count.get(of) ?? 0,
    add: (draft: Omit<StoredRecord, 'id'>): number => added(draft),
    put: (record: StoredRecord): void => changed(record),
    remove: (id: number): void => removed(id),
  }
}

const isOf = <K extends RecordKind>(record: StoredRecord | null, of: K): record is RecordOf<K> =>
  record !== null && record.of === of

const recordIn = (row: Row): StoredRecord | null =>
  StoredRecord.safeParse({ ...row, body: jsonOf(row.body) }).data ?? null

/** What is searched: every text in it. */
const textOf = ({ title, body }: Pick<StoredRecord, 'title' | 'body'>): string =>
  [title, ...textsIn(body)].join('\n')

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
