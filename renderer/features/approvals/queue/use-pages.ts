// The list and the card where the window has space for one of both: which is in sight, and where the
// focus goes when that changes.
import { type RefObject, useRef, useState } from 'react'
import { useNarrowed } from '../../../ui/lists/use-narrowed.ts'

type Pages = {
  /** The card is in sight, or would be in a narrow window. */
  readonly away: boolean
  readonly list: RefObject<HTMLDivElement | null>
  readonly pane: RefObject<HTMLDivElement | null>
  setAway(away: boolean): void
  /** Turns to the card or back to the list, and takes the focus along. */
  turn(away: boolean): void
}

/** `open`: something is beside the list, so who reads it keeps it when the window gets narrow. */
export function usePages(atFirst: boolean, open: boolean): Pages {
  const [away, setAway] = useState(atFirst)
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const turn = (to: boolean): void => {
    setAway(to)
    // What had the focus may be on the page that was left.
    requestAnimationFrame(() => {
      const next = to
        ? pane.current?.querySelector<HTMLElement>('[data-deny], article button')
        : list.current?.querySelector<HTMLElement>(
            '[aria-current="true"] button, [aria-current="true"]',
          )
      if (next?.checkVisibility() === true) next.focus({ preventScroll: true })
    })
  }
  useNarrowed(list, pane, (inList) => {
    if (!inList) setAway(open)
  })
  return { away, list, pane, setAway, turn }
}
