// Keeps a scrolling column at its live edge while the reader is there, leaves them alone when they
// are not, and keeps what they read in its place when something is put above it.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as being there. */
const edge = 48
/**
 * Pixels from the beginning at which what is older is asked for, so that it is there before the
 * reader.
 */
const ahead = 1_200

/**
 * Where the browser keeps what is read in its place, doing so ourselves too would move it twice.
 */
const anchors = typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto')

type Items = readonly { readonly id: number }[]

type Follow = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /**
   * Items that came below while the reader was further up, 0 when only the last one grew; null at
   * the edge.
   */
  readonly fresh: number | null
  onScroll(): void
  catchUp(): void
  /** Brings an item into the middle, and stays there. False when it is not drawn. */
  show(id: number): boolean
}

type Deps = {
  readonly items: Items
  /** The newest of the run, which `items` end with unless they are apart. */
  readonly newest: Items
  /** Whatever else can grow. */
  readonly grows: unknown
  /** The end of the items is not the end of the run, so nothing is followed. */
  readonly apart: boolean
  onNearTop(): void
  /** Near the end of what is there, while apart. */
  onNearEnd(): void
  onEdge(): void
}

export function useFollow({
  items,
  newest,
  grows,
  apart,
  onNearTop,
  onNearEnd,
  onEdge,
}: Deps): Follow {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEdge = useRef(true)
  /** The held card that the reader has gone on in, past its head. */
  const readOn = useRef<string | null>(null)
  const seen = useRef(0)
  const first = useRef<{ readonly id: number; readonly top: number } | null>(null)
  const [fresh, setFresh] = useState<number | null>(null)
  const last = newest.at(-1)?.id ?? 0

  const pin = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    // A form or a fold that opens in the card makes it taller: nobody is sent back to its head for that.
    if (readOn.current !== null && readOn.current === heldCard(element)?.dataset['approval']) return
    element.scrollTop = liveEdge(element)
  }, [])

  const catchUp = useCallback(() => {
    atEdge.current = true
    readOn.current = null
    setFresh(null)
    pin()
    onEdge()
  }, [onEdge, pin])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    // At the very top a browser keeps nothing in its place.
    if (element.scrollTop === 0 && element.scrollHeight > element.clientHeight)
      element.scrollTop = 1
    const end = liveEdge(element)
    atEdge.current = !apart && element.scrollTop > end - edge
    readOn.current =
      element.scrollTop > end + edge ? (heldCard(element)?.dataset['approval'] ?? null) : null
    if (atEdge.current) setFresh(null)
    else if (apart && element.scrollTop > end - ahead) onNearEnd()
    else if (element.scrollTop < ahead) onNearTop()
  }, [apart, onNearEnd, onNearTop])

  // What was first and has something above it now is put back where it was.
  useLayoutEffect(() => {
    if (anchors) return
    const before = first.current
    const element = scroller.current
    const rendered = before === null ? null : itemElement(content.current, before.id)
    if (
      before !== null &&
      rendered !== null &&
      element !== null &&
      before.id !== items[0]?.id &&
      !atEdge.current
    ) {
      const moved =
        rendered.getBoundingClientRect().top -
        element.getBoundingClientRect().top +
        element.scrollTop -
        before.top
      element.scrollTop += moved
    }
    const now = items[0] === undefined ? null : itemElement(content.current, items[0].id)
    first.current =
      items[0] === undefined || now === null || element === null
        ? null
        : {
            id: items[0].id,
            top:
              now.getBoundingClientRect().top -
              element.getBoundingClientRect().top +
              element.scrollTop,
          }
  }, [items])

  useLayoutEffect(() => {
    if (atEdge.current) {
      seen.current = last
      pin()
    } else setFresh(newest.filter(({ id }) => id > seen.current).length)
  }, [grows, items, last, newest, pin])

  // Folds, late fonts and lazily loaded parts change the height without any event of ours, and so does
  // a window that gets lower.
  useEffect(() => {
    const [element, outer] = [content.current, scroller.current]
    if (element === null || outer === null) return
    const observer = new ResizeObserver(() => {
      if (atEdge.current) pin()
    })
    observer.observe(element)
    observer.observe(outer)
    return () => observer.disconnect()
  })

  const show = useCallback((id: number): boolean => {
    const rendered = itemElement(content.current, id)
    if (rendered === null) return false
    atEdge.current = false
    rendered.scrollIntoView({ block: 'center' })
    return true
  }, [])

  return { scroller, content, fresh, onScroll, catchUp, show }
}

const itemElement = (content: HTMLElement | null, id: number): HTMLElement | null =>
  content?.querySelector<HTMLElement>(`[data-item="${id}"]`) ?? null

/**
 * Where the reader wants to be: at the end, or where a held call begins when its card is taller
 * than the view. A card is read from its head; its buttons stay in sight automatically.
 */
function liveEdge(element: HTMLElement): number {
  const end = element.scrollHeight - element.clientHeight
  const card = heldCard(element)
  if (card === null) return end
  const top =
    card.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
  return Math.min(end, top - 12)
}

const heldCard = (element: HTMLElement): HTMLElement | null =>
  element.querySelector<HTMLElement>('[data-approval]')
