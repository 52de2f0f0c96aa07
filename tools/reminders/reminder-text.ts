// A reminder as a model reads it.
import type { RecordOf } from '../../contract/record/record.ts'
import { recordLines } from '../records/record-lines.ts'

export const reminderText = (reminder: RecordOf<'reminder'>): string => {
  const { list, due, zone, priority, notes } = reminder.body
  return recordLines(reminder, [
    ['List', list],
    ['Due', due === null ? null : `${due} (${zone})`],
    ['Priority', priority === 0 ? null : priority],
    ['Notes', notes],
  ])
}
