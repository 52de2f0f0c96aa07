// Where a day begins among the rows that were read: known around what was looked at, and kept by the
// row's key, which stays while others come on top.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isSameDay } from './day-text.ts'
import type { RowSource } from './row-source.ts'

/** A day with the time of its newest row, which is at `index`. */
export type Day = { readonly index: number; readonly at: number }

/** The store of one source: pure but for what it remembers. */
export function openDays(source: Pick<RowSource, 'rowAt' | 'keyOf' | 'generation'>) {
  let known = new Map<number, number>()
  let generation = source.generation()

  /** Looks at the rows from `first` to `end`. True where a day was found or is none any more. */
  const look = (first: number, end: number): boolean => {
    let found = false
    if (source.generation() !== generation) {
      found = known.size > 0
      known = new Map()
      generation = source.generation()
    }
    for (let index = Math.max(0, first); index < end; index += 1) {
      const row = source.rowAt(index)
      if (row === undefined || row === null) continue
      const newer = index === 0 ? null : source.rowAt(index - 1)
      if (newer === undefined) continue
      const begins = newer === null ? index === 0 : !isSameDay(newer.at, row.at)
      const key = source.keyOf(index)
      if (begins && known.get(key) !== row.at) known.set(key, row.at)
      else if (begins || !known.delete(key)) continue
      found = true
    }
    return found
  }
  const list = (): readonly Day[] => {
    const top = source.keyOf(0)
    return [...known]
      .map(([key, at]) => ({ index: Math.abs(key - top), at }))
      .toSorted((one, other) => one.index - other.index)
  }
  return { look, list }
}

export function useDays(
  source: RowSource,
  view: (first: number, end: number, atTop: boolean) => void,
): { readonly days: readonly Day[]; onView(first: number, end: number, atTop: boolean): void } {
  const store = useMemo(() => openDays(source), [source])
  const sight = useRef({ first: 0, end: 60 })
  const [days, setDays] = useState<readonly Day[]>(() => {
    store.look(0, 60)
    return store.list()
  })
  const again = useCallback(() => {
    store.look(sight.current.first - 1, sight.current.end + 1)
    const next = store.list()
    setDays((before) => (same(before, next) ? before : next))
  }, [store])
  useEffect(() => {
    again()
    return source.subscribe(again)
  }, [again, source])
  const onView = useCallback(
    (first: number, end: number, atTop: boolean) => {
      sight.current = { first, end }
      view(first, end, atTop)
      again()
    },
    [again, view],
  )
  return { days, onView }
}

const same = (one: readonly Day[], other: readonly Day[]): boolean =>
  one.length === other.length &&
  one.every((day, index) => day.index === other[index]?.index && day.at === other[index]?.at)
