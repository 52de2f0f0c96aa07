// A journal whose list is longer than an element of a page may be, scrolled as a person does: by
// the wheel, by the thumb of the scrollbar, by keys. At every place the rows are those that belong
// there, one after the other.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LONGEST } from '../../renderer/ui/lists/long-space.ts'
import { writeJournal } from '../bench/journal-rows.ts'
import { findChromium } from '../chromium.mjs'
import { expect, test } from './harness/test.ts'

const executablePath = findChromium()
// Playwright hides scrollbars, and here one is dragged.
test.use({
  launchOptions: {
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath === null ? {} : { executablePath }),
  },
})

/** Days that a hundred rows may lie in. */
const MOST_DAYS = 3
const ROWS = 240_000

/** Numbers of the rows in sight, top to bottom; null for one that is not read yet. */
const inSight = (page: Page): Promise<(number | null)[]> =>
  page.evaluate(() => {
    const scroller = document.querySelector('[role="table"] > [role="rowgroup"]:last-child')
    if (scroller === null) return []
    const { top, bottom } = scroller.getBoundingClientRect()
    return Array.from(scroller.querySelectorAll('[data-index]'), (row) => ({
      box: row.getBoundingClientRect(),
      name: row.querySelector('[data-stop]')?.getAttribute('aria-label'),
    }))
      .filter(({ box }) => box.top >= top - 1 && box.bottom <= bottom + 1)
      .toSorted((a, b) => a.box.top - b.box.top)
      .map(({ name }) =>
        name === null || name === undefined ? null : Number(name.replaceAll(/\D/g, '')),
      )
  })

/** The number of the first row in sight, once all of them are read and follow each other. */
async function finished(page: Page): Promise<number> {
  let first = 0
  await expect(async () => {
    const seen = await inSight(page)
    first = seen[0] ?? 0
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.map((_, at) => first - at))
  }).toPass({ intervals: [50] })
  return first
}

test('a list beyond the longest element is scrolled by wheel, thumb and keys @whole', async ({
  gatehouse,
}) => {
  await gatehouse.stop()
  const data = join(gatehouse.home, 'data')
  await Promise.all(
    [data, join(gatehouse.home, 'state')].map((folder) =>
      rm(folder, { recursive: true, force: true }),
    ),
  )
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeJournal(
    join(data, 'gatehouse.db'),
    join(gatehouse.home, 'state', 'journal-head.json'),
    ROWS,
    Date.now(),
  )
  await gatehouse.restart()
  const { page } = gatehouse
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Events' }).click()
  const newest = await finished(page)
  expect(newest).toBeGreaterThanOrEqual(ROWS)

  const scroller = page.locator('[role="table"] > [role="rowgroup"]:last-child')
  const height = (await page.locator('[data-index]').first().boundingBox())?.height ?? 0
  const box = await scroller.boundingBox()
  if (box === null) throw new Error('the list is not there')
  expect(height * ROWS).toBeGreaterThan(LONGEST)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const wheel = async (pixels: number, times: number): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) await page.mouse.wheel(0, pixels)
  }
  /** So many rows further down, less the headings of the days between them. */
  const expectDown = async (from: number, rows: number): Promise<void> =>
    expect(async () => {
      const moved = from - (await finished(page))
      expect(moved).toBeGreaterThanOrEqual(rows - MOST_DAYS)
      expect(moved).toBeLessThanOrEqual(rows)
    }).toPass({ intervals: [50] })
  /** A turn of the wheel moves the rows by just as much, wherever the list is. */
  const turned = async (): Promise<void> => {
    const before = await finished(page)
    await wheel(10 * height, 6)
    await expectDown(before, 60)
    await wheel(-10 * height, 6)
    await expect.poll(() => finished(page)).toBe(before)
  }
  await wheel(40 * height, 3)
  await expectDown(newest, 120)
  await turned()

  // The thumb, to the middle and to both ends.
  const x = box.x + box.width - 6
  const arrow = 11
  const thumb = 12
  const drag = async (to: number): Promise<void> => {
    const part = await scroller.evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollTop / (scrollHeight - clientHeight),
    )
    await page.mouse.move(x, box.y + arrow + thumb / 2 + part * (box.height - 2 * arrow - thumb))
    await page.mouse.down()
    await page.mouse.move(x, to, { steps: 12 })
    await page.mouse.up()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  }
  await page.keyboard.press('Escape')
  await scroller.evaluate((element) => element.scrollTo(0, 0))
  await drag(box.y + box.height / 2)
  const middle = await finished(page)
  expect(Math.abs(middle - newest / 2)).toBeLessThan(newest / 10)
  await turned()
  await drag(box.y + box.height + 60)
  await expect.poll(async () => (await inSight(page)).at(-1)).toBe(1)
  await wheel(-40 * height, 3)
  // All three turns of the wheel: the rows are in order after each of them.
  await expect.poll(() => finished(page)).toBeGreaterThan(120)
  const low = await finished(page)
  await turned()

  await page.getByRole('button', { name: `Row ${low - 3}`, exact: true }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: `Row ${newest}`, exact: true })).toBeFocused()
  expect(await finished(page)).toBe(newest)
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Row 1', exact: true })).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('k')
  const stood = await finished(page)
  await page.keyboard.press('j')
  expect(await finished(page)).toBe(stood)
})
