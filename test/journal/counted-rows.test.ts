// What anybody can bring about as often as they like does not fill the journal.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCountedRows } from '../../main/journal/counted-rows.ts'

const refused = { kind: 'gateway', change: 'token-refused', client: null, count: 1 } as const
const written: unknown[] = []
const faults: unknown[] = []
const open = () =>
  openCountedRows(
    async (entry) => void written.push(entry),
    (fault) => void faults.push(fault),
  )
beforeEach(() => {
  vi.useFakeTimers()
  written.length = 0
  faults.length = 0
})
afterEach(() => vi.useRealTimers())

describe('rows that are counted', () => {
  it('writes the first at once, and the rest of its minute as one row', () => {
    const rows = open()
    for (let at = 0; at < 5_000; at++) rows.note('a', refused)
    expect(written).toEqual([refused])
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual([refused, { ...refused, count: 4_999 }])
    vi.advanceTimersByTime(3_600_000)
    expect(written).toHaveLength(2)
    rows.note('a', refused)
    expect(written).toHaveLength(3)
  })

  it('counts each name separately, and made-up names together', () => {
    const rows = open()
    for (let at = 0; at < 10_000; at++) rows.note(`client ${at}`, refused)
    expect(written).toHaveLength(101)
    vi.advanceTimersByTime(60_000)
    expect(written).toHaveLength(102)
  })

  it('writes what is still counted at the end', async () => {
    const rows = open()
    for (let at = 0; at < 3; at++) rows.note('a', refused)
    await rows.dispose()
    expect(written).toEqual([refused, { ...refused, count: 2 }])
    vi.advanceTimersByTime(120_000)
    expect(written).toHaveLength(2)
  })

  it('reports a journal that cannot be written', async () => {
    const rows = openCountedRows(
      async () => {
        throw new Error('full')
      },
      (fault) => void faults.push(fault),
    )
    rows.note('a', refused)
    await vi.waitFor(() => expect(faults).toHaveLength(1), { timeout: 240_000 })
  })
})
