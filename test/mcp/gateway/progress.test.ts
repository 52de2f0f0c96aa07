import { describe, expect, it } from 'vitest'
import type { CallProgress } from '../../../contract/call/powers/server-power.ts'
import { notifyProgress } from '../../../main/mcp/gateway/progress.ts'

function open() {
  let now = 0
  const ticks = new Set<() => void>()
  const every = (_: number, work: () => void) => {
    ticks.add(work)
    return () => void ticks.delete(work)
  }
  const reported: (readonly [done: number, total: number | null, text: string])[] = []
  const server: ((progress: CallProgress) => void)[] = []
  const notifications = notifyProgress(
    { progress: (...one) => void reported.push(one) },
    (listener) => {
      server.push(listener)
      return () => void server.pop()
    },
    { now: () => now, every },
  )
  const tenSeconds = (): void => {
    now += 10_000
    for (const tick of ticks) tick()
  }
  return {
    reported,
    server,
    notifications,
    tenSeconds,
    says: (done: number, total: number | null = null, text = '') =>
      server[0]?.({ done, total, text }),
  }
}

describe('progress of a call that runs', () => {
  it('only rises, and has a total only where it fits', () => {
    const { reported, says } = open()
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
    expect(reported).toEqual([
      [0, 3, 'step'],
      [1, 3, 'step'],
      [2, null, 'step'],
      [3, 3, 'step'],
    ])
  })

  it('is sent every ten seconds where the server says nothing, and hides nothing that it says later', () => {
    const { reported, says, notifications, server, tenSeconds } = open()
    tenSeconds()
    tenSeconds()
    expect(reported.map(([, total, text]) => [total, text])).toEqual([
      [null, 'Running (10 s).'],
      [null, 'Running (20 s).'],
    ])
    says(0.1, 1)
    tenSeconds()
    expect(reported.slice(2)).toEqual([
      [0.1, 1, ''],
      [expect.closeTo(0.1, 4), null, 'Running (30 s).'],
    ])
    expect(reported.every(([done], at) => at === 0 || done > (reported[at - 1]?.[0] ?? 0))).toBe(
      true,
    )
    notifications.stop()
    tenSeconds()
    expect([reported.length, server.length]).toEqual([4, 0])
  })
})
