// What is kept of events, and what goes first when there are too many.
import { expect, it } from 'vitest'
import type { InboundEvent } from '../../contract/inbound/event.ts'
import { inboundEventsTable } from '../../main/store/tables/inbound-events-table.ts'
import { webhooksTable } from '../../main/store/tables/webhooks-table.ts'
import { memoryStore } from './fixture.ts'

const event = (more: Partial<InboundEvent> = {}): Omit<InboundEvent, 'id' | 'chars'> => ({
  channel: 'webhook',
  source: 'build',
  type: '',
  state: 'pending',
  receivedAt: 1,
  processedAt: null,
  text: 'x',
  bytes: 1,
  flags: [],
  jobs: [],
  ...more,
})
const all = { channel: null, source: null, type: null, state: null, limit: 5_000 }

it('the newest thousand events stay, and processed ones go first', async () => {
  const { db } = await memoryStore()
  const table = inboundEventsTable(db)
  const ids = db.transaction(() => Array.from({ length: 1_000 }, () => table.add(event())))()
  table.mark(ids[500] ?? 0, 'processed', 2)
  table.add(event())
  table.add(event())
  const left = new Set(table.list(all).map(({ id }) => id))
  expect([
    left.size,
    left.has(ids[500] ?? 0),
    left.has(ids[0] ?? 0),
    left.has(ids[1] ?? 0),
  ]).toEqual([1_000, false, false, true])
})

it('at most 32 MB of events stay', async () => {
  const { db } = await memoryStore()
  const table = inboundEventsTable(db)
  for (let count = 0; count < 5; count += 1) table.add(event({ bytes: 10 * 1024 * 1024 }))
  expect(table.list(all).map(({ id }) => id)).toEqual([5, 4, 3])
})

it('a delivery is new once, until its signature is long past', async () => {
  const { db } = await memoryStore()
  const table = webhooksTable(db)
  const at = 10_000_000
  expect([
    table.deliver('build', 'a', at),
    table.deliver('build', 'a', at + 1_000),
    table.deliver('shop', 'a', at),
    table.deliver('build', 'b', at + 3_600_000),
    table.deliver('build', 'a', at),
    table.deliver('build', 'c', at + 7_300_000),
    table.deliver('build', 'a', at + 7_300_000),
  ]).toEqual([true, false, true, true, false, true, true])
})

it('a list holds the beginning of each text, and says how long the whole is', async () => {
  const { db } = await memoryStore()
  const table = inboundEventsTable(db)
  const text = '😀'.repeat(600)
  const id = table.add(event({ text, bytes: 2_400 }))
  expect(table.list(all)).toMatchObject([{ text: '😀'.repeat(500), chars: 600 }])
  expect(table.get(id)).toMatchObject({ text, chars: 600 })
})

it('a row that is none of ours is left out', async () => {
  const { db } = await memoryStore()
  const table = inboundEventsTable(db)
  table.add(event())
  db.exec(`UPDATE inbound_events SET flags = 'no json'`)
  expect([table.list(all), table.get(1)]).toEqual([[], null])
})
