// Questions per call, counted by the index: a call once however often it was decided.
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { openJournalIndex } from '../../main/store/journal/journal-index.ts'
import { journalSums } from '../../main/store/journal/journal-sums.ts'
import { memoryStore } from './fixture.ts'
import { approval, callId, decided } from './samples.ts'

const HOUR = 3_600_000
const NOW = 500_000 * HOUR + 1_234_567

type Row = { readonly at: number; readonly entry: JournalEntry }
const decision = (call: number, at: number): Row => ({ at, entry: decided(callId(call)) })
const asked = (call: number, at: number): Row => ({
  at,
  entry: {
    kind: 'asked',
    callId: callId(call),
    tool: 'exec',
    approvalId: approval(call).id,
    expiresAt: 9,
  },
})
const answered = (call: number, at: number, person = true): Row => ({
  at,
  entry: {
    kind: 'answered',
    callId: callId(call),
    tool: 'exec',
    approvalId: approval(call).id,
    answer: 'once',
    route: person ? 'person' : 'time-out',
    surface: null,
  },
})

/** @param step rows that the index takes in at a time */
async function sumsOf(rows: readonly Row[], hours = 24, bars = 24, step = 1_000) {
  const { db } = await memoryStore()
  const bodies = rows.map(({ at, entry }, index) => {
    const seq = index + 1
    return { seq, body: canonicalJson({ seq, at, entry }), hash: `hash ${seq}` }
  })
  expect(journalTable(db).append(bodies)).toEqual({ kind: 'done' })
  const index = await openJournalIndex(db, ':memory:')
  onTestFinished(() => index.close())
  while (index.step(step));
  return journalSums(index).attention(NOW, hours, bars)
}

describe('attention, summed up', () => {
  it('is nothing where nothing was asked', async () => {
    const { bars, ...sums } = await sumsOf([])
    expect(sums).toEqual({
      from: (500_000 - 23) * HOUR,
      until: 500_001 * HOUR,
      width: HOUR,
      calls: 0,
      asked: 0,
      answered: 0,
      quick: 0,
    })
    expect(bars).toHaveLength(24)
  })

  it('counts a call once, though it was decided for its layer and for what it changed', async () => {
    const rows = [decision(1, NOW), decision(1, NOW), asked(1, NOW), answered(1, NOW + 1_000)]
    const more = [decision(2, NOW), decision(3, NOW), asked(3, NOW), answered(3, NOW + 9_000)]
    const unanswered = [decision(4, NOW), asked(4, NOW), answered(4, NOW + 500, false)]
    for (const step of [1, 2, 1_000])
      expect(await sumsOf([...rows, ...more, ...unanswered], 24, 24, step)).toMatchObject({
        calls: 4,
        asked: 3,
        answered: 2,
        quick: 1,
      })
  })

  it('puts each into its part of the time, and leaves out what is older', async () => {
    const at = (hoursAgo: number): number => NOW - hoursAgo * HOUR
    const {
      bars,
      calls,
      asked: questions,
    } = await sumsOf(
      [
        decision(1, at(30)),
        asked(1, at(30)),
        decision(2, at(23)),
        decision(3, at(5)),
        asked(3, at(5)),
      ],
      24,
      12,
    )
    expect([calls, questions]).toEqual([2, 1])
    expect(
      bars.flatMap((bar, index) => (bar.calls > 0 ? [[index, bar.calls, bar.asked]] : [])),
    ).toEqual([
      [0, 1, 0],
      [9, 1, 1],
    ])
  })

  it('agrees with counting row by row, however many rows are taken in at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean(), fc.integer({ min: 0, max: 40 })),
        ),
        fc.integer({ min: 1, max: 5 }),
        async (given, step) => {
          const rows = given
            .toSorted((a, b) => b[2] - a[2])
            .map(([call, question, ago]) =>
              question ? asked(call, NOW - ago * HOUR) : decision(call, NOW - ago * HOUR),
            )
          const since = (Math.floor(NOW / HOUR) - 23) * HOUR
          const first = new Map<string, number>()
          for (const { at, entry } of rows)
            if (entry.kind === 'decision' && !first.has(entry.callId)) first.set(entry.callId, at)
          expect(await sumsOf(rows, 24, 24, step)).toMatchObject({
            calls: [...first.values()].filter((at) => at >= since).length,
            asked: rows.filter(({ at, entry }) => entry.kind === 'asked' && at >= since).length,
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})
