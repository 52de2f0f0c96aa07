// F6 moves the focus: top bar, rail, screen, status strip, and round again.

/** Moves the focus to the next region, or the one before. Always true: the key is used up. */
export function nextRegion(back: boolean): true {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
  const now = regions.findIndex((region) => region.contains(document.activeElement))
  const step = now < 0 ? 0 : (now + (back ? -1 : 1) + regions.length) % regions.length
  const region = regions[step]
  if (region === undefined) return true
  // A region that can hold the focus itself does; in any other it goes to what is current there,
  // else to the first control.
  const inside = region.tabIndex === -1 && region.hasAttribute('tabindex') ? region : null
  const target =
    inside ??
    region.querySelector<HTMLElement>('[aria-current="page"]') ??
    region.querySelector<HTMLElement>('a, button')
  target?.focus()
  return true
}
