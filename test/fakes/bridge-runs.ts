// Looks for words in the fake runs as the store does: every word, at the beginning of a word; each run once.
import type { Run, RunItem, RunMatch } from '../../contract/run.ts'
import { snippet } from '../../main/agent/snippet.ts'

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const saidIn = (item: RunItem): string => (item.kind === 'call' ? JSON.stringify(item.args) : item.kind === 'notice' ? '' : item.text)

export function searchRuns(runs: readonly Run[], itemsOf: (id: Run['id']) => readonly RunItem[], text: string): RunMatch[] {
  const words = wordsOf(text)
  const has = (said: string): boolean => words.length > 0 && words.every((word) => wordsOf(said).some((each) => each.startsWith(word)))
  return runs
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .flatMap((run): RunMatch[] => {
      if (has(run.title)) return [{ run, item: null, ...snippet(run.title, words) }]
      const item = itemsOf(run.id).findLast((each) => has(saidIn(each)))
      return item === undefined ? [] : [{ run, item: item.id, ...snippet(saidIn(item), words) }]
    })
}
