// A window as narrow as a phone: while a call waits, nothing in the bars at the top and at the bottom lies over
// something else or is cut off, and what shows a picture only still has its name.
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
