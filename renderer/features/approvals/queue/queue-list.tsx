// The left pane: what waits. Only the rows in sight are drawn, so five hundred are as quick as
// five.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import css from '../approvals-screen.module.css'
import type { ListRow } from './queue-groups.ts'
import type { FrozenRow } from './frozen-rows.ts'
import { ManyCalls, OneCall } from './queue-row.tsx'

type Props = {
  readonly rows: readonly FrozenRow[]
  readonly chosen: string | null
  /** Ids of calls; null while nothing is being selected. */
  readonly selected: ReadonlySet<string> | null
  onPick(row: ListRow): void
  onSelect(id: string): void
  onFold(key: string): void
  /** The pointer came over the list, or left it. */
  onHover(over: boolean): void
}

export function QueueList({ rows, chosen, selected, onPick, onSelect, onFold, onHover }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 57,
    overscan: 6,
    getItemKey: (index) => rows[index]?.row.id ?? index,
  })
  const at = rows.findIndex(({ row }) => row.id === chosen)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
    // Only where the choice moves, not where something comes in above it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chosen])
  return (
    <div
      ref={scroller}
      className={css.rows}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHover(true)}
      onPointerLeave={() => onHover(false)}
    >
      <ul className={css.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const still = rows[index]
          if (still === undefined) return null
          const { row, gone } = still
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={css.slot}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'one' ? (
                <OneCall
                  {...row}
                  gone={gone}
                  current={row.id === chosen}
                  selected={selected === null ? null : selected.has(row.id)}
                  onPick={() => onPick(row)}
                  onSelect={onSelect}
                />
              ) : (
                <ManyCalls
                  {...row}
                  gone={gone}
                  current={row.id === chosen}
                  selected={
                    selected === null ? null : row.group.members.every(({ id }) => selected.has(id))
                  }
                  onPick={() => onPick(row)}
                  onSelect={onSelect}
                  onFold={onFold}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
