// How soon a person sees a held call: from the decision in main (the time of its journal row, which
// is written before anything else happens) to the frame in which the approval card is in the
// window. And what ten thousand of them cost: held-many.ts.
//
//   npm run bench -- held               HELD=1000 for fewer
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { CannotGoOn } from '../../main/host/launch/say.mjs'
import { startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { manyHeld } from './held-many.ts'
import { type BenchLine, median } from './line.ts'

const CALLS = 40

export async function run(): Promise<BenchLine[]> {
  return [...(await soonSeen()), ...(await manyHeld())]
}

function soonSeen(): Promise<BenchLine[]> {
  return withHome((home) =>
    withBrowser(async (browser) => {
      const host = await startBrowserHost(home)
      try {
        const page = await browser.newPage()
        await page.addInitScript(watchForCards)
        await page.goto(host.url)
        for (let call = 1; call <= CALLS; call++) await holdAndDeny(page, call)
        const decided = decisionTimes(home)
        const seen = await page.evaluate(() => Object.values(window.cardsSeen))
        if (decided.length !== CALLS || seen.length !== CALLS)
          throw new CannotGoOn(
            `${decided.length} decisions and ${seen.length} cards of ${CALLS} calls came in time, so nothing was measured. Try again when the machine does less.`,
          )
        const times = seen.map((at, index) => at - (decided[index] ?? Number.NaN))
        const sorted = times.toSorted((a, b) => a - b)
        const most = sorted[Math.ceil(CALLS * 0.95) - 1] ?? Number.NaN
        return [
          {
            name: 'decision until the card is seen, median',
            value: `${median(times).toFixed(0)} ms`,
            goal: null,
            holds: null,
          },
          {
            name: 'decision until the card is seen, 95 of 100',
            value: `${most.toFixed(0)} ms`,
            goal: 'under 100 ms',
            holds: most < 100,
          },
          {
            name: `decision until the card is seen, worst of ${CALLS}`,
            value: `${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms`,
            goal: null,
            holds: null,
          },
        ]
      } finally {
        await host.stop()
      }
    }),
  )
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    /** When each card was first in a frame, by approval id, in the order they came. */
    cardsSeen: Record<string, number>
  }
}

/** Runs in the page. */
function watchForCards(): void {
  window.cardsSeen = {}
  const look = (): void => {
    for (const card of document.querySelectorAll<HTMLElement>('[data-approval]')) {
      const id = card.dataset['approval'] ?? ''
      if (id in window.cardsSeen || card.getBoundingClientRect().height === 0) continue
      window.cardsSeen[id] = Number.NaN
      // The callback runs just before the frame that shows the card; the next one, just after.
      requestAnimationFrame(() => requestAnimationFrame(() => (window.cardsSeen[id] = Date.now())))
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
}

async function holdAndDeny(page: Page, call: number): Promise<void> {
  await page.locator('textarea').fill(`write note-${call}.txt: one line of text`)
  await page.getByRole('button', { name: 'Send' }).click()
  const card = page.locator('[data-approval]').first()
  await card.waitFor()
  await page.waitForFunction(
    (count) => Object.values(window.cardsSeen).filter((at) => at > 0).length === count,
    call,
  )
  await card.getByRole('button', { name: /^Deny/ }).first().click()
  await card.waitFor({ state: 'detached' })
}

const Tail = z.object({
  rows: z.array(z.object({ at: z.int(), entry: z.looseObject({ kind: z.string() }) })),
})

function decisionTimes(home: string): readonly number[] {
  const cli = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')
  const env = { PATH: process.env['PATH'], HOME: home, GATEHOUSE_HOME: join(home, 'gatehouse') }
  const { stdout } = spawnSync(
    process.execPath,
    [cli, 'audit', 'tail', '-n', String(CALLS * 10), '--json'],
    { env, encoding: 'utf8' },
  )
  return Tail.parse(JSON.parse(stdout))
    .rows.filter(({ entry }) => entry.kind === 'decision')
    .map(({ at }) => at)
}
