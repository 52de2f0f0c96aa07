// A part of a run around a hit, and how it meets the end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunItem } from '../../../contract/agent/run.ts'
import { isFar, joined, type Part, withNewer } from '../../../renderer/state/run/run-part.ts'
import { emptyTranscript, type Transcript } from '../../../renderer/state/run/transcript.ts'

const items = (from: number, to: number): RunItem[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({
    kind: 'user',
    id: from + at,
    at: 0,
    text: `${from + at}`,
  }))
const ids = (list: readonly RunItem[] | undefined): number[] => (list ?? []).map(({ id }) => id)
const end = (from: number, to: number): Transcript => ({
  ...emptyTranscript,
  items: items(from, to),
  older: from > 1,
  read: true,
})

describe('an item of a long run', () => {
  it.each([
    ['far above what is read is looked at apart', end(4_801, 5_000), 121, true],
    ['a page above is read with what lies between', end(4_801, 5_000), 4_500, false],
    ['that is read is there', end(4_801, 5_000), 4_900, false],
    ['of a run that is read whole is there', end(1, 200), 1, false],
  ])('%s', (_, transcript, at, far) => {
    expect(isFar(transcript, at)).toBe(far)
  })
})

describe('a part', () => {
  it('grows down page by page without a gap or a double, and becomes one with the end when it meets it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 0, max: 900 }),
        (from, page, far) => {
          const first = from + page + far
          const whole = end(first, first + 50)
          let part: Part = { items: items(from, from + page - 1), older: from > 1 }
          let met: Transcript | null = joined(part, whole)
          for (let reads = 0; met === null; reads += 1) {
            expect(reads).toBeLessThan(1_000)
            const last = part.items.at(-1)?.id ?? 0
            const before = Math.min(first, last + 1 + page)
            part = withNewer(part, items(Math.max(1, before - page), before - 1))
            expect(ids(part.items)).toEqual(ids(items(from, before - 1)))
            met = joined(part, whole)
          }
          expect(ids(met.items)).toEqual(ids(items(from, first + 50)))
          expect(met.older).toBe(from > 1)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not meet an end that is not read', () => {
    expect(joined({ items: items(1, 5), older: false }, emptyTranscript)).toBeNull()
    expect(joined({ items: items(1, 5), older: false }, end(7, 9))).toBeNull()
    expect(ids(joined({ items: items(1, 8), older: false }, end(7, 9))?.items)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
  })
})
