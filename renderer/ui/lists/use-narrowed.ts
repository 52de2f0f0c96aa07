// Tells a screen of a list and what is chosen in it that there is no space for both any more.
import { type RefObject, useEffect, useRef } from 'react'

/** `narrowed` is called once each time, when both were in sight before and one of them is not any more. */
export function useNarrowed(
  list: RefObject<HTMLElement | null>,
  pane: RefObject<HTMLElement | null>,
  narrowed: () => void,
): void {
  const told = useRef(narrowed)
  told.current = narrowed
  useEffect(() => {
    const screen = pane.current?.parentElement
    if (screen === null || screen === undefined) return
    const both = (): boolean =>
      list.current?.checkVisibility() === true && pane.current?.checkVisibility() === true
    let before = both()
    const observer = new ResizeObserver(() => {
      const now = both()
      if (before && !now) told.current()
      before = now
    })
    observer.observe(screen)
    return () => observer.disconnect()
  }, [list, pane])
}
