// Keeps the head file in step with the rows. Handles when it is opened, written and flushed; never
// looks at the rows.
import { letGo } from '../../contract/let-go.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { openHeadWriter, readHead, type Head, type HeadWriter } from './chain-head.ts'
import type { Break, Tip } from './verify.ts'

export type HeadSync = {
  /**
   * Called before every commit. Opens the file the first time, marked as open and flushed, and
   * catches up what could not be written before. A failure means that the journal must not grow:
   * nobody could see that its end was cut off.
   */
  ready(tip: Tip): Failure | null
  /** What `ready` would say of a file that was removed under us; null while it is there. */
  gone(): Failure | null
  /**
   * Called after every commit. Never fails here: what cannot be written now, `ready` asks for
   * again.
   */
  set(tip: Tip): void
  /** What the file must say, by what we wrote; null while we wrote nothing. */
  current(): Head | null
  /** What to say of a file that is not what was written last; null when it is. */
  differs(found: Head): Break | null
  /**
   * Marks the file as closed and flushes it, unless somebody else has written it. Never rejects.
   */
  close(): Promise<void>
}

/**
 * A power cut can leave the file this far behind; the rows it does not know of are then accepted if
 * they follow.
 */
const FLUSH_AFTER_MS = 1000

/**
 * `rowsRemoved`: whether the database was removed under us. A head file that is removed alone is
 * left so, and the next opening misses it.
 */
export function openHeadSync(file: string, rowsRemoved: () => boolean = () => false): HeadSync {
  let writer: HeadWriter | null = null
  /** The end of the journal, and what of it has reached the file. */
  let wanted: Tip = { seq: 0, hash: '' }
  let written: Head | null = null
  let timer: NodeJS.Timeout | null = null

  const write = (to: HeadWriter): void => {
    const head: Head = { ...wanted, state: 'open' }
    to.write(head)
    written = head
    timer ??= setTimeout(() => {
      timer = null
      letGo(writer?.flushSoon())
    }, FLUSH_AFTER_MS).unref()
  }

  return {
    ready: (tip) => {
      wanted = tip
      try {
        if (writer === null) {
          const head: Head = { ...tip, state: 'open' }
          writer = openHeadWriter(file, head)
          written = head
        } else if (rowsRemoved()) return removed(file)
        else if (written?.seq !== tip.seq) write(writer)
        return null
      } catch (error) {
        return failure(
          'journal.unwritable',
          `The head file of the journal cannot be written: ${reason(error)}.`,
          hint,
        )
      }
    },
    gone: () => {
      try {
        return writer !== null && rowsRemoved() ? removed(file) : null
      } catch (error) {
        return failure(
          'journal.unwritable',
          `The head file of the journal cannot be read: ${reason(error)}.`,
          hint,
        )
      }
    },
    set: (tip) => {
      wanted = tip
      try {
        if (writer !== null) write(writer)
      } catch {
        // The row itself is safe. `ready` tries again, and says so, before there is another one.
      }
    },
    current: () => written,
    differs: (found) => {
      if (written === null || sameHead(found, written)) return null
      const text = `The head file was changed by another hand: it says row ${found.seq}, and Gatehouse wrote row ${written.seq}.`
      return { seq: written.seq, fault: 'edited', text }
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      if (writer === null) return
      const last = writer
      writer = null
      await last.flushSoon()
      try {
        const found = readHead(file)
        if (found.kind === 'head' && written !== null && sameHead(found.head, written)) {
          written = { ...wanted, state: 'closed' }
          last.write(written)
        }
        last.flush()
      } catch {
        // Left open: the next opening accepts that, and nothing is lost but the mark of an orderly
        // end.
      } finally {
        last.close()
      }
    },
  }
}

const removed = (file: string): Failure =>
  failure(
    'journal.unwritable',
    `The data of Gatehouse was removed while it runs (${file}), so nothing can be recorded and nothing runs.`,
    'Quit Gatehouse, restore the folder, and start it again.',
  )

const sameHead = (a: Head, b: Head): boolean =>
  a.seq === b.seq && a.hash === b.hash && a.state === b.state
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const hint =
  'Check the disk and the permissions of the data folder. Gatehouse continues automatically.'
