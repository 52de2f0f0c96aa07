// The rows that a query asks for, as a list can show them: by their place, read through from the
// store and kept only around what is looked at. Knows no React. New rows are joined on top while
// the list follows, and counted while it does not.
//
// Without a query a place is a row's number; with one, places are found by marks, which counting
// leaves every so many rows.
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import type { Bridge } from '../../../../contract/ipc/ipc.ts'
import { byPosition, type NewestRows, PAGE, stateOf } from './newest-rows.ts'
import { stateKeys } from './row-source.ts'
import type { RowSource, RowsState } from './row-source.ts'
import {
  MOST_RETAINED,
  AGAIN_MS,
  MOST_FRESH,
  UNDER_WAY,
  AHEAD,
  FLIGHT_MS,
  COUNT_PAUSE_MS,
  AFTER_FAILURE_MS,
  CALM_MS,
  MOST_NEWER,
} from './journal-pager-limits.ts'

type Deps = {
  readonly bridge: Pick<Bridge, 'call'>
  readonly query: string
  /** What was the newest page of this query before. Shown until it is read. */
  readonly before?: NewestRows | null
  /** The newest page was read. */
  onNewest?(rows: NewestRows): void
}

export function openJournalPager({
  bridge,
  query,
  before: known = null,
  onNewest = () => undefined,
}: Deps): RowSource {
  const dense = query.trim() === ''
  let life = 0
  let closed = false
  /** The newest row that the list begins below or with. */
  let base = 0
  let state: RowsState = { count: 0, exact: false, newer: 0, read: false, error: null }
  /** By number without a query, else by place below `base`. */
  let rows = new Map<number, JournalRow | null>()
  let marks: number[] = []
  /**
   * With a query: how many rows there are below `base`, once their end was read. What is beyond it
   * is not looked for.
   */
  let ends = Infinity
  /** With a query: rows that came after `base`, newest first. */
  let fresh: readonly JournalRow[] = []
  let sight = { first: 0, end: 40 }
  const asked = new Set<number>()
  let growing: ReturnType<typeof setTimeout> | null = null
  let lastGrowth = 0
  let joining = false
  let grewMeanwhile = false
  let counting: ReturnType<typeof setTimeout> | null = null
  let followWanted = false
  let version = 0
  let filling: ReturnType<typeof setTimeout> | null = null
  const listeners = new Set<() => void>()
  if (known?.query === query) {
    base = known.newest
    rows = byPosition(known.rows, dense)
    state = { ...state, ...stateOf(known, dense) }
  }

  const set = (change: Partial<RowsState>): void => {
    const next = { ...state, ...change }
    if (stateKeys.some((key) => next[key] !== state[key])) state = next
    version += 1
    for (const listener of listeners) listener()
  }
  const alive = (mine: number): boolean => !closed && mine === life

  const keyAt = (index: number): number => (dense ? base - index : index - fresh.length)

  /** Keeps what is around what is looked at. */
  const forget = (): void => {
    if (rows.size <= MOST_RETAINED) return
    const [from, to] = [keyAt(sight.first), keyAt(sight.end)].toSorted((a, b) => a - b)
    const [low, high] = [(from ?? 0) - MOST_RETAINED / 3, (to ?? 0) + MOST_RETAINED / 3]
    for (const key of rows.keys()) if (key < low || key > high) rows.delete(key)
  }

  const failed = (change: Partial<RowsState>): false => {
    set(change)
    return false
  }

  /** Whether it could be read. */
  async function readDense(page: number): Promise<boolean> {
    const mine = life
    const [after, before] = [page * PAGE, Math.min(base, (page + 1) * PAGE) + 1]
    const found = await bridge.call('audit.search', { query: '', after, before, limit: PAGE })
    if (!alive(mine)) return true
    if (!found.ok) return failed({ error: found.error })
    for (let seq = after + 1; seq < before; seq++) if (!rows.has(seq)) rows.set(seq, null)
    for (const row of found.value.rows) rows.set(row.seq, row)
    set({ error: null })
    return true
  }

  async function readFound(page: number): Promise<boolean> {
    const mine = life
    let before = page === 0 ? base + 1 : (marks[page] ?? 0) + 1
    for (let read = page * PAGE; read < (page + 1) * PAGE;) {
      const found = await bridge.call('audit.search', {
        query,
        before,
        limit: (page + 1) * PAGE - read,
      })
      if (!alive(mine)) return true
      if (!found.ok) return failed({ read: true, error: found.error })
      for (const row of found.value.rows) rows.set(read++, row)
      // What is there is there, also before the count has come so far.
      set({
        count: Math.max(state.count, fresh.length + read),
        error: null,
        read: state.read || read > 0 || found.value.next === null,
      })
      if (found.value.next === null) {
        ends = read
        break
      }
      before = found.value.next
    }
    return true
  }

  const fill = (): void => {
    clearTimeout(filling ?? undefined)
    filling = null
    const [one, two] = [keyAt(sight.first), keyAt(Math.max(sight.first, sight.end - 1))]
    const low = Math.max(dense ? 1 : 0, Math.min(one, two) - AHEAD)
    const high = Math.min(
      dense ? base : Math.min(ends - 1, Math.max(0, state.count - fresh.length - 1)),
      Math.max(one, two) + AHEAD,
    )
    const pageOf = (key: number): number => Math.floor((dense ? key - 1 : key) / PAGE)
    for (let page = pageOf(low); page <= pageOf(high); page++) {
      const firstKey = dense ? page * PAGE + 1 : page * PAGE
      let missing = false
      for (let key = Math.max(low, firstKey); key <= Math.min(high, firstKey + PAGE - 1); key++)
        missing ||= !rows.has(key)
      if (
        !missing ||
        asked.has(page) ||
        asked.size >= UNDER_WAY ||
        (!dense && page > 0 && marks[page] === undefined)
      )
        continue
      asked.add(page)
      const mine = life
      void (dense ? readDense(page) : readFound(page)).then((could) => {
        if (!alive(mine)) return
        asked.delete(page)
        forget()
        // What is looked at may have become another part meanwhile.
        if (could) fill()
        else filling ??= setTimeout(fill, AFTER_FAILURE_MS)
      })
    }
  }

  async function countAll(): Promise<void> {
    const mine = life
    let from = 0
    for (let before = base + 1; ;) {
      const counted = await bridge.call('audit.count', { query, before, every: PAGE, from })
      if (!alive(mine)) return
      if (!counted.ok) return set({ error: counted.error })
      from += counted.value.n
      marks.push(...counted.value.marks)
      const { next } = counted.value
      set({
        count: Math.max(next === null ? 0 : state.count, from + fresh.length),
        exact: next === null,
        read: state.read || next === null,
      })
      fill()
      if (next === null) return
      before = next
      await new Promise((resolve) => setTimeout(resolve, COUNT_PAUSE_MS))
    }
  }

  /** `flood`: rows come faster than they can be counted. */
  async function startReading(flood: boolean): Promise<void> {
    const mine = life
    const first = await bridge.call('audit.search', { query, limit: PAGE })
    if (!alive(mine)) return
    if (!first.ok) return set({ read: true, error: first.error })
    const { rows: found, newest, next } = first.value
    onNewest({ query, rows: found, newest, next })
    // Nothing came since: what is shown is right.
    if (dense && known !== null && mine === 1 && base === newest) return
    base = newest
    rows = byPosition(found, dense)
    marks = []
    ends = Infinity
    fresh = []
    const whole = dense || next === null
    const least = flood ? Math.max(state.count, found.length) : found.length
    set({
      count: dense ? newest : whole ? found.length : least,
      exact: whole,
      newer: 0,
      read: whole || found.length > 0,
      error: null,
    })
    fill()
    if (whole) return
    if (flood) counting = setTimeout(() => void countAll(), CALM_MS)
    else await countAll()
  }

  /** Joins what is new on top, all of it or nothing: the list never shows a gap. */
  async function join(): Promise<void> {
    const mine = life
    const limit = Math.min(200, Math.max(PAGE, sight.end + 10))
    const found = await bridge.call('audit.search', {
      query,
      after: dense ? Math.max(0, base - limit) : base,
      limit,
    })
    if (!alive(mine)) return
    if (!found.ok) return set({ error: found.error })
    const { rows: top, newest, next } = found.value
    if (dense) {
      for (const row of top) rows.set(row.seq, row)
      base = newest
      forget()
      return set({ count: newest, newer: 0, error: null })
    }
    const latest = fresh[0]?.seq ?? base
    const added = top.filter(({ seq }) => seq > latest)
    if (next !== null || fresh.length + added.length > MOST_FRESH) return again(true)
    fresh = [...added, ...fresh]
    if (added.length > 0) set({ count: state.count + added.length, newer: 0, error: null })
  }

  async function countNewer(): Promise<void> {
    if (state.newer >= MOST_NEWER) return
    const mine = life
    let n = 0
    const after = fresh[0]?.seq ?? base
    for (let before: number | undefined; ;) {
      const counted = await bridge.call('audit.count', {
        query,
        after,
        every: 1_000,
        from: 0,
        ...(before === undefined ? {} : { before }),
      })
      if (!alive(mine) || !counted.ok) return
      n += counted.value.n
      if (counted.value.next === null || n >= MOST_NEWER) return set({ newer: n })
      before = counted.value.next
    }
  }

  const schedule = (): void => {
    growing ??= setTimeout(
      () => void grown(),
      Math.max(0, AGAIN_MS - (performance.now() - lastGrowth)),
    )
  }

  /** One after the other: a slow store is not asked again before it has answered. */
  async function grown(): Promise<void> {
    joining = true
    grewMeanwhile = false
    growing = null
    lastGrowth = performance.now()
    await (followWanted ? join() : countNewer())
    joining = false
    if (grewMeanwhile && !closed) schedule()
  }

  async function again(flood: boolean): Promise<void> {
    life += 1
    asked.clear()
    clearTimeout(counting ?? undefined)
    await startReading(flood)
  }
  const restart = (): void => void again(false)

  return {
    open: () => {
      closed = false
      restart()
    },
    state: () => state,
    version: () => version,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    rowAt: (index) => (!dense && index < fresh.length ? fresh[index] : rows.get(keyAt(index))),
    keyOf: (index) => keyAt(index),
    generation: () => life,
    indexOf: (seq) => {
      if (dense) return seq <= base ? base - seq : null
      const index = fresh.findIndex((row) => row.seq === seq)
      if (index >= 0) return index
      for (const [key, row] of rows) if (row?.seq === seq) return key + fresh.length
      return null
    },
    show: (first, end) => {
      const flies = first >= sight.end || end <= sight.first
      sight = { first, end }
      if (flies) filling ??= setTimeout(fill, FLIGHT_MS)
      else if (filling === null) fill()
    },
    // A busy agent writes many rows a second; they are read at most four times in one.
    grew: (follow) => {
      followWanted = follow
      if (joining) grewMeanwhile = true
      else if (state.read) schedule()
    },
    restart,
    close: () => {
      closed = true
      clearTimeout(growing ?? undefined)
      clearTimeout(filling ?? undefined)
      clearTimeout(counting ?? undefined)
      growing = null
      filling = null
    },
  }
}
