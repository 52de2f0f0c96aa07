import { join } from 'node:path'
import { expect, it } from 'vitest'
import { categoryLines, decisionCategories } from '../../contract/journal/decision-category.ts'

const file = join(import.meta.dirname, '../../docs/audit-categories.md')

const text = [
  '# Decision categories of the audit',
  '',
  'Each row of the journal that records a decision has one of fifteen names. `gatehouse audit search category:tool.network` and the',
  'search of the window find rows by them; the CSV, JSONL and OpenTelemetry exports and `--json` have them as a field. The first line that fits a row counts;',
  'a row that none fits has no category.',
  '',
  '| category | rows |',
  '| --- | --- |',
  ...categoryLines.map(({ category, event }) => `| \`${category}\` | ${event} |`),
  '',
  'This file is written by `vitest run test/arch -u`.',
  '',
].join('\n')

it('the table of categories in the docs is the one of the program (written by: vitest run test/arch -u)', async () => {
  await expect(text).toMatchFileSnapshot(file)
})

it('each of the fifteen names has rows', () => {
  const used = new Set(categoryLines.map(({ category }) => category))
  expect(decisionCategories).toHaveLength(15)
  expect([...used].toSorted()).toEqual([...decisionCategories].toSorted())
})
