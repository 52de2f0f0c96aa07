// Writes to the journal for every module: what is shown of an entry is what is written, and a
// journal that cannot be written any more is told at once.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { JournalEntry, JournalRow } from '../../../contract/journal/journal.ts'
import { err, type Result } from '../../../contract/result.ts'
import type { Journal } from '../../journal/journal.ts'
import type { When } from '../../journal/row-writer.ts'

export type RecorderDeps = {
  readonly journal: Pick<Journal, 'append' | 'fault'>
  /** Nothing is recorded, so nothing runs. */
  readonly queryOnly: boolean
  /** What is wrong with the journal has changed. */
  readonly faultChanged: () => void
}

export type Recorder = (entry: JournalEntry, when?: When) => Promise<Result<JournalRow, Failure>>

export function openRecorder({ journal, queryOnly, faultChanged }: RecorderDeps): Recorder {
  let reported: string | null = null
  return async (entry, when) => {
    if (queryOnly)
      return err(
        failure(
          'journal.questions-only',
          'Gatehouse only explains here. It records nothing and runs nothing.',
        ),
      )
    const written = await journal.append(entry, when)
    // A row that was written had everything looked at for it, on the disk too.
    if (written.ok && reported === null) return written
    const fault = journal.fault()
    if (fault !== reported) {
      reported = fault
      faultChanged()
    }
    return written
  }
}
