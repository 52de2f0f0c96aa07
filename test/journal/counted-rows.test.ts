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
  it('the first is written at once, the rest of its minute as one', () => {
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

  it('each has its own, and made-up names share one place', () => {
    const rows = open()
    for (let at = 0; at < 10_000; at++) rows.note(`client ${at}`, refused)
    expect(written).toHaveLength(101)
    vi.advanceTimersByTime(60_000)
    expect(written).toHaveLength(102)
  })

  it('what is counted still is written at the end', async () => {
    const rows = open()
    for (let at = 0; at < 3; at++) rows.note('a', refused)
    await rows.dispose()
    expect(written).toEqual([refused, { ...refused, count: 2 }])
    vi.advanceTimersByTime(120_000)
    expect(written).toHaveLength(2)
  })

  it('a journal that cannot be written is reported', async () => {
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
