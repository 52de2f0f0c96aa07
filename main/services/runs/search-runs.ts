// What the store finds in past runs, cut to what a list shows.
import type { RunMatch } from '../../../contract/agent/run.ts'
import { snippet } from '../../agent/prompt/snippet.ts'
import { wordsOf, type FoundRun } from '../../store/run-search.ts'

export const searchRuns =
  (find: (text: string, limit: number) => readonly FoundRun[]) =>
  (text: string, limit: number): RunMatch[] =>
    find(text, limit).map(({ run, item, text: said }) => ({
      run,
      item,
      ...snippet(said, wordsOf(text)),
    }))
