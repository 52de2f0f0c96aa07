// A row of the journal as the shared database holds it: word for word, with what it is searched by
// beside it.
import { factsOf, type CallContext } from '../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { RawRow } from '../journal/chain.ts'

export type FleetEntry = {
  readonly seq: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly kind: string
  readonly tool: string | null
  readonly host: string | null
  readonly principal: string | null
  /** `key=value`, of every fact. */
  readonly facts: readonly string[]
  readonly body: string
  readonly hash: string
}

/** A row that this version cannot read is sent all the same: the chain has no gaps. */
export function fleetEntry(
  row: RawRow,
  read: { readonly at: number; readonly entry: JournalEntry } | null,
  context: CallContext,
): FleetEntry {
  const { seq, body, hash } = row
  if (read === null)
    return {
      seq,
      at: 0,
      kind: 'unreadable',
      tool: null,
      host: null,
      principal: null,
      facts: [],
      body,
      hash,
    }
  const facts = factsOf(read.at, read.entry, context)
  const first = (values: readonly string[] | undefined): string | null => values?.[0] ?? null
  return {
    seq,
    at: read.at,
    kind: read.entry.kind,
    tool: first(facts.tool),
    host: first(facts.host),
    principal: first(facts.principal),
    facts: Object.entries(facts).flatMap(([key, values]) =>
      values.map((value) => `${key}=${value}`),
    ),
    body,
    hash,
  }
}
