import { expect, it } from 'vitest'
import { numberDot } from '../../main/host/electron/tray/number-dot.ts'

const SIZE = 32
const drawn = (count: number): string => {
  const at = numberDot(count, SIZE)
  return Array.from({ length: SIZE }, (_, y) =>
    Array.from(
      { length: SIZE },
      (_pixel, x) => ({ clear: ' ', dot: '·', digit: '#' })[at(x, y)],
    ).join(''),
  ).join('\n')
}
const digits = (count: number): string =>
  drawn(count).replaceAll(/[ ·\n]/g, (one) => (one === '\n' ? one : '.'))

it('draws a digit in the middle of a dot', () => {
  const rows = drawn(1).split('\n')
  expect(rows[0]?.trim()).toMatch(/^·*$/)
  expect(rows[16]).toMatch(/^·+#+·+ ?$/)
  expect(rows.filter((row) => row.includes('#'))).toHaveLength(20)
})

it('draws every number apart from every other, and nothing outside of the dot', () => {
  const all = Array.from({ length: 99 }, (_, at) => digits(at + 1))
  expect(new Set(all).size).toBe(99)
  for (const row of drawn(88).split('\n')) expect(row.trim()).toMatch(/^·.*·$|^·*$/)
})

it('says 9+ above what two digits hold', () => {
  expect(digits(100)).toBe(digits(5_000))
  expect(digits(100)).not.toBe(digits(99))
})
