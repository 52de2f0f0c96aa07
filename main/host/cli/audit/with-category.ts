// A row as other programs read it.
import { categoryOf } from '../../../../contract/journal/decision-category.ts'
import type { PrintedRow } from '../../../../contract/journal/decision-category.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'

export const withCategory = (row: JournalRow): PrintedRow => ({
  ...row,
  category: categoryOf(row.entry),
})
