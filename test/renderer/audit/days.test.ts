// Where days begin in a list of the journal that is read in parts.
import { describe, expect, it } from 'vitest'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { dayTitle } from '../../../renderer/features/audit/table/day-text.ts'
import { openDays } from '../../../renderer/features/audit/table/use-days.ts'
import type { RowSource } from '../../../renderer/features/audit/table/row-source.ts'

const noon = (day: number): number => new Date(2026, 10, day, 12).getTime()
const row = (at: number): JournalRow => ({
  seq: at,
  at,
  prev: '',
  hash: '',
  entry: { kind: 'guard', on: true, surface: 'browser' },
})

/** Rows newest first; those that are null were not read yet. */
function listOf(days: (number | null)[], generation = { n: 1 }) {
  let joined = 0
  const source: Pick<RowSource, 'rowAt' | 'keyOf' | 'generation'> = {
    rowAt: (index) => {
      const day = days[index]
      return day === undefined || day === null ? undefined : row(noon(day))
    },
    keyOf: (index) => index - joined,
    generation: () => generation.n,
  }
  const days_ = openDays(source)
  return {
    ...days_,
    join: (day: number) => {
      days.unshift(day)
      joined += 1
    },
    read: (index: number, day: number) => void (days[index] = day),
    again: (next: number[]) => {
      days.splice(0, days.length, ...next)
      joined = 0
      generation.n += 1
    },
    begins: () => days_.list().map(({ index, at }) => [index, new Date(at).getDate()]),
  }
}

describe('the days of the journal', () => {
  it('begin with the first row, and wherever the row above is of another day', () => {
    const list = listOf([23, 23, 22, 20, 20])
    expect(list.look(0, 5)).toBe(true)
    expect(list.begins()).toEqual([
      [0, 23],
      [2, 22],
      [3, 20],
    ])
    expect(list.look(0, 5)).toBe(false)
  })

  it('are not guessed where the row above was not read', () => {
    const list = listOf([23, null, 22, 22])
    list.look(0, 4)
    expect(list.begins()).toEqual([[0, 23]])
    list.read(1, 23)
    expect(list.look(1, 3)).toBe(true)
    expect(list.begins()).toEqual([
      [0, 23],
      [2, 22],
    ])
  })

  it('go down with their rows when others come on top, of the same day or of another', () => {
    const list = listOf([22, 21])
    list.look(0, 2)
    list.join(22)
    list.look(0, 3)
    expect(list.begins()).toEqual([
      [0, 22],
      [2, 21],
    ])
    list.join(23)
    list.look(0, 4)
    expect(list.begins()).toEqual([
      [0, 23],
      [1, 22],
      [3, 21],
    ])
  })

  it('are forgotten when the list is read again', () => {
    const list = listOf([23, 22, 21])
    list.look(0, 3)
    list.again([23, 23, 23])
    expect(list.look(0, 3)).toBe(true)
    expect(list.begins()).toEqual([[0, 23]])
  })

  it('are named as people name them', () => {
    const now = noon(23)
    expect(dayTitle(noon(23), now)).toBe('Today')
    expect(dayTitle(noon(22), now)).toBe('Yesterday')
    expect(dayTitle(noon(20), now)).toMatch(/20/)
    expect(dayTitle(noon(20), now)).not.toMatch(/2026/)
    expect(dayTitle(new Date(2025, 10, 20).getTime(), now)).toMatch(/2025/)
  })
})
