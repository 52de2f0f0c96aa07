// When the audit lists calls, and what it then asks for: every call that is over has a row that says
// how it ended, and rows of a call know who asked for it. Pure.
import type { FactKey } from '../../../../contract/journal/journal-facts.ts'
import type { JournalQuery } from '../../../../contract/journal/journal-query.ts'

/** What the last row of a call can be found by. */
const ofCalls: ReadonlySet<FactKey> = new Set([
  ...(['tool', 'action', 'principal', 'agent', 'session', 'run', 'channel', 'tier'] as const),
  ...(['route', 'status', 'host', 'path', 'server'] as const),
])

/** A question about single rows is answered with rows. */
export const asksForCalls = (query: JournalQuery): boolean =>
  // Free text is looked for where it is written, which is rarely the last row.
  query.pieces.length === 0 && query.terms.every(({ key }) => ofCalls.has(key))

export const callsQuery = (query: string): string =>
  `${query} status:done,failed,denied,cancelled,unknown`.trim()
