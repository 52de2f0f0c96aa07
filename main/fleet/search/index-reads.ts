// Splits a search into reads that an index answers in the order of a page: one for each machine, tool,
// host and principal that is asked for by its whole name. PostgreSQL reads the newest rows of each and
// puts them together; for several values in one condition it would read all rows that fit, and sort.
import type { JournalQuery, Term } from '../../../contract/journal/journal-query.ts'
import { SEVERAL_HOSTS } from '../schema/versions.ts'
import { principalKinds, severalHosts, storable, type Bind } from './query-sql.ts'

/** More reads than this cost more than they save. */
const MOST = 40

export type IndexReads = {
  /** A condition for each; all of them together are what is asked for, and no row is in two. */
  readonly reads: readonly string[]
  /** What the reads do not say. */
  readonly rest: JournalQuery
  /** False: nothing that has an index is asked for. */
  readonly indexed: boolean
}

/** `machines` null: all of them. `version` is that of the tables. */
export function indexReads(
  query: JournalQuery,
  machines: readonly string[] | null,
  version: number,
  bind: Bind,
): IndexReads {
  let reads: readonly string[] = ['true']
  const split = (conditions: readonly string[]): boolean => {
    if (reads.length * conditions.length > MOST) return false
    reads = reads.flatMap((read) => conditions.map((one) => `${read} and ${one}`))
    return true
  }
  let indexed = false
  if (machines !== null) {
    indexed = split(machines.map((machine) => `machine = ${bind(machine)}`))
    if (!indexed) reads = [`machine = any(${bind(machines)})`]
  }
  const said = new Set<Term>()
  for (const term of query.terms) {
    const conditions = conditionsFor(term, version, bind)
    if (conditions === null || !split(conditions)) continue
    said.add(term)
    indexed = true
  }
  return {
    reads,
    rest: { ...query, terms: query.terms.filter((term) => !said.has(term)) },
    indexed,
  }
}

/** Null: no index has these rows in the order of their time. */
function conditionsFor(
  { key, not, values }: Term,
  version: number,
  bind: Bind,
): readonly string[] | null {
  if (not || values.some((value) => value.includes('*'))) return null
  const wanted = [...new Set(values.map(storable))]
  const each = (): string[] => wanted.map((value) => `${key} = ${bind(value)}`)
  switch (key) {
    case 'tool':
      return each()
    case 'principal':
      return wanted.some((value) => principalKinds.includes(value)) ? null : each()
    case 'host':
      // The column has the first host only.
      return version < SEVERAL_HOSTS
        ? null
        : [...each(), `host <> all(${bind(wanted)}) and ${severalHosts(wanted, bind)}`]
    default:
      return null
  }
}
