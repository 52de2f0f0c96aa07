// The queue as its list shows it: narrowed, in groups that open, and still under the pointer.
import { useCallback, useMemo, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { selectQueue, useLive } from '../../../state/live/live-store.ts'
import type { FrozenRow } from './frozen-rows.ts'
import { MANY } from './queue-filter.tsx'
import {
  anyCall,
  filterQueue,
  groupQueue,
  type ListRow,
  listRows,
  type QueueFilter,
  type Row,
} from './queue-groups.ts'
import { toggled } from './toggled.ts'
import { useFrozenList, useHeld } from './use-frozen-list.ts'

export type Queue = {
  /** All that waits, whatever is filtered. */
  readonly all: readonly Approval[]
  /** What the filter leaves. */
  readonly filtered: readonly Approval[]
  readonly grouped: readonly Row[]
  /** As listed, with what is gone and keeps its place. */
  readonly shown: readonly FrozenRow[]
  /** Of these, what can still be opened. */
  readonly rows: readonly ListRow[]
  /** So many that a filter is offered. */
  readonly many: boolean
  readonly filter: QueueFilter
  setFilter(filter: QueueFilter): void
  /** Opens or closes the group of that key. */
  fold(key: string): void
  /** Whether the pointer is over the list. */
  hold(on: boolean): void
}

export function useQueue(): Queue {
  const pending = useLive((live) => live.open)
  const all = useMemo(() => selectQueue(pending), [pending])
  const [filter, setFilter] = useState(anyCall)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const filtered = useMemo(() => filterQueue(all, filter), [filter, all])
  const grouped = useMemo(() => groupQueue(filtered), [filtered])
  const inOrder = useMemo(() => listRows(grouped, opened), [grouped, opened])
  const layout = JSON.stringify([filter, [...opened]])
  const waits = (id: string): boolean => all.some((each) => each.id === id)
  const { shown, held, hold } = useFrozenList(inOrder, layout, waits)
  const many = useHeld(all.length >= MANY, held)
  const fold = useCallback((key: string) => setOpened((before) => toggled(before, key)), [])
  return {
    all,
    filtered,
    grouped,
    shown,
    rows: shown.flatMap(({ row, gone }) => (gone ? [] : [row])),
    many,
    filter,
    setFilter,
    fold,
    hold,
  }
}
