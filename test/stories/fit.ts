// A state of the approval card in what Approvals leaves for it at each size of the window: looked at
// for what is cut off, sticks out or lies over something else. The card goes by the size of its pane
// and of the frame, never by that of the window, so one page shows all of them.
import { expect, type Page } from '@playwright/test'
import { faultsOfLayout } from '../e2e/harness/layout-faults.ts'
import type { StoryCard } from './story.ts'

/** The sizes of docs/screens, and the pane beside rail and queue at each. */
export const cardSizes = [
  { window: { width: 1280, height: 800 }, pane: { width: 760, height: 728 }, pad: 28 },
  { window: { width: 1920, height: 1080 }, pane: { width: 1_312, height: 1_008 }, pad: 28 },
  { window: { width: 1024, height: 700 }, pane: { width: 656, height: 628 }, pad: 28 },
  // The list is a page of its own there.
  { window: { width: 720, height: 900 }, pane: { width: 664, height: 828 }, pad: 16 },
  { window: { width: 640, height: 400 }, pane: { width: 584, height: 328 }, pad: 16 },
] as const
export type CardSize = (typeof cardSizes)[number]

/** What opens above the page has stories of its own size. */
export const isCard = ({ name, whole = false }: StoryCard): boolean =>
  /^(?:approval-card|second-approval)-/.test(name) && !whole

/** Draws the open story in the pane of that window. */
export const fitTo = (page: Page, size: CardSize): Promise<void> => page.evaluate(fit, size)

/** The story is open and its acts are done. */
export async function expectToFit(page: Page, story: StoryCard): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const found = await page.evaluate(
    `(${measureAll.toString()})(${JSON.stringify(cardSizes)}, ${fit.toString()}, ` +
      `${faultsOfLayout.toString()}, ${faultsOfCard.toString()})`,
  )
  expect.soft(found, `${story.name} at every size of the window`).toEqual([])
}

/** Runs in the page, as do all below. */
function measureAll(
  sizes: readonly CardSize[],
  draw: (size: CardSize) => void,
  ...looks: readonly (() => string[])[]
): string[] {
  return sizes.flatMap((size) => {
    draw(size)
    const { width, height } = size.window
    return looks.flatMap((look) => look()).map((fault) => `${width}x${height}: ${fault}`)
  })
}

function fit({ window: { width }, pane, pad }: CardSize): void {
  const stage = document.querySelector<HTMLElement>('#stage')
  if (stage === null) throw new Error('stories: no #stage in the page')
  Object.assign(document.body.style, {
    inlineSize: `${width}px`,
    container: 'frame / inline-size',
  })
  Object.assign(stage.style, {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    boxSizing: 'border-box',
    inlineSize: `${pane.width}px`,
    blockSize: `${pane.height}px`,
    minHeight: '0',
    container: 'pane / size',
    overflow: 'auto',
    padding: `16px ${pad}px 0`,
  })
  stage.style.setProperty('--pane-pad', `${pad}px`)
  // What is scrolled under the answers is no fault, so the end of the card is looked at.
  stage.scrollTo(0, stage.scrollHeight)
}

function faultsOfCard(): string[] {
  const stage = document.querySelector<HTMLElement>('#stage')
  if (stage === null) return ['no #stage in the page']
  const faults: string[] = []
  if (stage.scrollWidth > stage.clientWidth + 1)
    faults.push(`the card is ${stage.scrollWidth - stage.clientWidth} px wider than its pane`)
  for (const element of stage.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(element)
    if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue
    if (element.scrollWidth <= element.clientWidth + 2 || element.clientWidth <= 1) continue
    // Shortened by three dots, or what is typed, or not shown.
    if (style.textOverflow === 'ellipsis' || element.matches('input, textarea')) continue
    if (!element.checkVisibility()) continue
    faults.push(`cut off: ${element.outerHTML.slice(0, 100)}`)
  }
  const top = stage.getBoundingClientRect().top - stage.scrollTop
  const title = stage.querySelector('h2')
  const left = stage.querySelector('[data-time-left]')
  if (title !== null && left !== null && stage.clientWidth >= 480) {
    if (left.getBoundingClientRect().top >= title.getBoundingClientRect().bottom)
      faults.push('the time that is left takes a row from the call')
  }
  const edited = stage.querySelector('[data-edited]')
  if (edited !== null) {
    const foot = stage.querySelector('[data-outcome]')?.clientHeight ?? 0
    if (edited.getBoundingClientRect().top - top + 70 > stage.clientHeight - foot)
      faults.push('what was changed before the approval is not in sight at first')
  }
  const bar = stage.querySelector('[data-bar]')
  if (bar !== null && getComputedStyle(bar).position === 'sticky') {
    const pane = stage.getBoundingClientRect()
    const free = bar.getBoundingClientRect().top - pane.top
    if (free < pane.height / 2) faults.push('the answers take more than half of the pane')
  }
  return faults
}
