// Counts what a query finds, a part at a time, so that the store can answer others in between.
import type { Listing } from './journal-listing.ts'
import { COUNT_PAUSE_MS, MOST_NEWER } from './journal-pager-limits.ts'
import { PAGE } from './newest-rows.ts'

/** All below the beginning of the list. Leaves the marks of its pages; `counted`: there are more of them. */
export async function countAll(listing: Listing, counted: () => void): Promise<void> {
  const { bridge, query, loaded, state } = listing
  const current = listing.readings.current()
  let from = 0
  for (let before = loaded.base() + 1; ;) {
    const part = await bridge.call('audit.count', { query, before, every: PAGE, from })
    if (!current()) return
    if (!part.ok) return state.set({ error: part.error })
    from += part.value.n
    loaded.addMarks(part.value.marks)
    const { next } = part.value
    const { count, read } = state.get()
    state.set({
      count: Math.max(next === null ? 0 : count, from + loaded.fresh()),
      exact: next === null,
      read: read || next === null,
    })
    counted()
    if (next === null) return
    before = next
    await new Promise((resolve) => setTimeout(resolve, COUNT_PAUSE_MS))
  }
}

/** What came since, while the list does not follow. */
export async function countNewer(listing: Listing): Promise<void> {
  const { bridge, query, loaded, state } = listing
  if (state.get().newer >= MOST_NEWER) return
  const current = listing.readings.current()
  let n = 0
  const after = loaded.newest()
  for (let before: number | undefined; ;) {
    const part = await bridge.call('audit.count', {
      query,
      after,
      every: 1_000,
      from: 0,
      ...(before === undefined ? {} : { before }),
    })
    if (!current() || !part.ok) return
    n += part.value.n
    if (part.value.next === null || n >= MOST_NEWER) return state.set({ newer: n })
    before = part.value.next
  }
}
