// How high the view of a long list is, and its rows.
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { openNow } from './drawn-now.ts'

type Size = { readonly view: number; readonly rowHeight: number }

/** As the last list was: most often the next one is like it, and then nothing is drawn twice. */
let lastSize: Size = { view: 600, rowHeight: 34 }
const sameSize = (one: Size, other: Size): boolean =>
  one.view === other.view && one.rowHeight === other.rowHeight

type Sized = {
  readonly size: Size
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly head: RefObject<HTMLDivElement | null>
}

/**
 * The rows are as high as the head, which grows with the text. The observer looks when the page
 * is laid out anyway, before the first frame too; to ask here would have it laid out once more.
 */
export function useListSize(): Sized {
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [sizing] = useState(() => openNow(lastSize, sameSize))
  const size = useSyncExternalStore(sizing.subscribe, sizing.get)
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
  return { size, scroller, head }
}
