// Where the focus goes when a card comes, and when it is gone.
import { type RefObject, useEffect, useLayoutEffect } from 'react'

type Deps = {
  readonly card: RefObject<HTMLElement | null>
  readonly deny: RefObject<HTMLButtonElement | null>
  readonly id: string
  readonly location: 'queue' | 'transcript'
  /** It waits for an answer that can be given here. */
  readonly asks: boolean
}

export function useCardFocus({ card, deny, id, location, asks }: Deps): void {
  useEffect(() => {
    if (asks && !isBusyElsewhere()) deny.current?.focus({ preventScroll: true })
  }, [id, asks, location, deny])

  // The last card of a run is gone once it was answered: the focus goes on to the message field.
  // Asked while the card is still in the page: afterwards the focus is the body's already.
  useLayoutEffect(() => {
    if (location !== 'transcript') return
    const whole = card.current
    return () => {
      if (whole?.contains(document.activeElement) !== true) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('main textarea')?.focus({ preventScroll: true })
      })
    }
  }, [location, card])
}

/**
 * The person is typing, or a dialog is open: taking the focus away would be worse than not having
 * it.
 */
function isBusyElsewhere(): boolean {
  const active = document.activeElement
  if (active === null || active === document.body) return false
  if (active.closest('[role="dialog"]') !== null) return true
  return (
    (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) &&
    active.value !== ''
  )
}
