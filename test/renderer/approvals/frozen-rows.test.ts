// The queue under the pointer: whatever comes and goes, what was there stays in its place.
import { describe, expect, it } from 'vitest'
import type { ListRow } from '../../../renderer/features/approvals/queue/queue-groups.ts'
import { frozenRows } from '../../../renderer/features/approvals/queue/frozen-rows.ts'

const row = (id: string): ListRow =>
  (id.startsWith('g')
    ? { kind: 'group', id, group: {}, open: false }
    : { kind: 'one', id, approval: {}, inside: false }) as ListRow
const rows = (ids: string): readonly ListRow[] => (ids === '' ? [] : ids.split(' ')).map(row)

describe('frozenRows', () => {
  it.each<[name: string, kept: string, now: string, waiting: string, shown: string]>([
    ['all as it was', 'a b', 'a b', 'a b', 'a b'],
    ['a riskier one comes in: below, and not above', 'a b', 'z a b', 'z a b', 'a b z'],
    ['the order turns round', 'a b c', 'c b a', 'a b c', 'a b c'],
    ['one is answered elsewhere: it keeps its place', 'a b c', 'a c', 'a c', 'a b- c'],
    ['all are answered', 'a b', '', '', 'a- b-'],
    ['one becomes part of a group: it still waits', 'a b', 'g1 b', 'a b c', 'a b g1'],
    ['a group is answered whole', 'g1 b', 'b', 'b', 'g1- b'],
    ['one goes and one comes', 'a b', 'b c', 'b c', 'a- b c'],
  ])('%s', (_, stored, now, waiting, shown) => {
    const waits = (id: string): boolean => waiting.split(' ').includes(id)
    const still = frozenRows(rows(stored), rows(now), waits)
    expect(still.map(({ row: { id }, gone }) => `${id}${gone ? '-' : ''}`).join(' ')).toBe(shown)
  })
})
