// What is wrong with the layout of the page as it is: too wide, sticking out, lying over each other.

/** Runs in the page. Things to press that lie over each other, or stick out of the window. */
export function faultsOfLayout(): string[] {
  const faults: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px too wide`)
  /**
   * What of it can be seen: a row at the end of a list reaches below the list's edge, and is cut
   * off there.
   */
  const boxOf = (element: HTMLElement): DOMRect => {
    const { left, right, top: above, bottom: below } = element.getBoundingClientRect()
    let [top, bottom] = [above, below]
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      const edge = around.getBoundingClientRect()
      ;[top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    return new DOMRect(left, top, right - left, Math.max(0, bottom - top))
  }
  const seen = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea'),
  ].flatMap((element) => {
    const box = boxOf(element)
    const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return box.width > 1 &&
      box.height > 0 &&
      element.checkVisibility() &&
      middle !== null &&
      element.contains(middle)
      ? [{ element, box }]
      : []
  })
  for (const { element, box } of seen) {
    if (box.left < -1 || box.right > clientWidth + 1)
      faults.push(`sticks out: ${element.outerHTML.slice(0, 120)}`)
  }
  for (const [at, one] of seen.entries()) {
    for (const other of seen.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 2 && high > 2)
        faults.push(
          `${one.element.outerHTML.slice(0, 80)} lies over ${other.element.outerHTML.slice(0, 80)}`,
        )
    }
  }
  return faults
}
