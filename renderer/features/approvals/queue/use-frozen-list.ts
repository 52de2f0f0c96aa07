import { useEffect, useRef, useState } from 'react'
import type { ListRow } from './queue-groups.ts'
import { frozenRows, type FrozenRow } from './frozen-rows.ts'

type Still = {
  readonly shown: readonly FrozenRow[]
  readonly held: boolean
  /** Whether the pointer is over the list. */
  hold(on: boolean): void
}

/**
 * `layout`: what the person chose of the list; when that changes, the list changes too, wherever
 * the pointer is.
 */
export function useFrozenList(
  rows: readonly ListRow[],
  layout: string,
  waits: (id: string) => boolean,
): Still {
  const [held, setHeld] = useState<{
    readonly rows: readonly ListRow[]
    readonly layout: string
  } | null>(null)
  const stored = held === null ? null : held.layout === layout ? held.rows : rows
  const shown =
    stored === null ? rows.map((row) => ({ row, gone: false })) : frozenRows(stored, rows, waits)
  useEffect(() => {
    // What came in has its place from now on as well.
    if (held !== null && (held.layout !== layout || shown.length > held.rows.length))
      setHeld({ rows: shown.map(({ row }) => row), layout })
  }, [held, layout, shown])
  return { shown, held: held !== null, hold: (on) => setHeld(on ? { rows, layout } : null) }
}

/** A value as it was when the pointer came over the list. */
export function useHeld<T>(value: T, held: boolean): T {
  const last = useRef(value)
  if (!held) last.current = value
  return last.current
}
