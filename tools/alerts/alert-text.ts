// An alert rule as a model reads it.
import { conditionSentence, foundSentence } from '../../contract/record/alert-condition.ts'
import type { RecordOf } from '../../contract/record/record.ts'
import { recordLines } from '../records/record-lines.ts'

export const alertText = (alert: RecordOf<'alert'>): string => {
  const { description, condition, checkedAt, firingSince, found, dismissed } = alert.body
  return recordLines(alert, [
    ['Condition', conditionSentence(condition)],
    ['Description', description],
    ['Checked', checkedAt === null ? 'never' : new Date(checkedAt).toISOString()],
    ['Found', found === null ? null : foundSentence(condition, found)],
    ['Fires since', firingSince === null ? null : new Date(firingSince).toISOString()],
    ['Dismissed', dismissed ? 'until it stops firing' : null],
  ])
}
