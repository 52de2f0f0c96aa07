// What is in sight of a held call, and the sizes of the window at which it is measured.

export const CARD_SIZES = [
  [640, 400],
  [720, 900],
  [960, 540],
  [1024, 700],
  [1280, 800],
  [1920, 1080],
] as const
/** Runs in the page. What is in sight of the card in a transcript, scrolled to its beginning. */
export function lookInRun() {
  const drawn = document.querySelector('[data-approval]')
  const pane = drawn?.closest('[role="log"]') ?? drawn?.parentElement
  const bar = drawn?.querySelector('[data-bar]')
  const title = drawn?.querySelector('h2')
  if (!drawn || !pane || !bar || !title) throw new Error('no card is drawn')
  drawn.scrollIntoView({ block: 'start' })
  const shown = pane.getBoundingClientRect()
  // With more height the whole foot stays in sight, and not its bar alone.
  const foot = bar.closest('footer')
  const atTheEnd =
    getComputedStyle(bar).position === 'static' &&
    (foot === null || getComputedStyle(foot).display === 'contents')
  const end = Math.min(bar.getBoundingClientRect().top, shown.bottom)
  const top = title.getBoundingClientRect()
  const pressable = [...bar.querySelectorAll('[data-deny], [data-tone="strong"]')].every((each) => {
    const box = each.getBoundingClientRect()
    return (
      box.height >= 24 && box.right <= innerWidth && (atTheEnd || box.bottom <= shown.bottom + 1)
    )
  })
  return {
    /** Of the height of the window. */
    pane: shown.height / innerHeight,
    /** Of the pane. */
    card: (end - shown.top) / shown.height,
    title: top.top >= shown.top - 1 && top.top + 16 <= end,
    answers: pressable,
    sideways: pane.scrollWidth > pane.clientWidth + 1,
    /** The frame itself never scrolls: its bars would leave the window. */
    frame: [...document.querySelectorAll('html, body, #root, main, main *')]
      .filter((each) => !pane.contains(each) && each.scrollTop > 0)
      .map((each) => `${each.localName}.${each.className} ${each.scrollTop}`),
    /** With hardly any height the answers come after the card, and cover nothing of it. */
    atTheEnd,
  }
}

/**
 * Runs in the page. Whether a field of the card can be typed in as it is, with the card at its
 * beginning: nothing is scrolled to it and nothing lies over it.
 */
export function fieldInSight(selector: string): boolean {
  const drawn = document.querySelector('[data-approval]')
  const pane = drawn?.closest('[role="log"]') ?? drawn?.parentElement
  const field = drawn?.querySelector(selector)
  if (!drawn || !pane || !field) throw new Error(`the card has no ${selector}`)
  pane.scrollTo(0, 0)
  drawn.scrollIntoView({ block: 'start' })
  const box = field.getBoundingClientRect()
  const edges = [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3]
  return edges.every((y) =>
    [box.left + 6, box.right - 6].every((x) => {
      const top = document.elementFromPoint(x, y)
      return top === field || (top !== null && field.contains(top))
    }),
  )
}

/**
 * Runs in the page. What of the form that changes arguments is hidden as it has just opened, nothing
 * scrolled since: the beginning of its first field, the end of it, and the answers that end it.
 */
export function formInSight() {
  const drawn = document.querySelector('[data-approval]')
  const field = drawn?.querySelector('[data-edit] textarea')
  const bar = drawn?.querySelector('[data-bar]')
  if (!drawn || !field || !bar) throw new Error('no form is open')
  const free = (each: Element, x: number, y: number): boolean => {
    const top = document.elementFromPoint(x, y)
    return top === each || (top !== null && each.contains(top))
  }
  const box = field.getBoundingClientRect()
  const hidden = free(field, box.left + 6, box.top + 3) ? [] : ['the first field']
  for (const each of bar.querySelectorAll('button')) {
    const { left, right, top, bottom, height } = each.getBoundingClientRect()
    if (height > 0 && !free(each, (left + right) / 2, (top + bottom) / 2))
      hidden.push(each.innerText)
  }
  const names = [...bar.querySelectorAll('button')].map((each) => each.innerText)
  for (const name of ['Back', 'Allow once with these'])
    if (!names.includes(name)) hidden.push(`no ${name}`)
  return { hidden, atTheEnd: getComputedStyle(bar).position === 'static' }
}
