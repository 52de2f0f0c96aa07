import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  keptPlace,
  lengthOf,
  offsetOf,
  moved,
  type Position,
  placed,
  renderedAt,
  rested,
  rowAtOffset,
  scrolledAt,
  shiftOf,
  type Space,
  spaceOf,
  topAt,
  topFor,
} from '../../../renderer/ui/lists/long-space.ts'

const plain: fc.Arbitrary<Space> = fc.record({
  rows: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 300_000, max: 50_000_000 })),
  rowHeight: fc.integer({ min: 16, max: 140 }),
  view: fc.integer({ min: 50, max: 2_000 }),
  most: fc.constantFrom(1_000_000, 8_000_000, 16_000_000),
})
/** Also with something put between its rows: headings, and a card that is higher than the view. */
const aSpace: fc.Arbitrary<Space> = plain.chain((space) =>
  fc
    .array(fc.record({ at: fc.nat({ max: space.rows }), px: fc.integer({ min: 1, max: 3_000 }) }), {
      maxLength: 6,
    })
    .map((gaps) => ({ ...space, gaps: gaps.toSorted((one, other) => one.at - other.at) })),
)
const lastTop = (space: Space): number => Math.max(0, lengthOf(space) - space.view)
const lastScrolled = (space: Space): number => Math.max(0, spaceOf(space) - space.view)
const part = fc.double({ min: 0, max: 1, noNaN: true })

