import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memoizePerTick } from '../../main/wiring/memoize.ts'

describe('memoizePerTick', () => {
  it('asks once for each key in a turn, and again in the next', async () => {
    const asked: string[] = []
    const find = memoizePerTick((key) => asked.push(key))
    expect([find('a'), find('a'), find('b'), find('a')]).toEqual([1, 1, 2, 1])
    await Promise.resolve()
    expect(find('b')).toBe(2)
    await setImmediate()
    expect([find('a'), find('b')]).toEqual([3, 4])
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })
})
