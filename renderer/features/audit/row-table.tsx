// The rows, drawn only where they can be seen. Roles say what it is; the arrow keys move between rows.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { JournalRow } from '../../../contract/journal.ts'
import { useLive } from '../../state/live-store.ts'
import { Exact } from '../../ui/exact-text.tsx'
import { TierBadge } from '../../ui/tier-badge.tsx'
import { clockTime, fullTime } from '../../ui/time-words.ts'
import css from './audit-screen.module.css'
import { rowWords } from './row-words.ts'
import { strings } from './strings.ts'

type Props = {
  readonly rows: readonly JournalRow[]
  readonly total: number
  readonly chosen: number | null
  onChoose(row: JournalRow): void
  onNearEnd(): void
}

const rowHeight = 34
/** Rows from the end at which the next page is asked for, so that it is there before the reader. */
const ahead = 30

export function RowTable({ rows, total, chosen, onChoose, onNearEnd }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.seq ?? index,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - ahead) onNearEnd()
  }, [last, onNearEnd, rows.length])

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = Math.min(rows.length - 1, Math.max(0, index + step))
    virtual.scrollToIndex(next)
    const row = rows[next]
    // The row may not be drawn yet; after the next frame it is.
    requestAnimationFrame(() => row !== undefined && scroller.current?.querySelector<HTMLElement>(`[data-seq="${row.seq}"]`)?.focus())
  }

  const heads = [
    strings.columns.seq,
    strings.columns.time,
    strings.columns.kind,
    strings.columns.tool,
    strings.columns.what,
    strings.columns.how,
  ]
  return (
    <div className={css.table} role="table" aria-label={strings.table} aria-rowcount={total + 1}>
      <div role="rowgroup" className={css.headGroup}>
        <div role="row" className={css.row} aria-rowindex={1}>
          {heads.map((head) => (
            <span key={head} role="columnheader">
              {head}
            </span>
          ))}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className={css.scroller} role="rowgroup" tabIndex={-1}>
        <div className={css.sizer} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const words = rowWords(row.entry, workspace)
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                className={css.row}
                data-chosen={row.seq === chosen}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => onChoose(row)}
                onKeyDown={(event) => onKeyDown(event, item.index)}
              >
                <span role="cell">
                  <button
                    type="button"
                    className={css.seq}
                    data-seq={row.seq}
                    aria-label={strings.rowTitle(row.seq)}
                    onClick={() => onChoose(row)}
                  >
                    {row.seq}
                  </button>
                </span>
                <span role="cell" title={fullTime(row.at)} className={css.muted}>
                  {clockTime(row.at)}
                </span>
                <span role="cell">{strings.kinds[row.entry.kind]}</span>
                <span role="cell">
                  <code>{words.tool}</code>
                </span>
                <span role="cell" className={css.what}>
                  <Exact text={words.what.replaceAll('\n', ' ⏎ ')} />
                </span>
                <span role="cell" className={css.how} data-tone={words.tone}>
                  {words.tier === null ? null : <TierBadge tier={words.tier} />}
                  {words.how}
                </span>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
