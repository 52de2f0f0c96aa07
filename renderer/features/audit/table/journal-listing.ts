// What the parts of a journal pager work on together: what is asked, the rows that are loaded, what
// the list says of itself, and which reading of it goes on.
import type { Bridge } from '../../../../contract/ipc/ipc.ts'
import { type LoadedRows, openLoadedRows } from './loaded-rows.ts'
import { byPosition, type NewestRows, stateOf } from './newest-rows.ts'
import { type RowsState, stateKeys } from './row-source.ts'

export type Listing = {
  readonly bridge: Pick<Bridge, 'call'>
  readonly query: string
  /** Without a query: no row is left out. */
  readonly dense: boolean
  readonly loaded: LoadedRows
  readonly state: ReturnType<typeof openRowsState>
  readonly readings: ReturnType<typeof openReadings>
}

/** `known`: what was the newest page before. Listed until it is read. */
export function openListing(
  bridge: Pick<Bridge, 'call'>,
  query: string,
  known: NewestRows | null,
): Listing {
  const dense = query.trim() === ''
  const loaded = openLoadedRows(dense)
  const nothing: RowsState = { count: 0, exact: false, newer: 0, read: false, error: null }
  const before = known?.query === query ? known : null
  if (before !== null) loaded.replace(before.newest, byPosition(before.rows, dense))
  const state = openRowsState(before === null ? nothing : { ...nothing, ...stateOf(before, dense) })
  return { bridge, query, dense, loaded, state, readings: openReadings() }
}

function openRowsState(first: RowsState) {
  let state = first
  let version = 0
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    version: () => version,
    /** Also where nothing in it is different: a row may be another one. */
    set: (change: Partial<RowsState>): void => {
      const next = { ...state, ...change }
      if (stateKeys.some((key) => next[key] !== state[key])) state = next
      version += 1
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The list is read from its beginning again and again; what answers an earlier reading is dropped. */
function openReadings() {
  let number = 0
  let closed = false
  return {
    number: () => number,
    closed: () => closed,
    open: () => {
      closed = false
    },
    next: () => {
      number += 1
    },
    close: () => {
      closed = true
    },
    /** For the reading that goes on now: whether it still does. */
    current: () => {
      const mine = number
      return (): boolean => !closed && mine === number
    },
  }
}
