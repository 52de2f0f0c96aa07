// How wide a part of a screen is, in the size of text that is set: large text makes a wide window
// narrow too.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** In whole rem; null until it was drawn. */
export function useWidth(part: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = part.current
    if (element === null) return
    const measure = (): void => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      // Not drawn: it says nothing.
      if (element.offsetWidth > 0) setWidth(Math.floor(element.offsetWidth / size))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [part])
  return width
}
