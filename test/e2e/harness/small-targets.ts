// What can be pressed and is smaller than a finger or an unsteady hand needs.

/**
 * Runs in the page. Each thing to press that is under 24 px, with what counts as it: the
 * label around a field, and what it draws around itself for the pointer. A link within a sentence is
 * as high as its line.
 */
export function smallTargets(): string[] {
  const least = 23.9
  const pressed =
    'a[href], button, input, select, textarea, summary, [role="switch"], [role="tab"], [role="option"], [role^="menuitem"]'
  const sizeOf = (element: HTMLElement): { width: number; height: number } => {
    const { width, height } = element.getBoundingClientRect()
    const label = element.matches('input') ? element.closest('label') : null
    const around = label?.getBoundingClientRect()
    const drawn = ['::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(element, part)
      return style.content === 'none' || style.position !== 'absolute' ? [] : [style]
    })
    const most = (own: number, ...others: readonly (number | undefined)[]): number =>
      Math.max(
        own,
        ...others.filter((each) => each !== undefined && !Number.isNaN(each)).map(Number),
      )
    return {
      width: most(width, around?.width, ...drawn.map((style) => Number.parseFloat(style.width))),
      height: most(
        height,
        around?.height,
        ...drawn.map((style) => Number.parseFloat(style.height)),
      ),
    }
  }
  const inSentence = (element: HTMLElement): boolean =>
    element.matches('a') &&
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() !== '',
    )
  const faults = new Set<string>()
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('[inert], [aria-hidden="true"]') !== null || inSentence(element)) continue
    const { width, height } = sizeOf(element)
    // One pixel for who listens.
    if (width <= 1 || height <= 1) continue
    if (width < least || height < least)
      faults.add(`${Math.round(width)}x${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`)
  }
  return [...faults]
}
