import { describe, expect, it } from 'vitest'
import type { CallProgress } from '../../../contract/call/powers.ts'
import { tellProgress } from '../../../main/mcp/gateway/progress.ts'

function open() {
  let now = 0
  const ticks = new Set<() => void>()
  const every = (_: number, work: () => void) => {
    ticks.add(work)
    return () => void ticks.delete(work)
  }
  const told: (readonly [done: number, total: number | null, text: string])[] = []
  const server: ((progress: CallProgress) => void)[] = []
  const telling = tellProgress(
    { progress: (...one) => void told.push(one) },
    (hear) => {
      server.push(hear)
      return () => void server.pop()
    },
    { now: () => now, every },
  )
  const tenSeconds = (): void => {
    now += 10_000
    for (const tick of ticks) tick()
  }
  return {
    told,
    server,
    telling,
    tenSeconds,
    says: (done: number, total: number | null = null, text = '') =>
      server[0]?.({ done, total, text }),
  }
}

describe('progress of a call that runs', () => {
  it('only rises, and has a total only where it fits', () => {
    const { told, says } = open()
    for (const [done, total] of [
      [0, 3],
      [1, 3],
      [1, 3],
      [0.5, 3],
      [2, 1],
      [Number.NaN, 3],
      [Number.POSITIVE_INFINITY, 3],
      [-4, 3],
      [3, 3],
    ] as const)
      says(done, total, 'step')
    expect(told).toEqual([
      [0, 3, 'step'],
      [1, 3, 'step'],
      [2, null, 'step'],
      [3, 3, 'step'],
    ])
  })

  it('is told every ten seconds where the server says nothing, and hides nothing that it says later', () => {
    const { told, says, telling, server, tenSeconds } = open()
    tenSeconds()
    tenSeconds()
    expect(told.map(([, total, text]) => [total, text])).toEqual([
      [null, 'Running (10 s).'],
      [null, 'Running (20 s).'],
    ])
    says(0.1, 1)
    tenSeconds()
    expect(told.slice(2)).toEqual([
      [0.1, 1, ''],
      [expect.closeTo(0.1, 4), null, 'Running (30 s).'],
    ])
    expect(told.every(([done], at) => at === 0 || done > (told[at - 1]?.[0] ?? 0))).toBe(true)
    telling.stop()
    tenSeconds()
    expect([told.length, server.length]).toEqual([4, 0])
  })
})
