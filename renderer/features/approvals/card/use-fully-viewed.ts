// Whether all of the call has been on the screen: its end was in sight, and everything in it that
// scrolls was scrolled to its end. Once shown stays shown, until the card asks for something else.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Rounding of zoomed pages. */
const slack = 2

export type Shown = {
  readonly all: boolean
  /** Brings the next part that was not in sight yet into view. */
  showRest(): void
}

/** `card` holds what is marked `data-call`, and a foot that covers what lies behind it. */
export function useFullyViewed(card: RefObject<HTMLElement | null>, key: string): Shown {
  const [shown, setShown] = useState('')
  const seen = useRef(new WeakSet<Element>())

  useEffect(() => {
    const whole = card.current
    if (whole === null) return
    seen.current = new WeakSet()
    const check = (): void => {
      if (partsOf(whole).every((part) => wasSeen(part, whole, seen.current))) setShown(key)
    }
    const observer = new ResizeObserver(check)
    observer.observe(whole)
    document.addEventListener('scroll', check, { capture: true, passive: true })
    window.addEventListener('resize', check)
    check()
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', check, { capture: true })
      window.removeEventListener('resize', check)
    }
  }, [card, key])

  const showRest = (): void => {
    const whole = card.current
    if (whole === null) return
    const part = partsOf(whole).find((each) => !wasSeen(each, whole, seen.current))
    if (part === undefined) return
    if (overflows(part) && !atEnd(part)) part.scrollBy({ top: part.clientHeight * 0.9 })
    // The end of the part comes to lie above the foot.
    const scroller = scrollerOf(whole)
    const { bottom } = part.getBoundingClientRect()
    const below = bottom - borderOf(whole)
    // Also back up to a part that was scrolled passed.
    const passed = bottom <= Math.max(0, scroller?.getBoundingClientRect().top ?? 0)
    if (below > 0 || passed) scroller?.scrollBy({ top: Math.min(below + 16, innerHeight * 0.6) })
  }

  return { all: shown === key, showRest }
}

/** The call, and what scrolls by itself inside of it; what is folded away says the same again. */
const partsOf = (whole: Element): readonly Element[] =>
  [...whole.querySelectorAll('[data-call]')].flatMap((call) => [
    call,
    ...[...call.querySelectorAll('*')].filter(
      (part) => part.closest('details') === null && overflows(part),
    ),
  ])

const overflows = (part: Element): boolean =>
  part.scrollHeight > part.clientHeight + slack &&
  /auto|scroll/.test(getComputedStyle(part).overflowY)

const atEnd = (part: Element): boolean =>
  part.scrollTop + part.clientHeight >= part.scrollHeight - slack

function wasSeen(part: Element, whole: Element, seen: WeakSet<Element>): boolean {
  if (seen.has(part)) return true
  const { bottom } = part.getBoundingClientRect()
  const inSight = bottom > 0 && bottom <= borderOf(whole) + slack
  if (!inSight || (overflows(part) && !atEnd(part))) return false
  seen.add(part)
  return true
}

/** Below this nothing is seen: the top of the foot, or the end of the window. */
const borderOf = (whole: Element): number =>
  Math.min(
    innerHeight,
    whole.querySelector('[data-bar], footer')?.getBoundingClientRect().top ?? Infinity,
  )

function scrollerOf(from: Element): Element | null {
  for (let at = from.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight)
      return at
  return null
}
