// Where the focus goes when what had it is taken away: a row that was answered, a button that did
// its work. Browsers let it fall to the page itself, and a person who uses keys, or listens, is
// nowhere then. Here it goes to what is left nearest to that place.

const HISTORY = 8
const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** Watches the whole page. Gives the way to stop. */
export function keepFocus(page: Document): () => void {
  /** Newest first: what had the focus, with all that it was in. */
  let history: (readonly Element[])[] = []
  let scheduled = false

  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target !== page.body)
      history = [pathOf(target), ...history].slice(0, HISTORY)
  }
  const look = (): void => {
    scheduled = false
    const had = history[0]?.[0]
    if (page.activeElement !== page.body || had === undefined || canHold(had)) return
    const next = nearest(history) ?? page.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  }
  // The one who takes something away may place the focus itself, in the same frame or the next one.
  const later = (): void => {
    if (scheduled || page.activeElement !== page.body || history.length === 0) return
    scheduled = true
    requestAnimationFrame(() => requestAnimationFrame(look))
  }
  const changes = new MutationObserver(later)
  page.addEventListener('focusin', onFocus)
  changes.observe(page.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  return () => {
    page.removeEventListener('focusin', onFocus)
    changes.disconnect()
  }
}

function pathOf(element: Element): readonly Element[] {
  const path: Element[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) path.push(at)
  return path
}

/** A press on the bare page takes the focus away as well; what had it is still there then. */
const canHold = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

/** What accepts something gets the focus from a person alone: a key was meant for what was there before. */
const canTake = (element: Element): boolean =>
  canHold(element) && !element.matches('[data-focus="asked"]')

/** The page and its frame are nowhere in particular. */
const isPlace = (element: Element): boolean =>
  element.isConnected &&
  element.checkVisibility() &&
  element.closest('[data-region], dialog, [role="dialog"], [role="alertdialog"]') !== null

function nearest(history: readonly (readonly Element[])[]): HTMLElement | null {
  for (const path of history) {
    for (const element of path) {
      if (!isPlace(element)) continue
      if (element.matches(TABBABLE)) return element as HTMLElement
      const inside = [...element.querySelectorAll<HTMLElement>(TABBABLE)].find(canTake)
      if (inside !== undefined) return inside
    }
  }
  return null
}
