// When an open question ends by itself, also on a machine that sleeps meanwhile.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DueEnd, openDeadlines } from '../../main/approvals/deadlines.ts'
import { ApprovalId } from '../../contract/ids.ts'

const id = ApprovalId.parse('apr_00000001')
const MINUTE = 60_000

let timeOfDay = 0
const ended: DueEnd[] = []
const open = () =>
  openDeadlines(
    async (_id, as) => {
      ended.push(as)
      return true
    },
    () => {},
    () => timeOfDay,
  )

beforeEach(() => {
  vi.useFakeTimers()
  ended.length = 0
  timeOfDay = 1_000_000
})
afterEach(() => void vi.useRealTimers())

/** Awake: both clocks go. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    timeOfDay += Math.min(left, 1_000)
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000))
  }
}

describe('a held call with ten minutes', () => {
  it('ends after ten minutes, once', async () => {
    const deadlines = open()
    deadlines.set(id, 10 * MINUTE, 'expired', timeOfDay + 10 * MINUTE)
    await pass(10 * MINUTE - 1_000)
    expect(ended).toEqual([])
    await pass(1_000)
    expect(ended).toEqual(['expired'])
    await pass(MINUTE)
    expect(ended).toEqual(['expired'])
    deadlines.dispose()
  })

  it('ends soon after a wake, where its time ran out in the sleep', async () => {
    const deadlines = open()
    deadlines.set(id, 10 * MINUTE, 'expired', timeOfDay + 10 * MINUTE)
    await pass(MINUTE)
    timeOfDay += 8 * 60 * MINUTE
    await pass(15_000)
    expect(ended).toEqual(['expired'])
    deadlines.dispose()
  })

  it('keeps what is left of its time over a short sleep', async () => {
    const deadlines = open()
    deadlines.set(id, 10 * MINUTE, 'expired', timeOfDay + 10 * MINUTE)
    await pass(MINUTE)
    timeOfDay += 5 * MINUTE
    await pass(3 * MINUTE)
    expect(ended).toEqual([])
    await pass(MINUTE + 15_000)
    expect(ended).toEqual(['expired'])
    deadlines.dispose()
  })

  it('gets no more time by a clock that is set back', async () => {
    const deadlines = open()
    deadlines.set(id, 10 * MINUTE, 'expired', timeOfDay + 10 * MINUTE)
    timeOfDay -= 60 * MINUTE
    await pass(10 * MINUTE)
    expect(ended).toEqual(['expired'])
    deadlines.dispose()
  })

  it('does not expire once it was answered', async () => {
    const deadlines = open()
    deadlines.set(id, 10 * MINUTE, 'expired', timeOfDay + 10 * MINUTE)
    await pass(MINUTE)
    deadlines.clear(id)
    expect([deadlines.count(), deadlines.of(id)]).toEqual([0, null])
    await pass(20 * MINUTE)
    expect(ended).toEqual([])
  })
})
