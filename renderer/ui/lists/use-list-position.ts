// Where a long list is: what is drawn of it, while it is scrolled, while it rests, and when it gets
// more rows or another size.
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { openNow } from './drawn-now.ts'
import {
  keptPlace,
  moved,
  NOTHING,
  placed,
  type Position,
  renderedAt,
  type RenderedRange,
  rested,
  sameRange,
  type Space,
} from './long-space.ts'

const REST_MS = 140

type ListPosition = {
  readonly drawn: RenderedRange
  /** Goes where `topOf` says, from where the list is now. */
  go(topOf: (now: number) => number): void
  onScroll(): void
}

export function useListPosition(
  space: Space,
  scrollerRef: RefObject<HTMLDivElement | null>,
): ListPosition {
  const spaceBefore = useRef(space)
  const position = useRef<Position>({ top: 0, scrolled: 0 })
  const [drawing] = useState(() => openNow(renderedAt(space, position.current, NOTHING), sameRange))
  const drawn = useSyncExternalStore(drawing.subscribe, drawing.get)
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null)
  /** The first moment is over. */
  const mounted = useRef(false)

  const moveTo = useCallback(
    (next: Position): void => {
      position.current = next
      const element = scrollerRef.current
      if (element !== null && Math.abs(element.scrollTop - next.scrolled) >= 1)
        element.scrollTop = next.scrolled
      drawing.set(renderedAt(space, next, null))
    },
    [space, drawing, scrollerRef],
  )

  const rest = useCallback(() => {
    clearTimeout(resting.current ?? undefined)
    resting.current = null
    mounted.current = true
    moveTo(rested(space, position.current))
  }, [space, moveTo])

  // More or fewer rows, or another size: the list stays where it is as far as it can. In its
  // first moment it draws what is in sight, and the rest when it has rested for a little.
  useLayoutEffect(() => {
    const top = keptPlace(spaceBefore.current, space, position.current.top)
    spaceBefore.current = space
    if (mounted.current || top > 0) return moveTo(rested(space, { ...position.current, top }))
    drawing.set(renderedAt(space, position.current, NOTHING))
    resting.current = setTimeout(rest, REST_MS)
    return () => clearTimeout(resting.current ?? undefined)
  }, [space, moveTo, drawing, rest])
  useEffect(() => () => clearTimeout(resting.current ?? undefined), [])

  const onScroll = (): void => {
    const scrolled = scrollerRef.current?.scrollTop ?? 0
    if (scrolled === position.current.scrolled) return
    position.current = moved(space, position.current, scrolled)
    drawing.set(renderedAt(space, position.current, drawing.get()))
    clearTimeout(resting.current ?? undefined)
    resting.current = setTimeout(rest, REST_MS)
  }

  const go = useCallback(
    (topOf: (now: number) => number): void => moveTo(placed(space, topOf(position.current.top))),
    [space, moveTo],
  )
  return { drawn, go, onScroll }
}
