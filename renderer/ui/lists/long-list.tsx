// A table with any number of rows, of which only those in sight are drawn. Knows where it is and
// which row has the keys; what is in a row is lent to it. One row has the tab stop: the element in
// it that says `data-stop`.
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
} from 'react'
import { type Between, betweenRows, useHeights } from './between-rows.tsx'
import { LongRow, type LongRowProps } from './long-row.tsx'
import { LONGEST, offsetOf, type Space, spaceOf, topFor, topForBelow } from './long-space.ts'
import css from './long-list.module.css'
import { rowOfKey } from './row-keys.ts'
import { useListPosition } from './use-list-position.ts'
import { useListSize } from './use-list-size.ts'
import { useRowFocus } from './use-row-focus.ts'

export type LongListHandle = { toRow(index: number, focus: boolean): void; toTop(): void }

type Props<T> = {
  readonly label: string
  readonly count: number
  readonly heads: readonly ReactNode[]
  /** Cuts a row into columns. */
  readonly rowClass: string | undefined
  readonly active: number
  readonly handle?: Ref<LongListHandle>
  onActive(index: number): void
  onOpen(index: number): void
  /** What is drawn now, the last not included, and whether the list is at its top. */
  onView(first: number, end: number, atTop: boolean): void
  /** Stays the same row while the rows above it grow. */
  keyOf(index: number): number
  /** undefined: not read yet. */
  rowAt(index: number): T
  renderCells: LongRowProps<T>['renderCells']
  /** Whether the row is the one that is shown elsewhere. */
  isChosen(row: T): boolean
  /** What is between the rows, in their order. */
  readonly between?: readonly Between[]
}

const nothingBetween: readonly Between[] = []

export function LongList<T>(props: Props<T>) {
  const {
    label,
    count,
    heads,
    rowClass,
    active,
    handle,
    onActive,
    onOpen,
    onView,
    keyOf,
    rowAt,
    renderCells,
    isChosen,
    between = nothingBetween,
  } = props
  const { size, scroller, head } = useListSize()
  const { gaps, onHeight, opened } = useHeights(between, size.rowHeight)
  const space = useMemo<Space>(
    () => ({ rows: count, rowHeight: size.rowHeight, view: size.view, most: LONGEST, gaps }),
    [count, gaps, size],
  )
  const { drawn, go, onScroll } = useListPosition(space, scroller)
  const { first, atTop, shift } = drawn
  const end = Math.min(drawn.end, count)
  useEffect(() => onView(first, end, atTop), [atTop, end, first, onView])

  const focusRow = useRowFocus(scroller)
  const toRow = useCallback(
    (index: number, focus: boolean): void => {
      if (focus) focusRow(index)
      go((now) => topFor(space, now, index))
    },
    [space, go, focusRow],
  )
  useImperativeHandle(handle, () => ({ toRow, toTop: () => go(() => 0) }), [go, toRow])

  // What is opened below a row is brought into sight once it is known how high it is.
  useLayoutEffect(() => {
    const found = opened()
    if (found !== null) go((now) => topForBelow(space, now, found.at - 1, found.px))
  }, [opened, space, go])

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of what is put between the rows are its own.
    if (event.target instanceof Element && event.target.closest('[data-between]') !== null) return
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return
    const page = Math.max(1, Math.floor(size.view / size.rowHeight) - 1)
    const index = rowOfKey(event.key, active, count, page)
    if (index === null) return
    event.preventDefault()
    onActive(index)
    toRow(index, true)
  }

  const onClick = (event: MouseEvent): void => {
    const row =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    if (row === null) return
    const index = Number(row.dataset['index'])
    onActive(index)
    onOpen(index)
  }

  const rows: ReactNode[] = []
  const draw = (index: number, offset: number): void => {
    const row = rowAt(index)
    const nothingYet = row === undefined && index !== active
    rows.push(
      <LongRow
        // Where nothing is to be seen yet, one row is as good as another: in a fling they are moved
        // and not made.
        key={nothingYet ? `at ${index - first}` : keyOf(index)}
        row={row}
        index={index}
        top={offset + shift}
        active={index === active}
        chosen={isChosen(row)}
        rowClass={rowClass}
        renderCells={renderCells}
      />,
    )
  }
  const put = (which: (block: Between) => boolean): void => {
    rows.push(...betweenRows({ between, gaps, space, shift, onHeight }, which))
  }
  // The row with the tab stop is always there, or the keys would be lost when it is scrolled away.
  if (active < first && active < count) draw(active, offsetOf(space, first) - size.rowHeight)
  for (let index = first; index < end; index++) {
    put(({ at: row }) => row === index)
    draw(index, offsetOf(space, index))
  }
  put(({ at: row }) => row === end)
  if (active >= end && active < count) draw(active, offsetOf(space, end))
  // What was opened keeps what is typed and unfolded in it, also where it is out of sight.
  put(({ at: row, height }) => height === 'own' && (row < first || row > end))

  const long: CSSProperties = { height: spaceOf(space) }
  return (
    <div className={css.table} role="table" aria-label={label} aria-rowcount={count + 1}>
      <div role="rowgroup" className={css.heads}>
        <div
          ref={head}
          role="row"
          className={`${css.row} ${css.head} ${rowClass ?? ''}`}
          aria-rowindex={1}
        >
          {heads}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls takes the keys of its rows */}
      <div
        ref={scroller}
        className={css.scroller}
        role="rowgroup"
        tabIndex={-1}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {/* The keys go to the element with the tab stop; the mouse may take the whole row. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
        <div className={css.sizer} role="presentation" style={long} onClick={onClick}>
          {rows}
        </div>
      </div>
    </div>
  )
}
