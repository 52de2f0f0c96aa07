// What a person sees of a held call at every size of the window and of the text: at least half of
// the card's pane is card, the act is in sight, and at 1280×800 why it asks and what it reaches too.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ApprovalId } from '../../contract/ids.ts'
import { card, task } from './harness/act.ts'
import { CARD_SIZES, lookInRun } from './harness/card-in-sight.ts'
import { axeFaultsInBothThemes } from './harness/open-to-all.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

const texts = ['100', '115', '130', '150', '175', '200']
/** CARD_PICTURES=/some/folder keeps a picture of each, to be looked at. */
const pictures = process.env['CARD_PICTURES']

test.use({ config: 'preset: careful\n' })

const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\\n')
const calls = [
  'run npm install left-pad',
  'run npm test 2>&1 | tee out.log && git add -A && git commit -m "Release notes"',
  'write notes.txt: one line',
  `write_file {"path":"src/long.ts","content":"${lines}"}`,
  'http {"method":"POST","url":"https://api.example.com/v1/items?public=1","body":"name=left-pad"}',
  'web_fetch {"url":"https://docs.example.org/guide/"}',
  'run rm -rf build ../elsewhere',
] as const

async function hold({ call, page }: Gatehouse): Promise<readonly string[]> {
  for (const text of calls) await call('runs.start', { text })
  let ids: readonly string[] = []
  await expect
    .poll(async () => {
      const list = await call('approvals.list', { states: ['pending'], limit: 50 })
      ids = list.ok ? list.value.map(({ id }) => id) : []
      return ids.length
    })
    .toBe(calls.length)
  await expect(page.getByRole('link', { name: /Approvals/ })).toBeVisible()
  return ids
}

type Seen = {
  /** Share of the pane that the bar of answers does not cover. */
  readonly card: number
  readonly title: boolean
  readonly call: boolean
  readonly why: boolean
  readonly reach: boolean
  readonly deny: boolean
  readonly allow: boolean
  readonly sideways: boolean
  /** With hardly any height the answers come after the card, and cover nothing of it. */
  readonly atTheEnd: boolean
}

/** What is in sight of the card as the page is now, scrolled to its beginning. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const drawn = document.querySelector('[data-approval]')
    const pane = drawn?.parentElement
    const foot = drawn?.querySelector('[data-bar]')
    if (!drawn || !pane || !foot) throw new Error('no card is drawn')
    pane.scrollTo(0, 0)
    const shown = pane.getBoundingClientRect()
    const end = Math.min(foot.getBoundingClientRect().top, shown.bottom, innerHeight)
    const within = (selector: string, whole: boolean): boolean => {
      const found = drawn.querySelector(selector)?.getBoundingClientRect()
      if (found === undefined || found.height === 0) return false
      return found.top >= shown.top - 1 && (whole ? found.bottom : found.top + 16) <= end + 1
    }
    const pressable = (selector: string): boolean => {
      const found = drawn.querySelector(selector)
      const box = found?.getBoundingClientRect()
      return (
        box !== undefined &&
        box.height >= 24 &&
        box.bottom <= innerHeight &&
        box.right <= innerWidth
      )
    }
    return {
      card: (end - shown.top) / shown.height,
      title: within('h2', false),
      call: within('[data-call]', false),
      why: within('[data-tier][role="group"]', true),
      reach: within('[data-reaches]', true),
      deny: pressable('[data-deny]'),
      allow: pressable('footer [data-tone="strong"]'),
      sideways: pane.scrollWidth > pane.clientWidth + 1,
      atTheEnd:
        getComputedStyle(foot).position === 'static' &&
        getComputedStyle(foot.closest('footer') ?? foot).display === 'contents',
    }
  })

test('at every size and text size at least half of the pane is card, with the act and the answers in sight @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const ids = await hold(gatehouse)
  const worst: string[] = []
  for (const [width, height] of CARD_SIZES) {
    await page.setViewportSize({ width, height })
    for (const text of texts) {
      await page.evaluate((size) => {
        document.documentElement.dataset['text'] = size
      }, text)
      for (const id of text === '100' ? ids : ids.slice(0, 2)) {
        await page.evaluate((to) => (location.hash = `#/approvals/${to}`), id)
        await card(page)
          .and(page.locator(`[data-approval="${id}"]`))
          .waitFor()
        const seen = await look(page)
        const name = `${width}x${height} at ${text} %, ${await card(page).getAttribute('aria-label')}`
        if (pictures !== undefined && (text === '100' || id === ids[0])) {
          await mkdir(pictures, { recursive: true })
          const file = `${width}x${height}-${text}-${ids.indexOf(id)}.png`
          await page.screenshot({ path: join(pictures, file) })
        }
        const answers = seen.atTheEnd || (seen.deny && seen.allow)
        if (seen.card < 0.5 || !seen.title || !answers || seen.sideways)
          worst.push(`${name}: ${JSON.stringify(seen)}`)
        if (text === '100' && !seen.call) worst.push(`${name}: the call is not in sight`)
        if (text === '100' && width === 1280 && !(seen.why && seen.reach))
          worst.push(`${name}: why or reach is below the fold, ${JSON.stringify(seen)}`)
      }
    }
  }
  expect(worst).toEqual([])
})

test('in a run at 1280×800 the card has its title, why and reach in sight, and the same keys @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.setViewportSize({ width: 1280, height: 800 })
  await task(page, 'run npm install left-pad')
  await card(page).waitFor()
  for (const key of ['D', '⇧D', 'E', 'S'])
    await expect(card(page).locator('footer kbd', { hasText: new RegExp(`^${key}$`) })).toHaveCount(
      1,
    )
  await page.locator('[data-deny]').focus()
  await page.keyboard.press('s')
  await expect(
    page.getByRole('dialog', { name: 'How far should this approval reach?' }),
  ).toBeVisible()
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('[data-deny]').focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: /^command/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+D')
  await expect(page.getByRole('textbox', { name: 'Note to the agent' })).toBeFocused()
})

test('in a run, too, at least half of the transcript is card at every size, with the act and the answers @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const ids = await hold(gatehouse)
  const worst: string[] = []
  for (const id of ids) {
    const approval = await gatehouse.call('approvals.get', { id: id as ApprovalId })
    if (!approval.ok) throw new Error(approval.error.text)
    await page.evaluate((to) => (location.hash = `#/runs/${to}`), approval.value.runId)
    await card(page)
      .and(page.locator(`[data-approval="${id}"]`))
      .waitFor()
    for (const [width, height] of CARD_SIZES) {
      await page.setViewportSize({ width, height })
      for (const text of id === ids[0] ? ['100', '130'] : ['100']) {
        await page.evaluate((size) => void (document.documentElement.dataset['text'] = size), text)
        const seen = await page.evaluate(lookInRun)
        const fits = seen.card >= 0.5 && seen.title && seen.answers && !seen.sideways
        if (!fits || (text === '100' && seen.pane < 0.4))
          worst.push(
            `${width}x${height} at ${text} %, ${approval.value.tool}: ${JSON.stringify(seen)}`,
          )
      }
    }
  }
  expect(worst).toEqual([])
})
