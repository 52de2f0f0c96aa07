import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { openRate, rateKey } from '../../main/pipeline/rate.ts'
import { readEarlierCalls } from '../../main/recovery/earlier-calls.ts'

const [one, other] = ['ses_0123456789abcdef', 'ses_fedcba9876543210'].map((id) =>
  SessionId.parse(id),
) as [SessionId, SessionId]

describe('the count of calls that were allowed', () => {
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

const client = (session: SessionId): Principal => ({ kind: 'mcp-client', name: 'editor', session })

describe('a client', () => {
  it('is the same however often it connects; everybody else is counted by session', () => {
    expect(rateKey(client(one))).toBe(rateKey(client(other)))
    const person = (session: SessionId): Principal => ({ kind: 'person', name: 'editor', session })
    expect(rateKey(person(one))).not.toBe(rateKey(person(other)))
    expect(rateKey(person(one))).not.toBe(rateKey(client(one)))
  })

  it('begins from zero when nothing came for an hour, and not before', () => {
    let now = 0
    const rate = openRate(() => now)
    const key = rateKey(client(one))
    rate.count(key, 'read')
    now = 3_599_000
    expect(rate.used(key, 'read').session).toBe(1)
    now = 3_600_000
    expect(rate.used(key, 'read').session).toBe(0)
    rate.count(one, 'read')
    now = 9_000_000
    expect(rate.used(one, 'read').session).toBe(1)
  })
})

describe('a restart', () => {
  const row = (seq: number, at: number, kind: 'decision' | 'running', callId: string): JournalRow =>
    ({ seq, at, entry: { kind, callId, tool: 'read', principal: client(one) } }) as never
  /** As the journal gives them: newest first, some at a time. */
  const paged =
    (rows: readonly JournalRow[]) =>
    (_: unknown, before = Infinity, limit: number) =>
      rows
        .filter(({ seq }) => seq < before)
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, limit)

  it('lifts no limit: what ran in the last minute still counts', () => {
    const rows = [
      row(1, 0, 'decision', 'old'),
      row(2, 1_000, 'running', 'old'),
      row(3, 90_000, 'decision', 'new'),
      row(4, 91_000, 'running', 'new'),
      row(5, 92_000, 'decision', 'refused'),
      row(6, 93_000, 'decision', 'new'),
    ]
    const earlier = () => readEarlierCalls({ page: paged(rows), now: () => 100_000 })
    let now = 5_000
    const rate = openRate(() => now, earlier)
    expect(rate.used(rateKey(client(other)), 'read')).toEqual({ session: 2, minute: 1, all: 1 })
    now = 60_000
    expect(rate.used(rateKey(client(other)), 'read')).toEqual({ session: 2, minute: 0, all: 0 })
  })

  it('goes on counting, and reads the journal once', () => {
    let read = 0
    const rate = openRate(
      () => 0,
      () => (read++, [{ key: one, tool: 'read', agoMs: 0 }]),
    )
    rate.count(one, 'read')
    expect([rate.used(one, 'read').minute, read]).toEqual([2, 1])
  })

  it('reads a long journal to its end, and never past a day', () => {
    const many = Array.from({ length: 1_200 }, (_, at) => [
      row(2 * at + 1, at, 'decision', `c${at}`),
      row(2 * at + 2, at, 'running', `c${at}`),
    ]).flat()
    expect(readEarlierCalls({ page: paged(many), now: () => 2_000 })).toHaveLength(1_200)
    expect(readEarlierCalls({ page: paged(many), now: () => 100_000_000 })).toEqual([])
  })

  it('counts a clock that was set back as now', () => {
    const rows = [row(1, 900, 'decision', 'a'), row(2, 1_000, 'running', 'a')]
    const earlier = () => readEarlierCalls({ page: paged(rows), now: () => 0 })
    expect(openRate(() => 0, earlier).used(rateKey(client(one)), 'read').minute).toBe(1)
  })
})
