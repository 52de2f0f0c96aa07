// A wide window: the queue shows its titles whole, a card its facts beside the call, and the column
// of a screen is in the middle with its head in line.
import type { Page } from '@playwright/test'
import { card } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

test.use({
  config: JSON.stringify({
    preset: 'careful',
    servers: { notes: { transport: 'stdio', command: 'node', args: ['n.mjs'], enabled: false } },
  }),
})

/** More than 300 px of it, less than 400. */
const title = 'npm install left-pad right-pad'

test('from 1440 pixels on the queue is 400 wide with whole titles, and the facts are beside the call @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await call('runs.start', { text: `run ${title}` })
  await page.evaluate(() => void (location.hash = '/approvals'))
  await expect(card(page)).toBeVisible()
  const seen: unknown[] = []
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    seen.push({ width, ...(await page.evaluate(queueAndCard)) })
  }
  // Below about 930 px a card is too narrow for two columns.
  expect(seen).toEqual([
    { width: 1280, queue: 312, cut: expect.any(Number), beside: false, filled: true },
    { width: 1440, queue: 400, cut: 0, beside: false, filled: true },
    { width: 1920, queue: 400, cut: 0, beside: true, filled: true },
  ])
})

test('at 1920 pixels the column of each screen is in the middle, with its head in line @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.setViewportSize({ width: 1920, height: 1080 })
  const seen: unknown[] = []
  const screens = ['/policy', '/policy/rules', '/servers', '/settings', '/agents', '/schedules']
  for (const path of screens) {
    await page.evaluate((route) => void (location.hash = route), path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    seen.push({ path, ...(await inTheMiddle(page)) })
  }
  expect(seen).toEqual(screens.map((path) => ({ path, offCentre: 0, offHead: 0 })))
})

/** Runs in the page. */
function queueAndCard() {
  const drawn = document.querySelector('[data-approval]')
  const row = document.querySelector('main [aria-current="true"]')
  const queue = row?.closest('ul')?.parentElement?.parentElement
  const pane = drawn?.parentElement
  const facts = [...(drawn?.querySelectorAll('h3') ?? [])].find(({ textContent }) =>
    textContent.startsWith('What it reaches'),
  )
  const shown = drawn?.querySelector('[data-call]')
  if (!drawn || !row || !queue || !pane || !facts || !shown) throw new Error('no card is drawn')
  const name = row.querySelector('code, b')
  const clipped = name?.closest('span') ?? row
  return {
    queue: Math.round(queue.getBoundingClientRect().width),
    cut: Math.max(0, clipped.scrollWidth - clipped.clientWidth),
    beside: facts.getBoundingClientRect().left >= shown.getBoundingClientRect().right,
    /** Nothing of the pane is left over but its margins. */
    filled: pane.getBoundingClientRect().right - drawn.getBoundingClientRect().right <= 40,
  }
}

/** How far the column is from the middle of its place, and the head from the column's edge, in px. */
const inTheMiddle = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    // The first thing that leaves much of its place free; what is beside a list ends where that does.
    const column = [...main.querySelectorAll('*')].find((each) => {
      const { width, right } = each.getBoundingClientRect()
      const parent = each.parentElement?.getBoundingClientRect()
      if (parent === undefined || !each.checkVisibility()) return false
      return width >= 600 && parent.width - width >= 100 && parent.right - right >= 40
    })
    const parent = column?.parentElement
    if (!column || !parent) throw new Error('no column is drawn')
    const box = column.getBoundingClientRect()
    const around = parent.getBoundingClientRect()
    const head = [...main.querySelectorAll('h1, h2')].find(
      (each) => each.checkVisibility() && each.getBoundingClientRect().left >= around.left,
    )
    if (head === undefined) throw new Error('it has no head')
    const edge = box.left + Number.parseFloat(getComputedStyle(column).paddingInlineStart)
    return {
      offCentre: Math.round(
        box.left - around.left - (around.left + parent.clientWidth - box.right),
      ),
      offHead: Math.round(head.getBoundingClientRect().left - edge),
    }
  })
