// A delegation as a model reads it.
import type { RecordOf } from '../../contract/record/record.ts'
import { notesText, recordLines } from '../records/record-lines.ts'

export const delegationText = (delegation: RecordOf<'delegation'>): string => {
  const { delegatedTo, description, due, priority, source, notes } = delegation.body
  return recordLines(delegation, [
    ['Delegated to', delegatedTo],
    ['Due', due],
    ['Priority', priority],
    ['Description', description],
    ['Source', source],
    ['Notes', notesText(notes)],
  ])
}
