// A table with any number of rows, of which only those in sight are drawn. Knows where it is and
// which row has the keys; what is in a row is lent to it. One row has the tab stop: the element in
// it that says `data-stop`.
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { openNow } from './drawn-now.ts'
import { type Between, betweenRows, useHeights } from './between-rows.tsx'
import {
  keptPlace,
  offsetOf,
  renderedAt,
  LONGEST,
  moved,
  NOTHING,
  type Position,
  placed,
  rested,
  sameRange,
  type Space,
  spaceOf,
  topFor,
  topForBelow,
} from './long-space.ts'
import css from './long-list.module.css'

export type LongListHandle = { toRow(index: number, focus: boolean): void; toTop(): void }

/** For the element of a row that takes the keys. */
export type Stop = { readonly tabIndex: number; readonly 'data-stop': true }
const stopOf = {
  active: { tabIndex: 0, 'data-stop': true },
  other: { tabIndex: -1, 'data-stop': true },
} as const

/**
 * A row is drawn again only when one of these is another one, so what makes its cells has to stay
 * the same function.
 */
type RowProps<T> = {
  readonly row: T
  readonly index: number
  readonly top: number
  readonly active: boolean
  readonly chosen: boolean
  readonly rowClass: string | undefined
  renderCells(row: T, stop: Stop): ReactNode
}

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
  renderCells: RowProps<T>['renderCells']
  /** Whether the row is the one that is shown elsewhere. */
  isChosen(row: T): boolean
  /** What is between the rows, in their order. */
  readonly between?: readonly Between[]
}

const nothingBetween: readonly Between[] = []

const REST_MS = 140

/** As the last list was: most often the next one is like it, and then nothing is drawn twice. */
let lastSize = { view: 600, rowHeight: 34 }
const sameSize = (one: typeof lastSize, other: typeof lastSize): boolean =>
  one.view === other.view && one.rowHeight === other.rowHeight

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
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [sizing] = useState(() => openNow(lastSize, sameSize))
  const size = useSyncExternalStore(sizing.subscribe, sizing.get)
  const { gaps, onHeight, opened } = useHeights(between, size.rowHeight)
  const space = useMemo<Space>(
    () => ({ rows: count, rowHeight: size.rowHeight, view: size.view, most: LONGEST, gaps }),
    [count, gaps, size],
  )
  const stood = useRef(space)
  const position = useRef<Position>({ top: 0, scrolled: 0 })
  const [drawing] = useState(() => openNow(renderedAt(space, position.current, NOTHING), sameRange))
  const at = useSyncExternalStore(drawing.subscribe, drawing.get)
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const focusWanted = useRef<number | null>(null)
  /** The first moment is over. */
  const mounted = useRef(false)

  const stand = useCallback(
    (next: Position): void => {
      position.current = next
      const element = scroller.current
      if (element !== null && Math.abs(element.scrollTop - next.scrolled) >= 1)
        element.scrollTop = next.scrolled
      drawing.set(renderedAt(space, next, null))
    },
    [space, drawing],
  )

  // The rows are as high as the head, which grows with the text. The observer looks when the page
  // is laid out anyway, before the first frame too; to ask here would have it laid out once more.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const [view, rowHeight] = [
        scroller.current?.clientHeight ?? 0,
        head.current?.getBoundingClientRect().height ?? 0,
      ]
      if (view === 0 || rowHeight === 0) return
      lastSize = { view, rowHeight }
      sizing.set(lastSize)
    })
    if (scroller.current !== null) observer.observe(scroller.current)
    if (head.current !== null) observer.observe(head.current)
    return () => observer.disconnect()
  }, [sizing])

  const rest = useCallback(() => {
    clearTimeout(resting.current ?? undefined)
    resting.current = null
    mounted.current = true
    stand(rested(space, position.current))
  }, [space, stand])

  // More or fewer rows, or another size: the list stays where it is as far as it can. In its
  // first moment it draws what is in sight, and the rest when it has stood for a little.
  useLayoutEffect(() => {
    const top = keptPlace(stood.current, space, position.current.top)
    stood.current = space
    if (mounted.current || top > 0) return stand(rested(space, { ...position.current, top }))
    drawing.set(renderedAt(space, position.current, NOTHING))
    resting.current = setTimeout(rest, REST_MS)
    return () => clearTimeout(resting.current ?? undefined)
  }, [space, stand, drawing, rest])
  useEffect(() => () => clearTimeout(resting.current ?? undefined), [])

  const onScroll = (): void => {
    const scrolled = scroller.current?.scrollTop ?? 0
    if (scrolled === position.current.scrolled) return
    position.current = moved(space, position.current, scrolled)
    drawing.set(renderedAt(space, position.current, drawing.get()))
    clearTimeout(resting.current ?? undefined)
    resting.current = setTimeout(rest, REST_MS)
  }

  const toRow = useCallback(
    (index: number, focus: boolean): void => {
      if (focus) focusWanted.current = index
      stand(placed(space, topFor(space, position.current.top, index)))
    },
    [space, stand],
  )
  useImperativeHandle(handle, () => ({ toRow, toTop: () => stand(placed(space, 0)) }), [
    space,
    stand,
    toRow,
  ])

  const { first, atTop, shift } = at
  const end = Math.min(at.end, count)
  useEffect(() => onView(first, end, atTop), [atTop, end, first, onView])

  // The row may be drawn only now.
  useEffect(() => {
    if (focusWanted.current === null) return
    const stop = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${focusWanted.current}"] [data-stop]`,
    )
    focusWanted.current = null
    stop?.focus({ preventScroll: true })
  })

  // What is opened below a row is brought into sight once it is known how high it is.
  useLayoutEffect(() => {
    const found = opened()
    if (found !== null)
      stand(placed(space, topForBelow(space, position.current.top, found.at - 1, found.px)))
  }, [opened, space, stand])

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of what is put between the rows are its own.
    if (event.target instanceof Element && event.target.closest('[data-between]') !== null) return
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return
    const page = Math.max(1, Math.floor(size.view / size.rowHeight) - 1)
    const next = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = Math.min(count - 1, Math.max(0, next))
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
      <Row
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

function RowOnce<T>({ row, index, top, active, chosen, rowClass, renderCells }: RowProps<T>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-chosen={chosen}
      className={`${css.row} ${rowClass ?? ''}`}
      style={{ top }}
    >
      {renderCells(row, active ? stopOf.active : stopOf.other)}
    </div>
  )
}
// As it is typed, with what it is drawn with.
const Row = memo(RowOnce) as typeof RowOnce
