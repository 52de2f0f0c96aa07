// Tells a screen of a list and what is chosen in it that there is no space for both any more.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * `narrowed` is called once each time, when both were in sight before and one of them is not any more.
 * `inList`: the focus was in the list then; what has it now may have got it because the rest is gone.
 */
export function useNarrowed(
  list: RefObject<HTMLElement | null>,
  pane: RefObject<HTMLElement | null>,
  narrowed: (inList: boolean) => void,
): void {
  const latest = useRef(narrowed)
  latest.current = narrowed
  useEffect(() => {
    const screen = pane.current?.parentElement
    if (screen === null || screen === undefined) return
    const both = (): boolean =>
      list.current?.checkVisibility() === true && pane.current?.checkVisibility() === true
    let before = both()
    let inList = false
    const onFocus = (): void => {
      if (both()) inList = list.current?.contains(document.activeElement) === true
    }
    const observer = new ResizeObserver(() => {
      const now = both()
      if (before && !now) latest.current(inList)
      before = now
    })
    observer.observe(screen)
    document.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [list, pane])
}
