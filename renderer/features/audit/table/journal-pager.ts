// The rows that a query asks for, as a list can show them: by their place, read through from the
// store and kept only around what is looked at. Knows no React. New rows are joined on top while
// the list follows, and counted while it does not.
//
// Without a query a place is a row's number; with one, places are found by marks, which counting
// leaves every so many rows.
import type { Bridge } from '../../../../contract/ipc/ipc.ts'
import { openReadThrottle } from './read-throttle.ts'
import { openListing } from './journal-listing.ts'
import { CALM_MS, MOST_FRESH } from './journal-pager-limits.ts'
import { byPosition, type NewestRows, PAGE } from './newest-rows.ts'
import { openPageFiller } from './page-filler.ts'
import { countAll, countNewer } from './row-counter.ts'
import type { RowSource } from './row-source.ts'

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
  const listing = openListing(bridge, query, known)
  const { dense, loaded, state, readings } = listing
  const pages = openPageFiller(listing)
  let counting: ReturnType<typeof setTimeout> | null = null
  let followWanted = false

  /** `flood`: rows come faster than they can be counted. */
  async function startReading(flood: boolean): Promise<void> {
    const current = readings.current()
    const first = await bridge.call('audit.search', { query, limit: PAGE })
    if (!current()) return
    if (!first.ok) return state.set({ read: true, error: first.error })
    const { rows: found, newest, next } = first.value
    onNewest({ query, rows: found, newest, next })
    // Nothing came since: what is shown is right.
    if (dense && known !== null && readings.number() === 1 && loaded.base() === newest) return
    loaded.replace(newest, byPosition(found, dense))
    const whole = dense || next === null
    const least = flood ? Math.max(state.get().count, found.length) : found.length
    state.set({
      count: dense ? newest : whole ? found.length : least,
      exact: whole,
      newer: 0,
      read: whole || found.length > 0,
      error: null,
    })
    pages.fill()
    if (whole) return
    if (flood) counting = setTimeout(() => void countAll(listing, pages.fill), CALM_MS)
    else await countAll(listing, pages.fill)
  }

  async function again(flood: boolean): Promise<void> {
    readings.next()
    pages.restart()
    clearTimeout(counting ?? undefined)
    await startReading(flood)
  }
  const restart = (): void => void again(false)

  /** Joins what is new on top, all of it or nothing: the list never shows a gap. */
  async function join(): Promise<void> {
    const current = readings.current()
    const limit = Math.min(200, Math.max(PAGE, pages.sight().end + 10))
    const found = await bridge.call('audit.search', {
      query,
      after: dense ? Math.max(0, loaded.base() - limit) : loaded.base(),
      limit,
    })
    if (!current()) return
    if (!found.ok) return state.set({ error: found.error })
    const { rows: top, newest, next } = found.value
    if (dense) {
      for (const row of top) loaded.set(row.seq, row)
      loaded.rise(newest)
      loaded.forget(pages.sight())
      return state.set({ count: newest, newer: 0, error: null })
    }
    const latest = loaded.newest()
    const added = top.filter(({ seq }) => seq > latest)
    if (next !== null || loaded.fresh() + added.length > MOST_FRESH) return again(true)
    loaded.addFresh(added)
    if (added.length > 0)
      state.set({ count: state.get().count + added.length, newer: 0, error: null })
  }

  const throttle = openReadThrottle({
    read: () => (followWanted ? join() : countNewer(listing)),
    ready: () => state.get().read,
    closed: readings.closed,
  })

  return {
    open: () => {
      readings.open()
      restart()
    },
    state: state.get,
    version: state.version,
    subscribe: state.subscribe,
    rowAt: loaded.rowAt,
    keyOf: loaded.keyAt,
    generation: readings.number,
    indexOf: loaded.indexOf,
    show: pages.show,
    grew: (follow) => {
      followWanted = follow
      throttle.grew()
    },
    restart,
    close: () => {
      readings.close()
      throttle.close()
      pages.close()
      clearTimeout(counting ?? undefined)
    },
  }
}
