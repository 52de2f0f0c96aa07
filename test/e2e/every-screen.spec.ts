// Every screen of the list that the rail reads, and its main states: open to everybody in both
// themes, by keyboard, and from right to left. A new screen is covered by being in that list; a
// state of it that needs an address of its own is added here.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../renderer/app/screens.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { axeFaultsInBothThemes } from './harness/open-to-all.ts'
import { smallTargets } from './harness/small-targets.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

/** By the path of the screen: how its other main states are reached from there. */
const states: Readonly<Record<string, readonly ((page: Page) => Promise<unknown>)[]>> = {
  '/runs': [(page) => page.getByRole('button', { name: /^read plan\.md/ }).click()],
  '/capabilities': [
    (page) => page.getByRole('button', { name: 'write_file', exact: true }).click(),
  ],
  '/servers': [(page) => page.getByRole('button', { name: 'Add a server…' }).click()],
  '/audit': [
    (page) => page.getByRole('table', { name: 'Calls' }).locator('[data-index]').first().click(),
    (page) => page.getByRole('button', { name: 'Charts' }).click(),
  ],
}

/** Something to see everywhere: a run that has ended, and a call that waits. */
async function fill(gatehouse: Gatehouse): Promise<void> {
  await writeFile(join(gatehouse.workspace, 'plan.md'), '# A plan\n\nOne step, and then another.\n')
  for (const text of ['read plan.md', 'write plan.md: Another plan.'])
    await gatehouse.call('runs.start', { text })
  await expect(gatehouse.page.getByRole('link', { name: '1 waiting', exact: true })).toBeVisible()
}

async function eachState(page: Page, view: (where: string) => Promise<void>): Promise<void> {
  for (const { path } of screens) {
    await page.evaluate((route) => void (location.hash = route), path)
    await expect(page.locator(`a[aria-current="page"][href$="${path}"]`)).toHaveCount(1)
    await finished(page)
    await view(path)
    for (const [at, reach] of (states[path] ?? []).entries()) {
      await reach(page)
      await finished(page)
      await view(`${path}, state ${at + 1}`)
    }
  }
}

/** What the screen has asked main for is answered and drawn. */
async function finished(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await page.evaluate(quiet)
}

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

test('whatever can be pressed is at least 24 pixels wide and high on every screen', async ({
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

/** Runs in the page. Nothing has come or gone for a while. */
function quiet(): Promise<void> {
  return new Promise((done) => {
    const again = (): ReturnType<typeof setTimeout> => setTimeout(over, 150)
    let timer = again()
    const changes = new MutationObserver(() => {
      clearTimeout(timer)
      timer = again()
    })
    function over(): void {
      changes.disconnect()
      done()
    }
    changes.observe(document.body, { subtree: true, childList: true })
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