describe('a list longer than an element may be', () => {
  it('never makes one longer than that, and is as long as its rows where they fit', () => {
    fc.assert(
      fc.property(aSpace, (space) => {
        expect(spaceOf(space)).toBeLessThanOrEqual(space.most)
        expect(spaceOf(space)).toBe(Math.min(lengthOf(space), space.most))
      }),
    )
  })

  it('goes there and back, in order, from the first pixel to the last', () => {
    fc.assert(
      fc.property(aSpace, part, part, (space, one, two) => {
        const tops = [one, two].map((each) => each * lastTop(space)).sort((a, b) => a - b)
        const [a = 0, b = 0] = tops.map((top) => scrolledAt(space, top))
        expect(a).toBeGreaterThanOrEqual(0)
        expect(b).toBeLessThanOrEqual(lastScrolled(space))
        expect(a).toBeLessThanOrEqual(b)
        for (const top of tops)
          expect(Math.abs(topAt(space, scrolledAt(space, top)) - top)).toBeLessThan(0.01)
        expect([topAt(space, 0), topAt(space, lastScrolled(space))]).toEqual([0, lastTop(space)])
      }),
    )
  })

  it('reaches every row, whatever its height, and draws it in sight', () => {
    fc.assert(
      fc.property(aSpace, part, part, (space, from, to) => {
        fc.pre(space.rows > 0 && space.rowHeight <= space.view)
        const row = Math.min(space.rows - 1, Math.floor(to * space.rows))
        const position = placed(space, topFor(space, from * lastTop(space), row))
        expect(offsetOf(space, row)).toBeGreaterThanOrEqual(position.top)
        expect(offsetOf(space, row) + space.rowHeight).toBeLessThanOrEqual(
          position.top + space.view,
        )
        const { first, end } = renderedAt(space, position, null)
        expect(row >= first && row < end).toBe(true)
        // Drawn where the element can show it.
        const at = offsetOf(space, row) + shiftOf(position)
        expect(at).toBeGreaterThanOrEqual(position.scrolled - 0.01)
        expect(at + space.rowHeight).toBeLessThanOrEqual(position.scrolled + space.view + 0.01)
      }),
    )
  })

  it('moves by exactly what a wheel or a finger moves, wherever it is and whatever came before', () => {
    fc.assert(
      fc.property(
        aSpace,
        part,
        fc.array(fc.integer({ min: -190, max: 190 }), { maxLength: 60 }),
        (space, from, ways) => {
          let position: Position = placed(space, from * lastTop(space))
          for (const way of ways) {
            const scrolled = Math.min(lastScrolled(space), Math.max(0, position.scrolled + way))
            const next = moved(space, position, scrolled)
            const exact = Math.min(
              lastTop(space),
              Math.max(0, position.top + (scrolled - position.scrolled)),
            )
            // At the end of the element is the end of the list, not some row before it.
            const expected =
              scrolled === 0 ? 0 : scrolled === lastScrolled(space) ? lastTop(space) : exact
            expect(next.top).toBeCloseTo(expected, 3)
            position = next
          }
        },
      ),
    )
  })

  it('stays where it is when what is scrolled is put in order, and has room to go on both ways', () => {
    fc.assert(
      fc.property(aSpace, part, fc.integer({ min: -900, max: 900 }), (space, from, way) => {
        const position = moved(
          space,
          placed(space, from * lastTop(space)),
          Math.max(0, scrolledAt(space, from * lastTop(space)) + way),
        )
        const after = rested(space, position)
        expect(after.top).toBe(position.top)
        const [above, below] = [after.top, lastTop(space) - after.top]
        // As far as a long fling, or to the end if that is nearer.
        expect(after.scrolled).toBeGreaterThanOrEqual(Math.min(above, lastScrolled(space) / 5) - 1)
        expect(lastScrolled(space) - after.scrolled).toBeGreaterThanOrEqual(
          Math.min(below, lastScrolled(space) / 5) - 1,
        )
      }),
    )
  })

  it('finds the row at every height, in sight, whatever is between the rows', () => {
    fc.assert(
      fc.property(aSpace, part, (space, from) => {
        fc.pre(space.rows > 0)
        const top = Math.floor(from * lastTop(space))
        const row = rowAtOffset(space, top)
        expect(row < 0 ? 0 : offsetOf(space, row)).toBeLessThanOrEqual(top)
        expect(offsetOf(space, row + 1)).toBeGreaterThan(top)
        const { first, end } = renderedAt(space, placed(space, top), null)
        for (const each of [Math.max(0, row), Math.min(space.rows - 1, row + 1)])
          expect(offsetOf(space, each) >= top + space.view || (each >= first && each < end)).toBe(
            true,
          )
      }),
    )
  })

  it('leaves what is read where it is when something is put above or taken away', () => {
    fc.assert(
      fc.property(aSpace, aSpace, part, (one, other, from) => {
        fc.pre(one.rows > 0)
        const after = { ...one, gaps: (other.gaps ?? []).filter(({ at }) => at <= one.rows) }
        const top = from * lastTop(one)
        const row = rowAtOffset(one, top)
        fc.pre(row >= 0 && top > 0)
        expect(offsetOf(after, row) - keptPlace(one, after, top)).toBeCloseTo(
          offsetOf(one, row) - top,
          3,
        )
      }),
    )
  })

  it('always draws what is in sight, and the same rows as long as they are enough', () => {
    fc.assert(
      fc.property(
        plain,
        part,
        fc.array(fc.integer({ min: -3_000, max: 3_000 }), { maxLength: 60 }),
        (space, from, ways) => {
          let position: Position = placed(space, from * lastTop(space))
          let before = renderedAt(space, position, null)
          for (const way of ways) {
            position = moved(
              space,
              position,
              Math.min(lastScrolled(space), Math.max(0, position.scrolled + way)),
            )
            const next = renderedAt(space, position, before)
            expect(next.first).toBeLessThanOrEqual(Math.floor(position.top / space.rowHeight))
            expect(next.end).toBeGreaterThanOrEqual(
              Math.min(space.rows, Math.ceil((position.top + space.view) / space.rowHeight)),
            )
            expect(next.end - next.first).toBeLessThanOrEqual(space.view / space.rowHeight + 22)
            expect(next.shift).toBe(shiftOf(position))
            // One pixel further never draws again, except after a leap.
            const whole = next.end - next.first > space.view / space.rowHeight + 8
            const on = renderedAt(
              space,
              moved(space, position, Math.min(lastScrolled(space), position.scrolled + 1)),
              next,
            )
            expect(!whole || (on.first === next.first && on.end === next.end)).toBe(true)
            before = next
          }
        },
      ),
    )
  })

  it('takes the thumb to the place that it means', () => {
    const space: Space = { rows: 1_000_000, rowHeight: 34, view: 700, most: 8_000_000 }
    const start = placed(space, 0)
    expect(moved(space, start, 4_000_000 - 350).top).toBeCloseTo((34_000_000 - 700) / 2, -1)
    expect(moved(space, start, lastScrolled(space)).top).toBe(34_000_000 - 700)
  })
})
