// The list while the pointer is over it: nothing moves under a click. What was there stays where it
// is, also when it is answered elsewhere or runs out; what comes in is below. In the order that it
// should have once the pointer has left. Pure.
import type { ListRow } from './queue-groups.ts'

export type FrozenRow = { readonly row: ListRow; /** No longer pending. */ readonly gone: boolean }

/** `waits`: whether a call of that id is still held. */
export function frozenRows(
  stored: readonly ListRow[],
  now: readonly ListRow[],
  waits: (id: string) => boolean,
): readonly FrozenRow[] {
  const fresh = new Map(now.map((row) => [row.id, row]))
  const there = new Set(stored.map(({ id }) => id))
  return [
    ...stored.map((row) => {
      const current = fresh.get(row.id)
      if (current !== undefined) return { row: current, gone: false }
      // Not in the list and still held: it has become part of a group that is below.
      return { row, gone: row.kind === 'group' || !waits(row.id) }
    }),
    ...now.filter(({ id }) => !there.has(id)).map((row) => ({ row, gone: false })),
  ]
}
