import { expect, it } from 'vitest'
import { soonDurable } from '../../main/store/soon-durable.ts'
import { memoryStore } from './fixture.ts'

it('flushes a lazy write later, and everything written after it at once', async () => {
  const { db } = await memoryStore()
  const soon = soonDurable(db)
  const mode = (): unknown => db.pragma('synchronous', { simple: true })
  expect([mode(), soon(mode), mode()]).toEqual([2, 1, 2])
  expect(() =>
    soon(() => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect([mode(), db.transaction(() => soon(mode))(), mode()]).toEqual([2, 2, 2])
})
