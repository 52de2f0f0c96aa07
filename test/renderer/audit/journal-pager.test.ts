// The rows behind Audit's list: whatever is looked at, in whatever order, each place shows the row
// that is there.
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../contract/failure.ts'
import type { Bridge } from '../../../contract/ipc/ipc.ts'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { err, ok } from '../../../contract/result.ts'
import {
  ALL_CALLS,
  type NewestRows,
  newestStored,
  readNewest,
} from '../../../renderer/features/audit/table/newest-rows.ts'
import { openJournalPager } from '../../../renderer/features/audit/table/journal-pager.ts'
import type { RowSource } from '../../../renderer/features/audit/table/row-source.ts'

const row = (seq: number): JournalRow => ({
  seq,
  at: seq * 1_000,
  prev: '',
  hash: '',
  entry: { kind: 'guard', on: true, surface: 'browser' },
})
const broken: Failure = {
  code: 'journal.fault',
  text: 'The disk is full.',
  hint: 'Free some space.',
}

/**
 * A journal whose rows fit a query or not, in short pieces as the store gives them: a search may
 * end early with `next`, a count looks at so many rows at a time.
 */
function journal(fits: boolean[], { searchPiece = 1_000, countPiece = 1_000 } = {}) {
  const calls: string[] = []
  let failing = false
  let hold: Promise<void> | null = null
  const answers: {
    [C in 'audit.search' | 'audit.count']: (input: {
      query: string
      before?: number
      after?: number
      limit?: number
      every?: number
      from?: number
    }) => unknown
  } = {
    'audit.search': ({ query, before = fits.length + 1, after = 0, limit = 50 }) => {
      const rows: JournalRow[] = []
      let seq = before - 1
      for (
        let seen = 0;
        seq > after && seq > 0 && rows.length < limit && seen < searchPiece;
        seq--, seen++
      )
        if (query === '' || fits[seq - 1] === true) rows.push(row(seq))
      return { rows, next: seq > after && seq > 0 ? seq + 1 : null, newest: fits.length }
    },
    'audit.count': ({ before = fits.length + 1, after = 0, every = 50, from = 0 }) => {
      const marks: number[] = []
      let n = 0
      let seq = before - 1
      for (let seen = 0; seq > after && seen < countPiece; seq--, seen++) {
        if (fits[seq - 1] !== true) continue
        if ((from + n) % every === 0) marks.push(seq)
        n += 1
      }
      return { n, marks, next: seq > after ? seq + 1 : null }
    },
  }
  const call = async (channel: 'audit.search' | 'audit.count', input: never): Promise<unknown> => {
    calls.push(channel)
    const answer = failing ? err(broken) : ok(answers[channel](input))
    await hold
    return answer
  }
  return {
    bridge: { call } as unknown as Pick<Bridge, 'call'>,
    calls,
    add: (...more: boolean[]) => void fits.push(...more),
    fail: (on: boolean) => void (failing = on),
    /** Answers wait until the returned function is called. */
    held(): () => void {
      let free = (): void => undefined
      hold = new Promise((resolve) => (free = resolve))
      return () => {
        hold = null
        free()
      }
    },
  }
}

const open: RowSource[] = []
function source(
  of: ReturnType<typeof journal>,
  query: string,
  before: NewestRows | null = null,
): RowSource {
  const created = openJournalPager({ bridge: of.bridge, query, before })
  open.push(created)
  created.open()
  return created
}
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

const seqs = (created: RowSource, first: number, end: number): (number | null | undefined)[] =>
  Array.from({ length: end - first }, (_, at) => created.rowAt(first + at)?.seq)
const numbers = (from: number, count: number, step = 1): number[] =>
  Array.from({ length: count }, (_, at) => from - at * step)
const counted = (created: RowSource) =>
  vi.waitFor(() => expect(created.state()).toMatchObject({ read: true, exact: true }), {
    timeout: 240_000,
  })

