// Looks for words in titles, messages and arguments of calls. Holds the SQL; what is indexed is
// said in migrations.ts.
import { jsonOf } from '../../contract/read-json.ts'
import { Run, RunItem } from '../../contract/agent/run.ts'
import type { ReadDb } from './database.ts'

/** `text` is the one that has the words; `item` is null when it is the title. */
export type FoundRun = { readonly run: Run; readonly item: number | null; readonly text: string }

/** Hits looked at before giving up: one run may have thousands, and each run counts once. */
const MOST_HITS = 2_000

/**
 * Newest first, each run once. Every word must be there, at the beginning of a word; no order, no
 * quotes, no operators.
 */
export function openRunSearch(db: ReadDb): (text: string, limit: number) => FoundRun[] {
  const hits = db.prepare<[string, number], { run: string; item: string }>(
    `SELECT runs.body AS run, run_items.body AS item FROM
       (SELECT rowid AS id FROM run_words WHERE run_words MATCH ? ORDER BY rowid DESC LIMIT ?) AS found
       JOIN run_items ON run_items.rowid = found.id JOIN runs ON runs.id = run_items.run_id`,
  )
  const titles = db
    .prepare<[string, number], string>(
      `SELECT body FROM runs WHERE json_valid(body) AND json_extract(body, '$.title') LIKE ? ESCAPE '\\' ORDER BY updated_at DESC LIMIT ?`,
    )
    .pluck()

  return (text, limit) => {
    const words = wordsOf(text)
    if (words.length === 0) return []
    const found = new Map<string, FoundRun>()
    const add = (body: string, item: RunItem | null, said: (run: Run) => string): void => {
      const run = Run.safeParse(jsonOf(body))
      if (!run.success || found.has(run.data.id) || found.size >= limit) return
      found.set(run.data.id, { run: run.data, item: item?.id ?? null, text: said(run.data) })
    }
    const pattern = `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
    for (const body of titles.all(pattern, limit)) add(body, null, ({ title }) => title)
    for (const { run, item } of hits.iterate(
      words.map((word) => `"${word}"*`).join(' '),
      MOST_HITS,
    )) {
      if (found.size >= limit) break
      const parsed = RunItem.safeParse(jsonOf(item))
      if (parsed.success) add(run, parsed.data, () => textOf(parsed.data))
    }
    return [...found.values()].toSorted((a, b) => b.run.updatedAt - a.run.updatedAt)
  }
}

/** As the index cuts them: letters and digits. */
export const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

function textOf(item: RunItem): string {
  if (item.kind === 'call') return JSON.stringify(item.args)
  return item.kind === 'compacted' ? '' : item.text
}
