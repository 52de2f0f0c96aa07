// Reads the pages that are missing around what is in sight.
import type { Failure } from '../../../../contract/failure.ts'
import type { Listing } from './journal-listing.ts'
import { AFTER_FAILURE_MS, AHEAD, FLIGHT_MS, UNDER_WAY } from './journal-pager-limits.ts'
import { PAGE } from './newest-rows.ts'

type PageFiller = {
  readonly sight: () => { readonly first: number; readonly end: number }
  fill(): void
  show(first: number, end: number): void
  /** Pages that are asked for are of an earlier reading. */
  restart(): void
  close(): void
}

export function openPageFiller(listing: Listing): PageFiller {
  const { dense, loaded, state, readings } = listing
  const readPage = dense ? readDense : readFound
  let sight = { first: 0, end: 40 }
  const asked = new Set<number>()
  let filling: ReturnType<typeof setTimeout> | null = null

  /** A page of which something is missing from `low` to `high`, and that can be read now. */
  const due = (page: number, low: number, high: number): boolean => {
    const firstKey = dense ? page * PAGE + 1 : page * PAGE
    let missing = false
    for (let key = Math.max(low, firstKey); key <= Math.min(high, firstKey + PAGE - 1); key++)
      missing ||= !loaded.has(key)
    return (
      missing &&
      !asked.has(page) &&
      asked.size < UNDER_WAY &&
      (dense || page <= 0 || loaded.mark(page) !== undefined)
    )
  }

  const fill = (): void => {
    clearTimeout(filling ?? undefined)
    filling = null
    const [one, two] = [
      loaded.keyAt(sight.first),
      loaded.keyAt(Math.max(sight.first, sight.end - 1)),
    ]
    const low = Math.max(dense ? 1 : 0, Math.min(one, two) - AHEAD)
    const high = Math.min(
      dense
        ? loaded.base()
        : // What is beyond the end is not looked for.
          Math.min(loaded.ends() - 1, Math.max(0, state.get().count - loaded.fresh() - 1)),
      Math.max(one, two) + AHEAD,
    )
    const pageOf = (key: number): number => Math.floor((dense ? key - 1 : key) / PAGE)
    for (let page = pageOf(low); page <= pageOf(high); page++) {
      if (!due(page, low, high)) continue
      asked.add(page)
      const current = readings.current()
      void readPage(listing, page, current).then((could) => {
        if (!current()) return
        asked.delete(page)
        loaded.forget(sight)
        // What is looked at may have become another part meanwhile.
        if (could) fill()
        else filling ??= setTimeout(fill, AFTER_FAILURE_MS)
      })
    }
  }

  return {
    sight: () => sight,
    fill,
    show: (first, end) => {
      const flies = first >= sight.end || end <= sight.first
      sight = { first, end }
      if (flies) filling ??= setTimeout(fill, FLIGHT_MS)
      else if (filling === null) fill()
    },
    restart: () => asked.clear(),
    close: () => {
      clearTimeout(filling ?? undefined)
      filling = null
    },
  }
}

/** Whether it could be read. */
async function readDense(
  { bridge, loaded, state }: Listing,
  page: number,
  current: () => boolean,
): Promise<boolean> {
  const [after, before] = [page * PAGE, Math.min(loaded.base(), (page + 1) * PAGE) + 1]
  const found = await bridge.call('audit.search', { query: '', after, before, limit: PAGE })
  if (!current()) return true
  if (!found.ok) return failed(state, { error: found.error })
  for (let seq = after + 1; seq < before; seq++) if (!loaded.has(seq)) loaded.set(seq, null)
  for (const row of found.value.rows) loaded.set(row.seq, row)
  state.set({ error: null })
  return true
}

/** The same where places are found by marks. */
async function readFound(
  { bridge, query, loaded, state }: Listing,
  page: number,
  current: () => boolean,
): Promise<boolean> {
  let before = page === 0 ? loaded.base() + 1 : (loaded.mark(page) ?? 0) + 1
  for (let read = page * PAGE; read < (page + 1) * PAGE;) {
    const found = await bridge.call('audit.search', {
      query,
      before,
      limit: (page + 1) * PAGE - read,
    })
    if (!current()) return true
    if (!found.ok) return failed(state, { read: true, error: found.error })
    for (const row of found.value.rows) loaded.set(read++, row)
    // What is there is there, also before the count has come so far.
    const { count, read: readBefore } = state.get()
    state.set({
      count: Math.max(count, loaded.fresh() + read),
      error: null,
      read: readBefore || read > 0 || found.value.next === null,
    })
    if (found.value.next === null) {
      loaded.endAt(read)
      break
    }
    before = found.value.next
  }
  return true
}

function failed(
  state: Listing['state'],
  change: { readonly read?: true; readonly error: Failure },
): false {
  state.set(change)
  return false
}