describe('the rows of Audit', () => {
  it('without a query are as many as the journal has, each at its place', async () => {
    const created = source(journal(Array.from({ length: 5_000 }, () => true)), '')
    await counted(created)
    expect(created.state()).toEqual({
      count: 5_000,
      exact: true,
      newer: 0,
      read: true,
      error: null,
    })
    expect(seqs(created, 0, 3)).toEqual([5_000, 4_999, 4_998])
    created.show(3_000, 3_040)
    await vi.waitFor(() => expect(seqs(created, 3_000, 3_040)).toEqual(numbers(2_000, 40)), {
      timeout: 240_000,
    })
    expect(created.indexOf(2_000)).toBe(3_000)
    created.show(4_980, 5_000)
    await vi.waitFor(() => expect(seqs(created, 4_980, 5_000)).toEqual(numbers(20, 20)), {
      timeout: 240_000,
    })
  })

  it('are kept only around what is looked at', async () => {
    const created = source(journal(Array.from({ length: 20_000 }, () => true)), '')
    await counted(created)
    for (let first = 0; first < 3_000; first += 60) {
      created.show(first, first + 80)
      await vi.waitFor(
        () => expect(seqs(created, first, first + 80)).toEqual(numbers(20_000 - first, 80)),
        { timeout: 240_000, interval: 2 },
      )
    }
    expect(seqs(created, 0, 50).every((seq) => seq === undefined)).toBe(true)
  })

  it('with a query are where the marks of the count say, in whatever order they are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 900 }),
        fc.array(fc.nat(900), { minLength: 1, maxLength: 4 }),
        fc.record({
          searchPiece: fc.integer({ min: 20, max: 500 }),
          countPiece: fc.integer({ min: 100, max: 900 }),
        }),
        async (fits, positions, pieces) => {
          const created = source(journal(fits, pieces), 'some')
          await counted(created)
          const all = numbers(fits.length, fits.length).filter((seq) => fits[seq - 1])
          expect(created.state().count).toBe(all.length)
          for (const position of positions) {
            const first = all.length === 0 ? 0 : position % all.length
            created.show(first, first + 30)
            const want = all.slice(first, first + 30)
            await vi.waitFor(
              () => expect(seqs(created, first, first + want.length)).toEqual(want),
              {
                interval: 2,
                timeout: 240_000,
              },
            )
            for (const [at, seq] of want.entries()) expect(created.indexOf(seq)).toBe(first + at)
          }
          created.close()
        },
      ),
      { numRuns: 12 },
    )
  })

  it('are shown at once where the newest page is known, and are what the journal has by now', async () => {
    for (const since of [0, 3, 120]) {
      const rows = journal(Array.from({ length: 300 }, () => true))
      await readNewest(rows.bridge, 1, '')
      rows.add(...Array.from({ length: since }, () => true))
      const created = source(rows, '', newestStored(rows.bridge, '')?.get(1, 300) ?? null)
      expect(created.state()).toEqual({
        count: 300,
        exact: true,
        newer: 0,
        read: true,
        error: null,
      })
      expect(seqs(created, 0, 50)).toEqual(numbers(300, 50))
      await vi.waitFor(() => expect(seqs(created, 0, 50)).toEqual(numbers(300 + since, 50)), {
        timeout: 240_000,
      })
      expect(created.state()).toEqual({
        count: 300 + since,
        exact: true,
        newer: 0,
        read: true,
        error: null,
      })
    }
  })

  it('of calls, too, are shown at once where their newest page is known', async () => {
    for (const since of [0, 3, 120]) {
      const rows = journal(Array.from({ length: 300 }, () => true))
      await readNewest(rows.bridge, 1, ALL_CALLS)
      rows.add(...Array.from({ length: since }, () => true))
      const created = source(
        rows,
        ALL_CALLS,
        newestStored(rows.bridge, ALL_CALLS)?.get(1, 300) ?? null,
      )
      expect(created.state()).toMatchObject({ count: 50, exact: false, read: true })
      expect(seqs(created, 0, 50)).toEqual(numbers(300, 50))
      await vi.waitFor(() => expect(created.state().count).toBe(300 + since), { timeout: 240_000 })
      expect(seqs(created, 0, 50)).toEqual(numbers(300 + since, 50))
    }
  })

  it('are not said to be none where the first answer was too short to hold one', async () => {
    const fits = Array.from({ length: 300 }, (_, nth) => nth === 4)
    const rows = journal(fits, { searchPiece: 20 })
    await readNewest(rows.bridge, 1, ALL_CALLS)
    const before = newestStored(rows.bridge, ALL_CALLS)?.get(1, 300) ?? null
    const created = source(rows, ALL_CALLS, before)
    expect(created.state()).toMatchObject({ count: 0, exact: false, read: false })
    await counted(created)
    expect(seqs(created, 0, 1)).toEqual([5])
  })

  it('are not those of another connection, nor of long ago, nor of a question', async () => {
    const rows = journal(Array.from({ length: 300 }, () => true))
    await readNewest(rows.bridge, 1, '')
    const stored = newestStored(rows.bridge, '')
    expect([stored?.get(2, 300), stored?.get(1, 349)?.newest, stored?.get(1, 350)]).toEqual([
      null,
      300,
      null,
    ])
    expect(source(rows, 'some', stored?.get(1, 300) ?? null).state()).toMatchObject({
      count: 0,
      read: false,
    })
    const again = source(rows, '', stored?.get(1, 300) ?? null)
    rows.fail(true)
    again.restart()
    await vi.waitFor(() => expect(again.state().error).toEqual(broken), { timeout: 240_000 })
    expect(seqs(again, 0, 50)).toEqual(numbers(300, 50))
  })

  it('are joined on top while the list follows, and stay the same rows', async () => {
    for (const query of ['', 'some']) {
      const rows = journal(Array.from({ length: 300 }, () => true))
      const created = source(rows, query)
      await counted(created)
      const key = created.keyOf(0)
      rows.add(true, true, query === '')
      created.grew(true)
      const added = query === '' ? 3 : 2
      await vi.waitFor(() => expect(created.state().count).toBe(300 + added), { timeout: 240_000 })
      expect(seqs(created, 0, added + 1)).toEqual(numbers(300 + added, added + 1))
      expect(created.keyOf(added)).toBe(key)
      expect(created.indexOf(300)).toBe(added)
    }
  })

  it('are counted and not shown while it does not', async () => {
    const rows = journal(Array.from({ length: 300 }, () => true))
    const created = source(rows, 'some')
    await counted(created)
    rows.add(true, false, true)
    created.grew(false)
    await vi.waitFor(() => expect(created.state()).toMatchObject({ count: 300, newer: 2 }), {
      timeout: 240_000,
    })
    expect(created.rowAt(0)?.seq).toBe(300)
    created.restart()
    await vi.waitFor(() => expect(created.state()).toMatchObject({ count: 302, newer: 0 }), {
      timeout: 240_000,
    })
  })

  it('are asked for a few times a second, however many come @whole', async () => {
    const rows = journal(
      Array.from({ length: 300 }, () => true),
      { countPiece: 1_000_000 },
    )
    const created = source(rows, 'some')
    await counted(created)
    const before = rows.calls.length
    const startedAt = performance.now()
    while (performance.now() - startedAt < 700) {
      rows.add(true)
      created.grew(true)
      await new Promise((resolve) => setImmediate(resolve))
    }
    // One look for what is new each quarter of a second, and one read of the newest when that is
    // too much to join.
    expect(rows.calls.length - before).toBeLessThan(12)
    // All of them are counted once it is over.
    await counted(created)
    const [newest] = numbers(created.state().count, 1)
    expect(created.rowAt(0)?.seq).toBe(newest)
  })

  it('stay in sight when a read fails, which is said, and come again', async () => {
    const rows = journal(Array.from({ length: 400 }, () => true))
    const created = source(rows, '')
    await counted(created)
    rows.fail(true)
    created.show(300, 330)
    await vi.waitFor(() => expect(created.state().error).toEqual(broken), { timeout: 240_000 })
    expect(created.rowAt(0)?.seq).toBe(400)
    // What is broken is not asked without end.
    const asked = rows.calls.length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(rows.calls.length - asked).toBeLessThan(4)
    rows.fail(false)
    created.restart()
    await vi.waitFor(() => expect(created.state()).toMatchObject({ error: null, read: true }), {
      timeout: 240_000,
    })
  })

  it('of an answer that comes after a restart or the end are not taken', async () => {
    const rows = journal([true, true])
    const free = rows.held()
    const created = source(rows, '')
    rows.add(true)
    const second = rows.held()
    created.restart()
    free()
    second()
    await counted(created)
    expect(created.state().count).toBe(3)
    const late = rows.held()
    created.restart()
    created.close()
    rows.add(true)
    late()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(created.state().count).toBe(3)
  })
})
