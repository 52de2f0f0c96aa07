// Notes that agents keep for later sessions. Holds the SQL; who may do what is the pipeline's.
import type { FoundMemory, Memory, MemoryAsked, MemorySearch } from '../../contract/call/powers.ts'
import type { WriteDb } from './database.ts'
import { wordsOf } from './run-search.ts'

export type MemoryTable = ReturnType<typeof memoryTable>

export function memoryTable(db: WriteDb) {
  const find = db.prepare<[string, string | null, string | null, number], FoundMemory>(
    `SELECT memories.id, source, memories.text, at, bm25(memory_words) AS score
     FROM memory_words JOIN memories ON memories.id = memory_words.rowid
     WHERE memory_words MATCH ? AND (? IS NULL OR source = ?)
     ORDER BY score, memories.id DESC LIMIT ?`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM memories').pluck()
  const sources = db.prepare<[], { source: string; entries: number }>(
    'SELECT source, count(*) AS entries FROM memories GROUP BY source ORDER BY source',
  )
  const get = db.prepare<[number], Memory>('SELECT id, source, text, at FROM memories WHERE id = ?')
  const same = db.prepare<[string, string], Memory>(
    'SELECT id, source, text, at FROM memories WHERE source = ? AND text = ?',
  )
  const insert = db.prepare<[string, string, number]>(
    'INSERT INTO memories (source, text, at) VALUES (?, ?, ?)',
  )
  const remove = db.prepare<[number]>('DELETE FROM memories WHERE id = ?')
  return {
    /** The best first. Any of the words is enough, at the beginning of a word. */
    search(asked: MemoryAsked): MemorySearch {
      const words = [...new Set(wordsOf(asked.query.toLowerCase()))]
      const { source, most } = asked
      const found =
        words.length === 0
          ? []
          : find.all(words.map((word) => `"${word}"*`).join(' OR '), source, source, most)
      return { ...asked, words, found, entries: count.get() ?? 0 }
    },
    sources: () => sources.all(),
    get: (id: number): Memory | null => get.get(id) ?? null,
    /** The same text of the same source is kept once. */
    add(source: string, text: string, at: number): Memory {
      const before = same.get(source, text)
      if (before !== undefined) return before
      const { lastInsertRowid } = insert.run(source, text, at)
      return { id: Number(lastInsertRowid), source, text, at }
    },
    remove: (id: number): void => void remove.run(id),
  }
}
