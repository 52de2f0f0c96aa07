// The rules of a policy with a thousand of them, in a real Chromium: how soon they can be used after
// the click that leads to them, how soon the last one is there once it was scrolled to, how soon what is typed in their
// search is on the screen, and how long the check of such a text takes.
//
//   npm run bench -- window-rules
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callFromPage } from '../e2e/harness/call-from-page.ts'
import { startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { inputs, most, watchInput } from './input-times.ts'
import { type BenchLine, median } from './line.ts'

const RULES = 1_000
const VISITS = 9
const CHECKS = 5
const WORDS = ['paths 42', 'deploy', 'nobody reads']

const effects = ['deny', 'confirm', 'allow'] as const

/** Each of its own, of five kinds, as a policy of many teams has them. */
function ruleAt(at: number): object {
  const kinds = [
    { paths: [`src/part-${at}/**`, `docs/part-${at}/**`] },
    { commands: [`deploy part-${at}`, `npm run build-${at}`], agents: ['claude-code'] },
    { domains: [`part-${at}.example.org`], methods: ['GET'] },
    { tools: ['read_file'], agents: [`team-${at}`] },
    { ids: [`mcp.server-${at}.*`], tiers: ['R2'] },
  ]
  return {
    id: `rule-${at}`,
    when: kinds[at % kinds.length],
    effect: effects[at % effects.length],
    reason: `Part ${at} is looked after by its own team.`,
  }
}

export function run(): Promise<BenchLine[]> {
  return withHome((home) =>
    withBrowser(async (browser) => {
      const folder = join(home, 'gatehouse')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const text = JSON.stringify({
        rules: Array.from({ length: RULES }, (_, at) => ruleAt(at)),
      })
      await writeFile(join(folder, 'config.yaml'), text)
      const host = await startBrowserHost(home)
      try {
        const page = await browser.newPage()
        await page.goto(host.url)
        await page.getByRole('link', { name: 'Policy' }).waitFor()
        const checks = await timedChecks(page, text)
        const visits: Visit[] = []
        for (let visit = 0; visit < VISITS; visit++) {
          await page.getByRole('link', { name: 'Policy' }).click()
          await page.getByRole('link', { name: 'Rules', exact: true }).waitFor()
          visits.push(await page.evaluate(openRules, RULES))
          await page.getByRole('link', { name: 'Runs' }).click()
          await page.getByRole('textbox', { name: 'Message' }).waitFor()
        }
        await page.getByRole('link', { name: 'Policy' }).click()
        await page.getByRole('link', { name: 'Rules', exact: true }).click()
        await page.evaluate(watchInput)
        await page.getByRole('searchbox', { name: 'Filter rules' }).focus()
        for (const word of [...WORDS, ...WORDS, ...WORDS]) {
          await page.keyboard.type(word, { delay: 60 })
          for (let back = 0; back < word.length; back++)
            await page.keyboard.press('Backspace', { delay: 20 })
        }
        const typing = await inputs(page)
        const line = (name: string, value: number, goal: number): BenchLine => ({
          name,
          value: `${value.toFixed(0)} ms`,
          goal: `below ${goal} ms`,
          holds: value < goal,
        })
        return [
          line(
            `click until the first of ${RULES} rules are painted and answer, first visit`,
            visits[0]?.painted ?? Number.NaN,
            200,
          ),
          line(`the same, median of ${VISITS}`, median(visits.map(({ painted }) => painted)), 200),
          line(
            'from the first to the last by scrolling, median',
            median(visits.map(({ last }) => last)),
            200,
          ),
          line(`typing in their search to paint, p99 of ${typing.length}`, most(typing), 50),
          line('policy.check of that text, by the page, median', median(checks), 500),
        ]
      } finally {
        await host.stop()
      }
    }),
  )
}

async function timedChecks(page: Page, text: string): Promise<readonly number[]> {
  const times: number[] = []
  for (let turn = 0; turn < CHECKS; turn++) {
    const began = performance.now()
    const checked = await callFromPage(page, 'policy.check', { text })
    times.push(performance.now() - began)
    if (!checked.ok) throw new Error(checked.error.text)
    if (checked.value.problems.length > 0)
      throw new Error(`the policy is broken: ${checked.value.problems[0]?.text}`)
  }
  return times
}

/**
 * Milliseconds: from the click until rows are painted and a task answered; from scrolling to the end
 * until the last rule is there.
 */
type Visit = { readonly painted: number; readonly last: number }

/** Runs in the page. */
function openRules(count: number): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const link = [...document.querySelectorAll<HTMLElement>('main a')].find((each) =>
      each.getAttribute('href')?.endsWith('/policy/rules'),
    )
    if (link === undefined) return reject(new Error('no link to the rules'))
    const began = performance.now()
    const rows = (): readonly HTMLElement[] => [
      ...document.querySelectorAll<HTMLElement>('main li[data-effect]'),
    ]
    let painted = 0
    let left = 0
    const look = (): void => {
      if (painted === 0 && rows().length >= 5) {
        // One frame that shows them, and one task after it: whatever was in the way is over.
        painted = -1
        requestAnimationFrame(() => setTimeout(() => (painted = performance.now() - began)))
      }
      if (painted > 0) {
        // Heights are guesses until a row was there, so the end moves: scrolled to until it is.
        if (left === 0) left = performance.now()
        const scroller = rows()[0]?.closest('[role=region]')
        if (scroller !== null && scroller !== undefined) scroller.scrollTop = scroller.scrollHeight
        if (rows().some((row) => row.ariaPosInSet === String(count)))
          return resolve({ painted, last: performance.now() - left })
      }
      requestAnimationFrame(look)
    }
    link.click()
    look()
  })
}
