// A suggested skill as a model reads it.
import type { RecordOf } from '../../contract/record/record.ts'
import { recordLines } from '../records/record-lines.ts'

export const skillText = (suggestion: RecordOf<'suggestion'>): string => {
  const { why, skill } = suggestion.body
  return recordLines(suggestion, [
    ['Why', why],
    ['Tools', skill?.tools ?? []],
  ])
}
