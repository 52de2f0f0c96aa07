import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import { openRate } from '../../main/pipeline/rate.ts'

const [one, other] = ['ses_0123456789abcdef', 'ses_fedcba9876543210'].map((id) =>
  SessionId.parse(id),
) as [SessionId, SessionId]

describe('what was let through', () => {
  it('is counted by session and tool, over all tools, and for the last minute', () => {
    let now = 500
    const rate = openRate(() => now)
    rate.count(one, 'read')
    rate.count(one, 'write')
    now = 30_000
    rate.count(one, 'read')
    expect([
      rate.used(one, 'read'),
      rate.used(one, 'write'),
      rate.used(one, 'none'),
      rate.used(other, 'read'),
    ]).toEqual([
      { session: 2, minute: 2, all: 3 },
      { session: 1, minute: 1, all: 3 },
      { session: 0, minute: 0, all: 3 },
      { session: 0, minute: 0, all: 0 },
    ])
    now = 60_999
    expect(rate.used(one, 'read')).toEqual({ session: 2, minute: 2, all: 3 })
    now = 61_000
    expect(rate.used(one, 'read')).toEqual({ session: 2, minute: 1, all: 1 })
    now = 10_000_000
    expect(rate.used(one, 'read')).toEqual({ session: 2, minute: 0, all: 0 })
  })

  it('is never counted for less than a minute, nor for more than a second longer (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }), (pauses) => {
        let now = 0
        const rate = openRate(() => now)
        const at: number[] = []
        for (const pause of pauses) {
          now += pause
          const { minute, all, session } = rate.used(one, 'read')
          expect([all, session]).toEqual([minute, at.length])
          expect(minute).toBeGreaterThanOrEqual(at.filter((time) => time > now - 60_000).length)
          expect(minute).toBeLessThanOrEqual(at.filter((time) => time > now - 61_000).length)
          rate.count(one, 'read')
          at.push(now)
        }
      }),
    )
  })
})
