// A real table of which only the rows in sight are drawn: rows that are not there are one tall
// empty row each way. One row at a time can be reached by Tab; the arrow keys move between them.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ToolView } from '../../../../contract/call/tool-table.ts'
import { type ColumnId, type Item, nameIn } from './arrange.ts'
import type { FacetId } from './facets.ts'
import { columnOf } from './columns.tsx'
import { strings } from '../strings.ts'
import css from './table.module.css'
import { TableHead } from './table-head.tsx'
import { GroupRow, ToolLine } from './table-rows.tsx'

type Props = {
  readonly items: readonly Item[]
  readonly columns: readonly ColumnId[]
  readonly sort: ToolView['sort']
  readonly selected: string | null
  readonly group: FacetId | null
  groupWord(value: string): string
  onSort(sort: ToolView['sort']): void
  onFold(value: string): void
  /** `byKey`: the person goes on by keyboard, so the details take the focus. */
  onSelect(name: string, byKey: boolean): void
}

const HEAD = 34
const ROW = 36

export function ToolTable({
  items,
  columns,
  sort,
  selected,
  group,
  groupWord,
  onSort,
  onFold,
  onSelect,
}: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setActive] = useState(0)
  const active = Math.min(wanted, Math.max(0, items.length - 1))
  const focusing = useRef(false)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    getItemKey: (index) => keyOf(items[index], index),
    // The row that has the focus stays, however far one scrolls.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])]
        .filter((index) => index < range.count)
        .sort((a, b) => a - b),
  })

  // A link leads to a row: it is brought into sight once.
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (selected === null || shown.current === selected) return
    const at = items.findIndex((item) => item.kind === 'tool' && item.row.tool.name === selected)
    if (at < 0) return
    shown.current = selected
    setActive(at)
    virtual.scrollToIndex(at, { align: 'auto' })
  }, [selected, items, virtual])
  useEffect(() => {
    if (!focusing.current) return
    focusing.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${active}"] button`)
      ?.focus({ preventScroll: true })
  })

  const move = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / ROW) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -items.length,
      End: items.length,
    }
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = Math.min(items.length - 1, Math.max(0, active + step))
    focusing.current = true
    setActive(next)
    bringIntoSight(scroller.current, next)
  }

  const rendered = useMemo(() => columns.map(columnOf), [columns])
  const rows = virtual.getVirtualItems()
  const end = virtual.getTotalSize() + HEAD
  return (
    <div ref={scroller} className={css.scroll}>
      <table
        className={css.table}
        aria-label={strings.title}
        aria-rowcount={items.length + 1}
        style={{ minWidth: `${rendered.reduce((sum, { width }) => sum + width, 0) / 16}rem` }}
      >
        <TableHead columns={rendered} sort={sort} onSort={onSort} />
        {/* Keys come from the buttons in the rows; one place hears them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={move}>
          {rows.map((each, at) => {
            const item = items[each.index]
            if (item === undefined) return null
            const gap = each.start - (rows[at - 1]?.end ?? HEAD)
            return (
              <Fragment key={each.key}>
                {gap > 0 ? <tr aria-hidden="true" style={{ height: gap }} /> : null}
                {item.kind === 'group' ? (
                  <GroupRow
                    index={each.index}
                    span={rendered.length}
                    title={strings.groupTitle(groupWord(item.value), item.tools)}
                    open={item.open}
                    reachable={each.index === active}
                    onFold={() => {
                      setActive(each.index)
                      onFold(item.value)
                    }}
                  />
                ) : (
                  <ToolLine
                    index={each.index}
                    row={item.row}
                    columns={columns}
                    name={nameIn(item.row.tool, group)}
                    chosen={item.row.tool.name === selected}
                    reachable={each.index === active}
                    onChoose={(byKey) => {
                      setActive(each.index)
                      shown.current = item.row.tool.name
                      onSelect(item.row.tool.name, byKey)
                    }}
                  />
                )}
              </Fragment>
            )
          })}
          {end - (rows.at(-1)?.end ?? HEAD) > 0 ? (
            <tr aria-hidden="true" style={{ height: end - (rows.at(-1)?.end ?? HEAD) }} />
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Every row is as high as any other, so nothing has to be measured, which would lay the table out
 * in the middle of a key.
 */
function bringIntoSight(scroller: HTMLElement | null, index: number): void {
  if (scroller === null) return
  const { scrollTop, clientHeight } = scroller
  const [least, most] = [HEAD + (index + 1) * ROW - clientHeight, index * ROW]
  if (scrollTop > most) scroller.scrollTop = most
  else if (scrollTop < least) scroller.scrollTop = least
}

const keyOf = (item: Item | undefined, index: number): string | number =>
  item === undefined ? index : item.kind === 'group' ? `group ${item.value}` : item.row.tool.name
