// Every screen of the list that the rail reads, and its main states: open to everybody in both
// themes, by keyboard, and from right to left. A new screen is covered by being in that list; a
// state of it that needs an address of its own is added in harness/each-screen.ts.
import type { Page } from '@playwright/test'
import { eachState, fill } from './harness/each-screen.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { axeFaultsInBothThemes } from './harness/open-to-all.ts'
import { againstReading } from './harness/reading-order.ts'
import { smallTargets } from './harness/small-targets.ts'
import { expect, test } from './harness/test.ts'

test('axe finds nothing on any screen, in light and in dark', async ({ gatehouse }) => {
  const { page } = gatehouse
  await fill(gatehouse)
  const found: string[] = []
  await eachState(page, async (where) => {
    found.push(...(await axeFaultsInBothThemes(page, where)))
  })
  expect(found).toEqual([])
})

test('Tab reaches everything in view on every screen, the focus is always seen, and nothing holds it @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await fill(gatehouse)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  await eachState(page, async (where) => {
    let tour = await tourOf(page)
    // One that found the screen another than it was at its start, such as with a notice that has
    // gone meanwhile, says nothing of either.
    for (let more = 0; more < 5 && tour.changed && tour.faults.length > 0; more += 1)
      tour = await tourOf(page)
    found.push(...tour.faults.map((text) => `${where}: ${text}`))
  })
  expect(found).toEqual([])
})

test('whatever can be pressed is at least 24 pixels wide and high on every screen @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await fill(gatehouse)
  await page.setViewportSize({ width: 720, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  await eachState(page, async (where) => {
    found.push(...(await page.evaluate(smallTargets)).map((text) => `${where}: ${text}`))
  })
  expect(found).toEqual([])
})

test('Tab goes the way one reads on every screen, in a wide window and in a narrow one @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await fill(gatehouse)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const [width, height] of [
    [1280, 800],
    [720, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await eachState(page, async (where) => {
      const faults = await page.evaluate(againstReading)
      found.push(...faults.map((text) => `${where} at ${width}x${height}: ${text}`))
    })
  }
  expect(found).toEqual([])
})

test('in the few colours of the system an edge shows what is chosen, and nothing moves for who wants no motion @whole', async ({
  gatehouse,
}, info) => {
  const { page } = gatehouse
  await fill(gatehouse)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const found: string[] = []
  await eachState(page, async (where) => {
    const faults = [...(await page.evaluate(withoutEdge)), ...(await page.evaluate(moving))]
    found.push(...faults.map((text) => `${where}: ${text}`))
    await page.screenshot({ path: info.outputPath(`forced${where.replaceAll(/\W+/g, '-')}.png`) })
  })
  expect(found).toEqual([])
})

async function tourOf(page: Page): Promise<{ faults: readonly string[]; changed: boolean }> {
  await page.evaluate(startTour)
  let back = false
  for (let presses = 0; presses < 150 && !back; presses += 1) {
    await page.keyboard.press('Tab')
    back = await page.evaluate(step)
  }
  const { faults, changed } = await page.evaluate(endTour)
  return { faults: [...(back ? [] : ['Tab does not come round']), ...faults], changed }
}

test('from right to left no screen is wider than the window, and nothing lies over anything @whole', async ({
  gatehouse,
}, info) => {
  const { page } = gatehouse
  await fill(gatehouse)
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'))
  const found: string[] = []
  await eachState(page, async (where) => {
    found.push(...(await page.evaluate(faultsOfLayout)).map((text) => `${where}: ${text}`))
    await page.screenshot({ path: info.outputPath(`rtl${where.replaceAll(/\W+/g, '-')}.png`) })
  })
  expect(found).toEqual([])
})

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    visit: {
      readonly reached: Set<Element>
      readonly unseen: Set<string>
      readonly mutations: MutationObserver
      changes: number
      first: Element | null
    }
  }
}

/** Runs in the page. What is chosen or switched on, and looks like what is not. */
function withoutEdge(): string[] {
  const chosen =
    '[aria-current="page"], [aria-current="true"], [aria-pressed="true"], [aria-selected="true"]'
  const plain = [...document.querySelectorAll<HTMLElement>(chosen)].filter((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return (
      each.checkVisibility() && (outlineStyle === 'none' || Number.parseFloat(outlineWidth) === 0)
    )
  })
  const unseen = [...document.querySelectorAll<HTMLElement>('[role="switch"]')].filter((each) => {
    const thumb = each.firstElementChild
    return (
      thumb !== null &&
      getComputedStyle(thumb).backgroundColor === getComputedStyle(each).backgroundColor
    )
  })
  return [...plain, ...unseen].map(
    (each) => `cannot be told from others: ${each.outerHTML.slice(0, 120)}`,
  )
}

/** Runs in the page. */
function moving(): string[] {
  return document
    .getAnimations()
    .filter(({ playState, effect }) => {
      const duration = effect?.getComputedTiming().duration ?? 0
      return playState === 'running' && (typeof duration !== 'number' || duration > 1)
    })
    .map(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      return `moves: ${target?.outerHTML.slice(0, 120) ?? 'something'}`
    })
}

/** Runs in the page. From the top of the page, as after a load. */
function startTour(): void {
  const mutations = new MutationObserver((changes) => void (window.visit.changes += changes.length))
  mutations.observe(document.body, { subtree: true, childList: true })
  window.visit = { reached: new Set(), unseen: new Set(), mutations, changes: 0, first: null }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  getSelection()?.removeAllRanges()
}

/** Runs in the page, after a press of Tab. True once it is where it was before. */
function step(): boolean {
  const { visit } = window
  const at = document.activeElement
  // After the last one the focus leaves the page for the browser's own buttons, and comes back at
  // the first.
  if (at === null || at === document.body) return false
  if (visit.reached.has(at)) return at === visit.first
  visit.first ??= at
  visit.reached.add(at)
  const shows = (element: Element): boolean => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  // A field may leave it to the box around it.
  const around = [at, at.parentElement, at.parentElement?.parentElement].filter(
    (each) => each !== null && each !== undefined,
  )
  if (!around.some(shows))
    visit.unseen.add(`the focus is not seen on ${at.outerHTML.slice(0, 120)}`)
  return false
}

/** Runs in the page. */
function endTour(): { faults: string[]; changed: boolean } {
  const { reached, unseen, mutations } = window.visit
  mutations.disconnect()
  const can = [
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
  const missed = can
    .filter((each) => !reached.has(each))
    .map((each) => `Tab does not reach ${each.outerHTML.slice(0, 120)}`)
  return { faults: [...unseen, ...missed], changed: window.visit.changes > 0 }
}
