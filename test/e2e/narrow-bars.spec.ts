// A window as narrow as a phone: while a call waits, nothing in the bars at the top and at the bottom lies over
// something else or is cut off, and what shows a picture only still has its name. In one of a tablet
// the bars of Capabilities end where the details of a tool begin.
import type { Page } from '@playwright/test'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\n' })

/** The boxes in a bar that lie over another one, or beyond the window's edges. */
const misplaced = (page: Page, bar: string): Promise<readonly string[]> =>
  page.locator(bar).evaluate((element) => {
    const boxes = [...element.children]
      .map((child) => ({ name: child.textContent, box: child.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
    return boxes.flatMap(({ name, box }, at) => [
      ...(box.left < 0 || box.right > window.innerWidth ? [`${name} is cut off`] : []),
      ...boxes
        .slice(at + 1)
        .filter(({ box: other }) => other.left < box.right - 0.5 && other.right > box.left + 0.5)
        .map((other) => `${name} and ${other.name} overlap`),
    ])
  })

for (const width of [360, 400, 480, 500, 560, 640])
  test(`at ${width} pixels the bars fit while a call waits @whole`, async ({ gatehouse }) => {
    const { page, call } = gatehouse
    await call('runs.start', { text: 'run npm install left-pad' })
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('link', { name: '1 waiting', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Guard off' })).toBeVisible()
    expect(await misplaced(page, 'header')).toEqual([])
    expect(await misplaced(page, 'footer')).toEqual([])
  })

/** More than fit into a folded rail. */
const MANY = 105

test(`in a folded rail ${MANY} waiting calls are 99+, beside the picture @whole`, async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  for (let at = 0; at < MANY; at += 1) await call('runs.start', { text: `run echo ${at}` })
  await page.setViewportSize({ width: 720, height: 900 })
  await expect(page.getByRole('link', { name: `${MANY} waiting`, exact: true })).toBeVisible()
  const link = page.getByRole('navigation').getByRole('link', { name: /^Approvals/ })
  await expect(link).toContainText('99+')
  const seen = await link.evaluate((element) => {
    const count = element.querySelector('[class*="count"]')
    const picture = element.querySelector('svg')
    if (count === null || picture === null) throw new Error('it has no badge')
    const [badge, icon, rail] = [count, picture, element].map((each) =>
      each.getBoundingClientRect(),
    )
    if (!badge || !icon || !rail) throw new Error('nothing is drawn')
    const wide = Math.min(badge.right, icon.right) - Math.max(badge.left, icon.left)
    const high = Math.min(badge.bottom, icon.bottom) - Math.max(badge.top, icon.top)
    return {
      covered: (Math.max(0, wide) * Math.max(0, high)) / (icon.width * icon.height),
      inside: badge.left >= rail.left && badge.right <= rail.right + 1,
    }
  })
  // A corner of it.
  expect(seen.covered).toBeLessThan(0.2)
  expect(seen.inside).toBe(true)
})

test('at 1024 pixels nothing in the bars of Capabilities is under the details of a tool @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const seen: unknown[] = []
  for (const [width, height] of [
    [1024, 700],
    [1100, 700],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => void (location.hash = '/capabilities/exec'))
    const details = page.getByRole('complementary', { name: 'Details of exec' })
    await expect(details).toBeVisible()
    await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
    const edge = (await details.boundingBox())?.x ?? 0
    const inBars = () =>
      page.evaluate((side) => {
        const bar = document.querySelector('main h1')?.parentElement?.parentElement
        return [...(bar?.querySelectorAll('button, input') ?? [])]
          .filter((each) => each.checkVisibility() && each.closest('aside, table') === null)
          .map((each) => ({ name: each.textContent, box: each.getBoundingClientRect() }))
          .map(({ name, box }) => ({ name, free: box.right <= side && box.left < side }))
      }, edge)
    // What is picked from is drawn a moment after the rest.
    await expect.poll(async () => (await inBars()).length).toBeGreaterThan(5)
    const ends = await inBars()
    seen.push({
      width,
      under: ends.filter(({ free }) => !free).map(({ name }) => name),
    })
  }
  expect(seen).toEqual([1024, 1100, 1280].map((width) => ({ width, under: [] })))
})

test('at 720 pixels the table of Capabilities keeps what decides, and loses nothing at its edge @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.setViewportSize({ width: 720, height: 900 })
  await page.evaluate(() => void (location.hash = '/capabilities'))
  const heads = page.getByRole('table').getByRole('columnheader')
  await expect(heads.filter({ hasText: 'State' })).toBeInViewport({ ratio: 1 })
  expect(await heads.allTextContents()).toEqual([
    'Tool',
    'Tier',
    'Reach',
    'Default',
    'Today',
    'State',
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(heads.filter({ hasText: 'Actions' })).toBeInViewport({ ratio: 1 })
  await expect(heads.filter({ hasText: 'State' })).toBeInViewport({ ratio: 1 })
})
