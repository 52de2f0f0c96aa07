import { afterEach, beforeEach, expect, it } from 'vitest'
import { CallId } from '../../contract/ids.ts'
import { checkpointsTable } from '../../main/store/tables/checkpoints-table.ts'
import type { CheckpointRow } from '../../main/store/tables/checkpoints-table.ts'
import type { Store } from '../../main/store/open.ts'
import { openMemoryStore } from '../fakes/memory-store.ts'

let store: Store
beforeEach(async () => {
  store = await openMemoryStore()
})
afterEach(() => store.close())

const row = (n: number, more: Partial<CheckpointRow> = {}): CheckpointRow => ({
  callId: CallId.parse(`call_0000000${n}`),
  at: 1_000 + n,
  root: '/w',
  files: n,
  state: 'kept',
  ...more,
})

it('holds one row for a call, the last one, and marks what was cleaned up', () => {
  const table = checkpointsTable(store.db)
  const [first, second, other] = [row(1), row(2), row(3)]
  for (const each of [first, second]) table.put(each)
  table.put({ ...first, files: 7 })
  table.gone([second.callId, other.callId])
  table.gone([])
  expect([table.get(first.callId), table.get(second.callId), table.get(other.callId)]).toEqual([
    { ...first, files: 7 },
    { ...second, state: 'gone' },
    null,
  ])
})
