// Whether the last rows are those that the head of the chain tells of: one look, for a command
// that reads other tables. Nothing is checked of the rows before.
import type { ReadDb } from '../database.ts'

type Head = {
  readonly seq: number
  readonly hash: string
  /** closed: its writer ended in order, so no row may be beyond it. */
  readonly state: 'open' | 'closed'
}

/** `head`: null where there is none, which fits a journal that has not begun. */
export function tailFits(db: ReadDb, head: Head | null): boolean {
  const last = db.prepare<[], number | null>('SELECT max(seq) FROM journal').pluck().get() ?? null
  if (head === null) return last === null
  if (head.seq === 0) return last === null || head.state === 'open'
  const hash = db
    .prepare<[number], string>('SELECT hash FROM journal WHERE seq = ?')
    .pluck()
    .get(head.seq)
  return hash === head.hash && (head.state === 'open' || last === head.seq)
}
