import { expect, it } from 'vitest'
import { inTime } from '../../../main/sandbox/search/in-time.ts'

const idleFor = (ms: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

it('gives what the work gives', () => {
  expect(inTime(() => 7)).toBe(7)
})

it('interrupts an expression that goes back for ever', () => {
  expect(inTime(() => /^(?:a+)+$/u.test(`${'a'.repeat(40)}!`))).toBeNull()
})

it('tries work again that was interrupted while it only waited for the processor', () => {
  let calls = 0
  const found = inTime(() => {
    calls += 1
    if (calls < 3) idleFor(1_000)
    return 'done'
  })
  expect([found, calls]).toEqual(['done', 3])
})

it('gives up on work that never gets to run', () => {
  let calls = 0
  const found = inTime(() => {
    calls += 1
    return idleFor(1_000)
  })
  expect([found, calls]).toEqual([null, 5])
})

it('throws what the work throws', () => {
  expect(() =>
    inTime(() => {
      throw new TypeError('broken')
    }),
  ).toThrow('broken')
})
