// Rows of the journal as text for other programs. Pure. Nothing is added to what the journal holds,
// and that is redacted.
import { canonicalJson } from '../../contract/json.ts'
import { categoryOf } from '../../contract/journal/decision-category.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import { type Facts, factsOf, type FactKey } from '../../contract/journal/journal-facts.ts'

/**
 * One row a line, in canonical JSON: with `prev` and `hash`, the chain can be checked from it.
 * `category` is said of the row and is in no hash.
 */
export const jsonLine = ({ written, entry, ...row }: JournalRow): string =>
  `${canonicalJson({ ...row, category: categoryOf(entry), entry: written ?? entry })}\n`

const columns = [
  'kind',
  'tool',
  'action',
  'principal',
  'channel',
  'run',
  'session',
  'call',
  'decision',
  'tier',
  'by',
  'route',
  'status',
  'category',
] as const satisfies readonly FactKey[]

export const csvHead = `${['row', 'time', ...columns, 'entry', 'prev', 'hash'].join(',')}\r\n`

/** `facts`: with those of the call, so that who asked is in each of its rows. */
export function csvLine(row: JournalRow, facts: Facts = factsOf(row.at, row.entry)): string {
  const cells = [
    String(row.seq),
    new Date(row.at).toISOString(),
    ...columns.map((key) =>
      key === 'principal' ? (facts[key]?.[0] ?? '') : (facts[key] ?? []).join(' '),
    ),
    canonicalJson(row.written ?? row.entry),
    row.prev,
    row.hash,
  ]
  return `${cells.map(cell).join(',')}\r\n`
}

/** A sheet would run a cell that begins like a formula; a quote before it makes it text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
