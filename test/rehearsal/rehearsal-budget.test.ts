import { describe, expect, it } from 'vitest'
import { rehearsalBudget } from '../../main/rehearsal/budget.ts'

describe('what one asker may have rehearsed unasked', () => {
  it('is limited to a number of runs and a time in ten minutes', () => {
    let now = 0
    const budget = rehearsalBudget(() => now)
    for (let run = 0; run < 20; run += 1) {
      expect(budget.has('a')).toBe(true)
      budget.spend('a', 10)
    }
    expect([budget.has('a'), budget.has('b')]).toEqual([false, true])
    budget.spend('b', 60_000)
    expect(budget.has('b')).toBe(false)
    now = 10 * 60_000
    expect([budget.has('a'), budget.has('b')]).toEqual([true, true])
  })
})
