// Audit over a long journal, in a real browser: first page, a filter with full text, the wheel and
// a fling, and rows that arrive while it follows.
//
//   npm run bench -- window-audit          GATEHOUSE_BENCH_ROWS=100000 for a shorter one
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openStore } from '../../main/store/open.ts'
import { journalFinder } from '../../main/store/journal/journal-finder.ts'
import { parseQuery } from '../../contract/journal/journal-query.ts'
import { startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { RARE, writeJournal } from './journal-rows.ts'
import { type BenchLine, median } from './line.ts'

const ROWS = Number(process.env['GATEHOUSE_BENCH_ROWS'] ?? 1_000_000)
const FRAMES = 240
/** To look at the first screen of a new window. */
const LOOK_MS = 1_000
const FRAME_MS = 17.5
const queries = [
  `tool:write_file ${RARE}`,
  'tool:exec decision:deny frost',
  'decision:deny status:failed',
  'agent:agent-3 tier:>=R2 after:7d lavender',
  '-tool:exec orange',
]

export function run(): Promise<BenchLine[]> {
  return withHome(async (home) => {
    const data = join(home, 'gatehouse', 'data')
    mkdirSync(data, { recursive: true, mode: 0o700 })
    await writeJournal(
      join(data, 'gatehouse.db'),
      join(home, 'gatehouse', 'state', 'journal-head.json'),
      ROWS,
      Date.now(),
    )
    const store = await storeLines(data)
    return withBrowser(async (browser) => {
      const host = await startBrowserHost(home)
      try {
        const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
        await page.goto(host.url)
        return [...store, ...(await pageLines(page))]
      } finally {
        await host.stop()
      }
    })
  })
}

const line = (
  name: string,
  value: number,
  unit: string,
  most: number | null,
  digits = 1,
): BenchLine => ({
  name: `${ROWS.toLocaleString('en')} rows: ${name}`,
  value: `${value.toFixed(digits)} ${unit}`,
  goal: most === null ? null : `at most ${most} ${unit}`,
  holds: most === null ? null : value <= most,
})

async function storeLines(data: string): Promise<BenchLine[]> {
  const opened = await openStore(join(data, 'gatehouse.db'), { now: Date.now })
  if (!opened.ok) throw new Error(opened.error.text)
  const finder = await journalFinder(opened.value.db, join(data, 'journal-index.db'))
  const began = performance.now()
  while (finder.step(5_000));
  const rate = (ROWS / (performance.now() - began)) * 1_000
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    for (const text of queries) {
      const query = parseQuery(text, Date.now())
      if (!query.ok) throw new Error(query.error.text)
      const from = performance.now()
      finder.page(query.value, {}, 50, 25)
      times.push(performance.now() - from)
    }
  }
  const from = performance.now()
  finder.sums.overview(Date.now(), 2_160, 30)
  finder.sums.attention(Date.now(), 2_160, 30)
  const sums = performance.now() - from
  finder.close()
  opened.value.close()
  return [
    line('taken into the index', rate, 'rows/s', null, 0),
    line('filter and full text in the store, median', median(times), 'ms', 5),
    line('sums of the charts over 90 days', sums, 'ms', 100),
  ]
}

async function pageLines(page: Page): Promise<BenchLine[]> {
  const table = page.getByRole('table')
  const empty = await heap(page)
  const visit = async (): Promise<number> => {
    await page.getByRole('link', { name: 'Runs' }).click()
    return untilRows(page, () => (location.hash = '#/audit'), null)
  }
  // Right away: the window fetches its screens, and main still starts.
  const hurried = await visit()
  const newWindow = async (waited: number): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 9; round++) {
      await page.getByRole('link', { name: 'Runs' }).click()
      await page.reload()
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await page.waitForTimeout(waited)
      times.push(await visit())
    }
    return median(times)
  }
  const atOnce = await newWindow(0)
  const fresh = await newWindow(LOOK_MS)
  const later: number[] = []
  for (let round = 0; round < 9; round++) later.push(await visit())
  await table.waitFor()
  const searches: number[] = []
  for (const query of [...queries.slice(0, 2), queries[4] ?? '']) {
    await page.getByRole('combobox', { name: 'Search the journal' }).fill('tool:list_directory')
    await page.waitForTimeout(300)
    searches.push(await untilRows(page, null, query))
  }
  await page.getByRole('combobox', { name: 'Search the journal' }).fill('')
  await page.waitForTimeout(500)
  const wheel = await frames(page, 102)
  const fling = await frames(page, 1_360)
  const after = await heap(page)
  return [
    line('first page as the first thing in a window that still starts', hurried, 'ms', null),
    line('first page at once when a window has its first screen, median of 9', atOnce, 'ms', null),
    line('first page in a window a second old, median of 9', fresh, 'ms', 50),
    line('the same later, median of 9', median(later), 'ms', 50),
    line('filter and full text in the window, median', median(searches), 'ms', 100),
    line('late frames at wheel speed', wheel.late, '%', 1),
    line('late frames in a fling', fling.late, '%', 5),
    line('longest frame of both', Math.max(wheel.worst, fling.worst), 'ms', null),
    line('heap of the page over the empty one', after - empty, 'MB', 10),
  ]
}

/** From the change of place or query to the frame that shows other rows than before. */
const untilRows = (page: Page, go: (() => void) | null, query: string | null): Promise<number> =>
  page.evaluate(
    ({ source, text }) =>
      new Promise<number>((resolve) => {
        // Rows in sight: the list may be in the page before it is shown.
        const seen = (): string => {
          const row = document.querySelector('[data-index="0"] [data-stop][aria-label]')
          return row?.checkVisibility() === true ? (row.getAttribute('aria-label') ?? '') : ''
        }
        const before = seen()
        const began = performance.now()
        if (source !== null) location.hash = '#/audit'
        const field = document.querySelector<HTMLInputElement>('input[role="combobox"]')
        if (text !== null && field !== null) {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
            field,
            text,
          )
          field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
        const look = (): void => {
          if (
            (source === null ? seen() !== '' && seen() !== before : seen() !== '') ||
            performance.now() - began > 10_000
          ) {
            const end = performance.now()
            requestAnimationFrame(() => resolve(end - began))
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { source: go === null ? null : 'audit', text: query },
  )

/** Scrolls by so many pixels a frame and looks at how long each frame took. */
const frames = (page: Page, step: number): Promise<{ late: number; worst: number }> =>
  page.evaluate(
    ({ by, count, limit }) =>
      new Promise<{ late: number; worst: number }>((resolve) => {
        const scroller = document.querySelector('[role="table"] > [role="rowgroup"]:last-child')
        const times: number[] = []
        let last = performance.now()
        const next = (now: number): void => {
          times.push(now - last)
          last = now
          if (times.length > count) {
            times.shift()
            resolve({
              late: (times.filter((time) => time > limit).length / times.length) * 100,
              worst: Math.max(...times),
            })
            return
          }
          scroller?.scrollBy(0, by)
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    { by: step, count: FRAMES, limit: FRAME_MS },
  )

/** MB (10^6 bytes) after collecting what nobody holds. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}
