// Notes that agents keep for later sessions. Holds the SQL; who may do what is the pipeline's.
import type {
  FoundMemory,
  Memory,
  MemoryAsked,
  MemorySearch,
} from '../../../contract/call/powers/memory-power.ts'
import type { WriteDb } from '../database.ts'
import { wordsOf } from '../run-search.ts'

export type MemoryTable = ReturnType<typeof memoryTable>
export type MemoryDraft = Omit<Memory, 'id'>

const columns = `memories.id, source, category, "key", memories.text, agent, untrusted, at`

export function memoryTable(db: WriteDb) {
  type Filter = [string | null, string | null, string | null, string | null]
  const filter = '(? IS NULL OR source = ?) AND (? IS NULL OR category = ?)'
  const find = db.prepare<[string, ...Filter, number], FoundMemory>(
    `SELECT ${columns}, bm25(memory_words) AS score
     FROM memory_words JOIN memories ON memories.id = memory_words.rowid
     WHERE memory_words MATCH ? AND ${filter}
     ORDER BY score, memories.id DESC LIMIT ?`,
  )
  const newest = db.prepare<[number], Memory>(
    `SELECT ${columns} FROM memories ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const ofAgent = db.prepare<[string, number], Memory>(
    `SELECT ${columns} FROM memories WHERE agent = ? ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const clear = db.prepare<[string]>(
    `DELETE FROM memories WHERE agent = ? AND source NOT LIKE 'knowledge:%'`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM memories').pluck()
  const sources = db.prepare<[], { source: string; entries: number }>(
    'SELECT source, count(*) AS entries FROM memories GROUP BY source ORDER BY source',
  )
  const get = db.prepare<[number], Memory>(`SELECT ${columns} FROM memories WHERE id = ?`)
  const same = db.prepare<[string, string], Memory>(
    `SELECT ${columns} FROM memories WHERE source = ? AND text = ? AND category = ''`,
  )
  const named = db
    .prepare<[string, string], number>(
      `SELECT id FROM memories WHERE category = ? AND "key" = ? AND source NOT LIKE 'knowledge:%'`,
    )
    .pluck()
  const insert = db.prepare<[string, string, string, string, string, string | null, number]>(
    `INSERT INTO memories (source, category, "key", text, agent, untrusted, at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const change = db.prepare<[string, string, string, number]>(
    `UPDATE memories SET text = ?, category = ?, "key" = ? WHERE id = ?`,
  )
  const remove = db.prepare<[number]>('DELETE FROM memories WHERE id = ?')
  const added = (draft: MemoryDraft): Memory => {
    const { source, category, key, text, agent, untrusted, at } = draft
    const { lastInsertRowid } = insert.run(source, category, key, text, agent, untrusted, at)
    return { id: Number(lastInsertRowid), ...draft }
  }
  const replaced = db.transaction((draft: MemoryDraft): Memory => {
    for (const id of named.all(draft.category, draft.key)) remove.run(id)
    return added(draft)
  })
  return {
    /** The best first. Any of the words is enough, at the beginning of a word. */
    search(asked: MemoryAsked): MemorySearch {
      const words = [...new Set(wordsOf(asked.query.toLowerCase()))]
      const { source, category = null, most } = asked
      const match = words.map((word) => `"${word}"*`).join(' OR ')
      const found =
        words.length === 0 ? [] : find.all(match, source, source, category, category, most)
      return { ...asked, words, found, entries: count.get() ?? 0 }
    },
    newest: (most: number) => newest.all(most),
    ofAgent: (agent: string, most: number) => ofAgent.all(agent, most),
    /** How many were deleted. What a person put there stays. */
    clear: (agent: string): number => clear.run(agent).changes,
    count: (): number => count.get() ?? 0,
    sources: () => sources.all(),
    get: (id: number): Memory | null => get.get(id) ?? null,
    /** The same text of the same source is kept once. */
    add(draft: MemoryDraft): Memory {
      return same.get(draft.source, draft.text) ?? added(draft)
    },
    /** In the place of the one under the same category and key. */
    put: (draft: MemoryDraft): Memory => replaced(draft),
    change(id: number, { text, category, key }: Pick<Memory, 'text' | 'category' | 'key'>): void {
      change.run(text, category, key, id)
    },
    remove: (id: number): void => void remove.run(id),
  }
}
