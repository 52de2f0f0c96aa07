// A table with any number of rows, of which only those in sight are drawn. Knows where it stands and which row has the keys;
// what stands in a row is lent to it. One row has the tab stop: the element in it that says `data-stop`.
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { drawn, LONGEST, moved, type Place, placed, rested, shiftOf, type Space, spaceOf, topFor } from './long-space.ts'
import css from './long-list.module.css'

export type LongListHandle = { toRow(index: number, focus: boolean): void; toTop(): void }

type Props = {
  readonly label: string
  readonly count: number
  readonly heads: readonly ReactNode[]
  /** Cuts a row into columns. */
  readonly rowClass: string | undefined
  readonly active: number
  readonly handle?: Ref<LongListHandle>
  onActive(index: number): void
  onOpen(index: number): void
  /** What is drawn now, the last not included, and whether the list stands at its top. */
  onView(first: number, end: number, atTop: boolean): void
  /** Stays the same row while the rows above it grow. */
  keyOf(index: number): number
  /** The cells. `stop`: for the element that takes the keys. */
  renderCells(index: number, stop: { readonly tabIndex: number; readonly 'data-stop': true }): ReactNode
  /** Whether the row is the one that is shown elsewhere. */
  isChosen(index: number): boolean
}

/** Rows drawn beyond those in sight, so that the next frame of a fling has them. */
const OVER = 8
const REST_MS = 140

export function LongList(props: Props) {
  const { label, count, heads, rowClass, active, handle, onActive, onOpen, onView, keyOf, renderCells, isChosen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ view: 600, rowHeight: 34 })
  const space = useMemo<Space>(() => ({ rows: count, rowHeight: size.rowHeight, view: size.view, most: LONGEST }), [count, size])
  const place = useRef<Place>({ top: 0, scrolled: 0 })
  const [at, setAt] = useState<Place>(place.current)
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const focusWanted = useRef<number | null>(null)

  const stand = useCallback((next: Place): void => {
    place.current = next
    const element = scroller.current
    if (element !== null && Math.abs(element.scrollTop - next.scrolled) >= 1) element.scrollTop = next.scrolled
    setAt(next)
  }, [])

  // The rows are as high as the head, which grows with the text.
  useLayoutEffect(() => {
    const measure = (): void => {
      const [view, rowHeight] = [scroller.current?.clientHeight ?? 0, head.current?.getBoundingClientRect().height ?? 0]
      if (view > 0 && rowHeight > 0)
        setSize((before) => (before.view === view && before.rowHeight === rowHeight ? before : { view, rowHeight }))
    }
    const observer = new ResizeObserver(measure)
    if (scroller.current !== null) observer.observe(scroller.current)
    if (head.current !== null) observer.observe(head.current)
    measure()
    return () => observer.disconnect()
  }, [])

  // More or fewer rows, or another size: the list stays where it stands as far as it can.
  useLayoutEffect(() => stand(rested(space, place.current)), [space, stand])
  useEffect(() => () => clearTimeout(resting.current ?? undefined), [])

  const rest = useCallback(() => {
    clearTimeout(resting.current ?? undefined)
    resting.current = null
    const next = rested(space, place.current)
    if (Math.abs(next.scrolled - place.current.scrolled) >= 1) stand(next)
  }, [space, stand])

  const onScroll = (): void => {
    const scrolled = scroller.current?.scrollTop ?? 0
    if (scrolled === place.current.scrolled) return
    place.current = moved(space, place.current, scrolled)
    setAt(place.current)
    clearTimeout(resting.current ?? undefined)
    resting.current = setTimeout(rest, REST_MS)
  }

  const toRow = useCallback(
    (index: number, focus: boolean): void => {
      if (focus) focusWanted.current = index
      stand(placed(space, topFor(space, place.current.top, index)))
    },
    [space, stand],
  )
  useImperativeHandle(handle, () => ({ toRow, toTop: () => stand(placed(space, 0)) }), [space, stand, toRow])

  const { first, end } = drawn(space, at, OVER)
  useEffect(() => onView(first, end, at.top < space.rowHeight), [at.top, end, first, onView, space.rowHeight])

  // The row may be drawn only now.
  useEffect(() => {
    if (focusWanted.current === null) return
    const stop = scroller.current?.querySelector<HTMLElement>(`[data-index="${focusWanted.current}"] [data-stop]`)
    focusWanted.current = null
    stop?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent): void => {
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

  const shift = shiftOf(at)
  const rows: ReactNode[] = []
  const draw = (index: number, where: number): void => {
    const stop = { tabIndex: index === active ? 0 : -1, 'data-stop': true } as const
    rows.push(
      // The keys go to the element with the tab stop; the mouse may take the whole row.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={keyOf(index)}
        role="row"
        aria-rowindex={index + 2}
        data-index={index}
        data-chosen={isChosen(index)}
        className={`${css.row} ${rowClass ?? ''}`}
        style={{ transform: `translateY(${where * size.rowHeight + shift}px)` }}
        onClick={() => {
          onActive(index)
          onOpen(index)
        }}
      >
        {renderCells(index, stop)}
      </div>,
    )
  }
  // The row with the tab stop is always there, or the keys would be lost when it is scrolled away.
  if (active < first && active < count) draw(active, first - 1)
  for (let index = first; index < end; index++) draw(index, index)
  if (active >= end && active < count) draw(active, end)

  const long: CSSProperties = { height: spaceOf(space) }
  return (
    <div className={css.table} role="table" aria-label={label} aria-rowcount={count + 1}>
      <div role="rowgroup" className={css.heads}>
        <div ref={head} role="row" className={`${css.row} ${css.head} ${rowClass ?? ''}`} aria-rowindex={1}>
          {heads}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={scroller} className={css.scroller} role="rowgroup" tabIndex={-1} onScroll={onScroll} onKeyDown={onKeyDown}>
        <div className={css.sizer} role="presentation" style={long}>
          {rows}
        </div>
      </div>
    </div>
  )
}
