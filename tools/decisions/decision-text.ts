// A decision as a model reads it.
import type { RecordOf } from '../../contract/record/record.ts'
import { notesText, recordLines } from '../records/record-lines.ts'

export const decisionText = (decision: RecordOf<'decision'>): string => {
  const { description, context, decidedBy, owner, followUp, tags, source, notes } = decision.body
  return recordLines(decision, [
    ['Description', description],
    ['Context', context],
    ['Decided by', decidedBy],
    ['Owner', owner],
    ['Follow up on', followUp],
    ['Tags', tags],
    ['Source', source],
    ['Notes', notesText(notes)],
  ])
}
