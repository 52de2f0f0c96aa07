// How far below the top of what scrolls a part of it begins, kept right while what is above it
// grows.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels. */
export function useOffset(
  part: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const [own, outer] = [part.current, scroller.current]
    if (own === null || outer === null) return
    const measure = (): void => {
      const next = Math.round(
        own.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop,
      )
      setOffset((before) => (Math.abs(next - before) > 1 ? next : before))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const child of outer.children) observer.observe(child)
    return () => observer.disconnect()
  }, [part, scroller])
  return offset
}
