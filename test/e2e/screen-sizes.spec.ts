// Every screen at every size of the window and of the text: no wider than the window, its heading and
// its first action in sight, nothing sticking out or lying over anything else.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../renderer/app/screens.ts'
import { cutOff } from './harness/cut-off.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { expect, test } from './harness/test.ts'

const sizes = [
  [640, 400],
  [720, 900],
  [1024, 700],
  [1280, 800],
  [1920, 1080],
] as const
const texts = ['100', '130', '200']

test.use({ config: 'preset: careful\n' })

test('no screen is cut off at any size of the window or of the text @whole', async ({
  gatehouse,
}) => {
  const { page, call, workspace } = gatehouse
  await writeFile(join(workspace, 'plan.md'), '# A plan\n\nOne step, and then another.\n')
  for (const text of ['read plan.md', 'write plan.md: Another plan.', 'run npm install left-pad'])
    await call('runs.start', { text })
  await expect(page.getByRole('link', { name: '2 waiting', exact: true })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const { path } of screens) {
    await page.evaluate((route) => void (location.hash = route), path)
    await expect(page.locator(`a[aria-current="page"][href$="${path}"]`)).toHaveCount(1)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      for (const text of texts) {
        await page.evaluate((size) => void (document.documentElement.dataset['text'] = size), text)
        await rest(page)
        const where = `${path} at ${width}x${height}, text ${text} %`
        const faults = [
          ...(await page.evaluate(faultsOfLayout)),
          ...(await page.evaluate(cutOff)),
          // Twice as large as what is small already: the frame leaves hardly a line.
          ...(height === 400 && text !== '100' ? [] : await page.evaluate(firstThings)),
        ]
        found.push(...faults.map((fault) => `${where}: ${fault}`))
      }
    }
  }
  expect(found).toEqual([])
})

test('after an emergency stop a run of the list can still be seen and opened in a low window @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await call('runs.start', { text: 'run echo one' })
  await call('emergency-stop.stop', {})
  await page.setViewportSize({ width: 640, height: 400 })
  await page.evaluate(() => void (location.hash = '/runs'))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Everything is stopped.')
  const run = page.getByRole('button', { name: /^run echo one/ })
  await run.scrollIntoViewIfNeeded()
  await rest(page)
  // All of it, and nothing lies over it.
  const seen = await run.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const at = (y: number): boolean =>
      element.contains(document.elementFromPoint(left + width / 2, y))
    return height > 30 && at(top + 2) && at(top + height - 2)
  })
  expect(seen).toBe(true)
  await run.click()
  await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible()
})

/** The size is drawn: what measures itself has had its turn. */
const rest = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))),
      ),
  )

/** Runs in the page. The heading of the screen and the first thing to press are in sight. */
function firstThings(): string[] {
  const inSight = (element: Element | undefined): boolean => {
    const box = element?.getBoundingClientRect()
    return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight
  }
  const shown = [...document.querySelectorAll('main h1, main h2')].filter((each) =>
    each.checkVisibility(),
  )
  const presses = [...document.querySelectorAll('main button, main a[href], main input')].filter(
    (each) => each.checkVisibility() && !each.matches(':disabled'),
  )
  return [
    ...(shown.some(inSight) ? [] : ['no heading is in sight']),
    ...(presses.some(inSight) ? [] : ['nothing to press is in sight']),
  ]
}
