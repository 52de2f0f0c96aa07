// Which calls of the queue are picked to be answered together.
import { useState } from 'react'
import type { ListRow } from './queue-groups.ts'

type Picked = {
  /** Null while nobody picks. */
  readonly ids: ReadonlySet<string> | null
  change(ids: ReadonlySet<string> | null): void
  /** Takes a row in, or out where all of it is in. */
  pick(row: ListRow): void
  /** Takes rows in. */
  add(...rows: readonly (ListRow | undefined)[]): void
}

export function usePicked(): Picked {
  const [ids, change] = useState<ReadonlySet<string> | null>(null)
  return {
    ids,
    change,
    pick: (row) =>
      change((before) => {
        const ofRow = idsOf(row)
        const all = ofRow.every((id) => before?.has(id) === true)
        return all
          ? new Set([...(before ?? [])].filter((id) => !ofRow.includes(id)))
          : new Set([...(before ?? []), ...ofRow])
      }),
    add: (...rows) => change((before) => new Set([...(before ?? []), ...rows.flatMap(idsOf)])),
  }
}

const idsOf = (row: ListRow | undefined): readonly string[] =>
  row === undefined ? [] : row.kind === 'one' ? [row.id] : row.group.members.map(({ id }) => id)
