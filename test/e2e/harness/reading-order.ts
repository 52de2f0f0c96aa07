// Whether Tab goes the way one reads: by rows from the left, by columns from the left, downwards.

/**
 * Runs in the page. Each place where the next stop of Tab, in the same part of the page, is left of
 * the one before in its row, or above it without being in a column to the right.
 */
export function againstReading(): string[] {
  const sticky = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (each) => getComputedStyle(each).position === 'sticky',
  )
  // Where it sticks depends on how far the page was scrolled; where it belongs does not.
  for (const each of sticky) each.style.setProperty('position', 'static', 'important')
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    ),
  ].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(':disabled, [type="radio"]:not(:checked)') &&
      each.closest('[inert], [aria-hidden="true"]') === null &&
      each.checkVisibility({ visibilityProperty: true }),
  )
  const faults = stops
    .filter((each) => each.tabIndex > 0)
    .map((each) => `has an order of its own: ${each.outerHTML.slice(0, 120)}`)
  const partOf = (element: Element): Element | null =>
    element.closest('header, nav, main, aside, footer, [role="dialog"], [role="alertdialog"]')
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 40) ||
    element.outerHTML.slice(0, 80)
  const scrollerOf = (element: Element): Element | null => {
    let at = element.parentElement
    while (at !== null && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement
    return at
  }
  // What scrolls by itself is where its frame is, for whatever is outside of it.
  const boxOf = (element: Element, other: Element): DOMRect => {
    let box = element
    for (let at = scrollerOf(element); at !== null && !at.contains(other); at = scrollerOf(at))
      box = at
    return box.getBoundingClientRect()
  }
  for (const [at, next] of stops.entries()) {
    const before = stops[at - 1]
    // What is scrolled holds its own stops.
    if (before === undefined || partOf(before) !== partOf(next) || before.contains(next)) continue
    const a = boxOf(before, next)
    const b = boxOf(next, before)
    if (Math.min(a.width, a.height, b.width, b.height) < 2) continue
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    const inRow = shared > Math.min(a.height, b.height) / 2
    const back = inRow ? b.right <= a.left + 1 : b.bottom <= a.top + 1 && b.left < a.right - 1
    if (back) faults.push(`from “${nameOf(before)}” back to “${nameOf(next)}”`)
  }
  for (const each of sticky) each.style.removeProperty('position')
  return faults
}
