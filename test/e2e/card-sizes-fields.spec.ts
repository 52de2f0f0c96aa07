// What a person types into a held card, at every size of the window: in sight and free without
// scrolling, beside at least half a pane of card and the answers.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ApprovalId } from '../../contract/ids.ts'
import { card } from './harness/act.ts'
import { CARD_SIZES, fieldInSight, formInSight, lookInRun } from './harness/card-in-sight.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

test.use({ config: 'preset: careful\n' })

/** More than a low window is high: the call, and the form that changes it. */
const LONG = {
  path: 'docs/offer.md',
  content: Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n'),
}
const NOTE = '[data-note]'
const PROOF = '[data-proof]'
/** CARD_PICTURES=/some/folder keeps a picture of each, to be looked at. */
const pictures = process.env['CARD_PICTURES']

async function held({ call }: Gatehouse, text: string) {
  const started = await call('runs.start', { text })
  if (!started.ok) throw new Error(started.error.text)
  let id: ApprovalId | null = null
  await expect
    .poll(async () => {
      const list = await call('approvals.list', { states: ['pending'], limit: 50 })
      id = list.ok ? (list.value.find(({ runId }) => runId === started.value.id)?.id ?? null) : null
      return id
    })
    .not.toBe(null)
  return [`#/approvals/${String(id)}`, `#/runs/${started.value.id}`] as const
}

async function faults(page: Page, field: string): Promise<string[]> {
  const worst: string[] = []
  for (const [width, height] of CARD_SIZES) {
    await page.setViewportSize({ width, height })
    for (const text of ['100', '130']) {
      await page.evaluate((size) => void (document.documentElement.dataset['text'] = size), text)
      const inSight = await page.evaluate(fieldInSight, field)
      const seen = await page.evaluate(lookInRun)
      if (pictures !== undefined) {
        const where = page.url().includes('/runs/') ? 'run' : 'queue'
        const file = `${field.slice('[data-'.length, -1)}-${where}-${width}x${height}-${text}.png`
        await page.screenshot({ path: join(pictures, file) })
      }
      const fits =
        (inSight || seen.atTheEnd) &&
        seen.card >= 0.5 &&
        seen.title &&
        seen.answers &&
        !seen.sideways &&
        seen.frame.length === 0
      if (!fits || (text === '100' && seen.atTheEnd))
        worst.push(`${width}x${height} at ${text} %: ${JSON.stringify({ inSight, ...seen })}`)
    }
  }
  return worst
}

test('the passphrase is typed in sight at every size, in the queue and in a run @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await gatehouse.call('step-up.set-passphrase', { passphrase: 'correct horse' })
  const worst: string[] = []
  for (const hash of await held(gatehouse, 'run git push --force origin main')) {
    await page.evaluate((to) => void (location.hash = to), hash)
    await card(page).locator(PROOF).waitFor()
    worst.push(...(await faults(page, PROOF)).map((each) => hash + each))
  }
  expect(worst).toEqual([])
})

test('the form of changed arguments opens in sight, with what ends it, in the queue and in a run @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const worst: string[] = []
  for (const hash of await held(gatehouse, `write_file ${JSON.stringify(LONG)}`)) {
    await page.evaluate((to) => void (location.hash = to), hash)
    await card(page).locator('[data-deny]').waitFor()
    for (const [width, height] of CARD_SIZES) {
      await page.setViewportSize({ width, height })
      for (const text of ['100', '130']) {
        await page.evaluate((size) => void (document.documentElement.dataset['text'] = size), text)
        await page.evaluate(() => document.querySelector('[data-approval]')?.scrollIntoView())
        await card(page).locator('[data-deny]').focus()
        await page.keyboard.press('e')
        await expect(card(page).locator('[data-edit] textarea').first()).toBeFocused()
        const seen = await page.evaluate(formInSight)
        if (pictures !== undefined) {
          const where = hash.includes('/runs/') ? 'run' : 'queue'
          await page.screenshot({
            path: join(pictures, `edit-${where}-${width}x${height}-${text}.png`),
          })
        }
        if (seen.hidden.length > 0 && !(seen.atTheEnd && text !== '100'))
          worst.push(`${hash} ${width}x${height} at ${text} %: ${seen.hidden.join(', ')}`)
        await page.keyboard.press('Escape')
        await expect(card(page).locator('[data-edit]')).toHaveCount(0)
      }
    }
  }
  expect(worst).toEqual([])
})

test('the note to the agent is written in sight at every size, in the queue and in a run @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const worst: string[] = []
  for (const hash of await held(gatehouse, 'run npm install left-pad')) {
    await page.evaluate((to) => void (location.hash = to), hash)
    await card(page).locator('[data-deny]').focus()
    await page.keyboard.press('Shift+D')
    await expect(card(page).locator(NOTE)).toBeFocused()
    worst.push(...(await faults(page, NOTE)).map((each) => hash + each))
  }
  expect(worst).toEqual([])
})

test('what is said of a press that was too short is in sight above the answers, in the queue and in a run @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const addresses = await held(gatehouse, 'run npm install left-pad')
  for (const address of addresses)
    for (const [width, height] of [
      [640, 400],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate((hash) => void (location.hash = hash), address)
      await expect(card(page)).toBeVisible()
      const said = card(page).getByRole('status').filter({ hasText: 'Released too early' })
      // The first presses scroll through the call.
      await expect(async () => {
        await page.keyboard.press('a')
        await expect(said).toBeVisible({ timeout: 1_000 })
      }).toPass()
      expect(
        await said.evaluate((element) => {
          const pane = element.closest('[role="log"], [class*="pane"]')?.getBoundingClientRect()
          const box = element.getBoundingClientRect()
          const drawn = document.elementFromPoint(box.left + 4, box.top + box.height / 2)
          return {
            inSight: pane !== undefined && box.top >= pane.top && box.bottom <= pane.bottom,
            free: drawn !== null && element.contains(drawn),
          }
        }),
        `${address} at ${width}x${height}`,
      ).toEqual({ inSight: true, free: true })
    }
})
