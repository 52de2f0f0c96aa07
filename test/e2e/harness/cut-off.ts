// What of a screen cannot be read, because its place is too narrow for it.

/** Runs in the page. What is wider than its place and cannot be scrolled to. */
export function cutOff(): string[] {
  const main = document.querySelector('main')
  if (main === null) return ['no main']
  const faults: string[] = []
  for (const element of main.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(element)
    // What is laid out only in sight is painted within its box alone.
    const clips = /hidden|clip/.test(style.overflowX) || style.contentVisibility === 'auto'
    if (!clips) continue
    if (element.scrollWidth <= element.clientWidth + 2 || element.clientWidth === 0) continue
    // Shortened by three dots, with the whole in its title or in what it leads to.
    if (style.textOverflow === 'ellipsis') continue
    if (element.closest('[aria-hidden="true"], [inert], [data-prerender]') !== null) continue
    if (!element.checkVisibility()) continue
    // What is typed scrolls in its field.
    if (element.matches('input, textarea')) continue
    // One pixel for who listens.
    if (element.clientWidth <= 1) continue
    faults.push(
      `${element.scrollWidth - element.clientWidth} px cut off: ${element.outerHTML.slice(0, 100)}`,
    )
  }
  return faults
}
