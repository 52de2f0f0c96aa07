// Past calls of the journal: read once, when a rule first asks for them, and not before. Until they
// are read nothing that such a rule speaks of is decided.
import type { JournalEntry, JournalFilter, JournalRow } from '../../contract/journal/journal.ts'
import type { PastCalls } from './past-calls.ts'

/** Older ones are as if they had not been: their hosts are new again. */
const MOST_ROWS = 50_000
const PAGE = 500

const filter: JournalFilter = {
  kinds: ['decision', 'running', 'staged', 'answered'],
  tool: null,
  effect: null,
  callId: null,
  runId: null,
  text: '',
}

export type JournalPages = {
  page(filter: JournalFilter, before: number | undefined, limit: number): readonly JournalRow[]
  readonly head: () => { readonly seq: number }
}

export type JournalPast = {
  /** Resolves when all of it is known; rejects where the journal cannot be read. */
  known(): Promise<void>
  /** A row that has just been written. */
  wrote(row: Pick<JournalRow, 'seq' | 'at' | 'entry'>): void
}

export function openJournalPast(
  prior: Pick<PastCalls, 'note'>,
  journal: JournalPages,
): JournalPast {
  let reading: Promise<void> | null = null
  /** The first row that is noted as it is written. */
  let first = Number.POSITIVE_INFINITY
  /** Written while the older ones are still read; null: they are. */
  let waiting: (readonly [entry: JournalEntry, at: number])[] | null = []

  async function read(): Promise<void> {
    first = journal.head().seq + 1
    const older: (readonly [entry: JournalEntry, at: number])[] = []
    let before = first
    while (older.length < MOST_ROWS) {
      const rows = journal.page(filter, before, PAGE)
      const last = rows.at(-1)
      if (last === undefined) break
      for (const { entry, at } of rows) older.push([slim(entry), at])
      before = last.seq
      await new Promise((next) => setImmediate(next))
    }
    for (const [entry, at] of [...older.toReversed(), ...(waiting ?? [])]) prior.note(entry, at)
    waiting = null
  }

  return {
    known: () => (reading ??= read()),
    wrote({ seq, at, entry }) {
      if (seq < first) return
      if (waiting === null) prior.note(entry, at)
      else waiting.push([slim(entry), at])
    },
  }
}

/** Without what is not looked at, which can be megabytes. */
const slim = (entry: JournalEntry): JournalEntry =>
  entry.kind === 'decision' ? { ...entry, args: {}, origins: [] } : entry
