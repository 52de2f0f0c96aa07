// Everything that finds rows of the journal, behind one opening.
import type { ReadDb } from '../database.ts'
import { openJournalIndex } from './journal-index.ts'
import { journalSearch, type JournalSearch } from './journal-search.ts'
import { journalSums, type JournalSums } from './journal-sums.ts'

export type JournalFinder = JournalSearch & {
  readonly sums: JournalSums
  /**
   * Takes a few rows, or so many, into the index. True: there are more. Throws when the disk says
   * no.
   */
  step(rows?: number): boolean
  close(): void
}

/** `file`: where the index lies, or `:memory:`. */
export async function journalFinder(journal: ReadDb, file: string): Promise<JournalFinder> {
  const index = await openJournalIndex(journal, file)
  return {
    ...journalSearch(journal, index),
    sums: journalSums(index),
    step: index.step,
    close: index.close,
  }
}
