import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Gives the focus to a row of a long list, which may be drawn only now. */
export function useRowFocus(scroller: RefObject<HTMLElement | null>): (index: number) => void {
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const stop = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"] [data-stop]`,
    )
    wanted.current = null
    stop?.focus({ preventScroll: true })
  })
  return useCallback((index) => {
    wanted.current = index
  }, [])
}
