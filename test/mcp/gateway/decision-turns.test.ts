// Few calls are decided at once, in the order in which they came, and none of them holds the others
// up for long.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  openDecisionTurns,
  type DecisionTurn,
} from '../../../main/mcp/gateway/calls/decision-turns.ts'

const AT_ONCE = 32
const LATE_MS = 100

/** No others: what runs the tests has timers of its own. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function opened() {
  const turns = openDecisionTurns()
  /** By the number of the call. */
  const started: number[] = []
  const open = new Map<number, DecisionTurn>()
  let asked = 0
  return {
    started,
    open,
    async ask(calls: number): Promise<void> {
      for (let call = 0; call < calls; call++) {
        const number = asked++
        void turns.take().then((turn) => {
          started.push(number)
          open.set(number, turn)
        })
      }
      await vi.advanceTimersByTimeAsync(0)
    },
    async end(number: number): Promise<void> {
      open.get(number)?.over()
      open.delete(number)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const upTo = (calls: number): number[] => Array.from({ length: calls }, (_, at) => at)

describe('slots for deciding calls', () => {
  it('are 32, and the next call begins when one is over', async () => {
    const { started, ask, end } = opened()
    await ask(40)
    expect(started).toEqual(upTo(AT_ONCE))
    await end(5)
    expect(started).toEqual(upTo(AT_ONCE + 1))
    // It gave its turn back already.
    await end(5)
    expect(started).toEqual(upTo(AT_ONCE + 1))
  })

  it('go on where no call is decided: each batch begins within two checks', async () => {
    const { started, ask } = opened()
    await ask(100)
    for (const calls of [64, 96, 100]) {
      await vi.advanceTimersByTimeAsync(2 * LATE_MS)
      expect(started).toEqual(upTo(calls))
    }
  })

  it('let extra calls in only for one that is late: the others get what is left', async () => {
    const { started, open, ask, end } = opened()
    await ask(1)
    await ask(200)
    for (let half = 0; half < 4; half++) {
      for (const number of [...open.keys()].filter((each) => each !== 0)) await end(number)
      await vi.advanceTimersByTimeAsync(LATE_MS / 2)
    }
    expect(started.length).toBeGreaterThan(100)
    expect(open.has(0)).toBe(true)
    // The late one had given its turn up, so its end lets nobody else in.
    await vi.advanceTimersByTimeAsync(LATE_MS)
    const before = started.length
    await end(0)
    expect(started).toHaveLength(before)
  })

  it('leave no timer where nobody waits', async () => {
    const { open, ask, end } = opened()
    const others = vi.getTimerCount()
    await ask(AT_ONCE)
    expect(vi.getTimerCount()).toBe(others)
    await ask(1)
    expect(vi.getTimerCount()).toBe(others + 1)
    await end([...open.keys()][0] ?? 0)
    expect(vi.getTimerCount()).toBe(others)
  })

  it('come to all, in the order in which they asked, and at most 32 are open while none is late', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('ask' as const), calls: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ kind: fc.constant('end' as const), which: fc.nat(40) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { started, open, ask, end } = opened()
        let asked = 0
        let ended = 0
        for (const one of steps) {
          if (one.kind === 'ask') {
            await ask(one.calls)
            asked += one.calls
          } else if (open.size > 0) {
            await end([...open.keys()][one.which % open.size] ?? 0)
            ended += 1
          }
          // None begins too late, and none too early.
          expect(started).toEqual(upTo(Math.min(asked, ended + AT_ONCE)))
          expect(open.size).toBeLessThanOrEqual(AT_ONCE)
        }
        for (let number = 0; number < asked; number++) await end(number)
        expect(started).toEqual(upTo(asked))
      }),
    )
  })
})
