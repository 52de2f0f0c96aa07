// Keeps a scrolling column at its live edge while the reader is there, and leaves them alone when they are not.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as being there. */
const edge = 48

type Follow = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Something came below while the reader was further up. */
  readonly behind: boolean
  onScroll(): void
  catchUp(): void
}

export function useFollow(growth: readonly unknown[]): Follow {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEdge = useRef(true)
  const [behind, setBehind] = useState(false)

  const catchUp = useCallback(() => {
    atEdge.current = true
    setBehind(false)
    const element = scroller.current
    if (element !== null) element.scrollTop = liveEdge(element)
  }, [])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    atEdge.current = element.scrollTop > liveEdge(element) - edge
    if (atEdge.current) setBehind(false)
  }, [])

  useLayoutEffect(() => {
    if (atEdge.current) catchUp()
    else setBehind(true)
    // Whatever grew is the reason, its value is not looked at; the list is always of one length.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [catchUp, ...growth])

  // Folds, late fonts and lazily loaded parts change the height without any event of ours.
  useEffect(() => {
    const element = content.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (atEdge.current) catchUp()
    })
    observer.observe(element)
    return () => observer.disconnect()
  })

  return { scroller, content, behind, onScroll, catchUp }
}

/**
 * Where the reader wants to be: at the end, or where a held call begins when its card is taller than the view. A card is
 * read from its head; its buttons stay in sight by themselves.
 */
function liveEdge(element: HTMLElement): number {
  const end = element.scrollHeight - element.clientHeight
  const card = element.querySelector<HTMLElement>('[data-approval]')
  if (card === null) return end
  const top = card.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
  return Math.min(end, top - 12)
}
