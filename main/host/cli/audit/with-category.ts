// A row as other programs read it: with the kind of decision that it records.
import { categoryOf } from '../../../../contract/journal/decision-category.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'

export const withCategory = (row: JournalRow) => ({ ...row, category: categoryOf(row.entry) })
