// Every dialog and sheet that a screen opens by a button: open to everybody in both themes, as wide as
// the window lets it be, held by Tab, closed by Escape, and the focus is back where it came from.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../renderer/app/screens.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { axeFaultsInBothThemes } from './harness/open-to-all.ts'
import { smallTargets } from './harness/small-targets.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

test.use({
  config:
    'preset: careful\nrehearsal: {automatic: false}\nrules: [{id: no-env, effect: deny, when: {paths: [/etc/**]}, reason: Not here.}]\n',
})

/** Where there are more buttons than on the first page of a screen. */
const more = ['/policy/rules', '/policy/allowlists', '/servers/add', '/schedules', '/agents/own']

async function fill({ call, page, workspace }: Gatehouse): Promise<void> {
  await writeFile(join(workspace, 'plan.md'), '# A plan\n\nOne step, and then another.\n')
  for (const text of ['read plan.md', 'run echo one']) await call('runs.start', { text })
  await expect(page.getByRole('link', { name: '1 waiting', exact: true })).toBeVisible()
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Runs in the page: the buttons that may open one, each marked with its number. */
function openers(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main button, header button')].flatMap(
    (element, at) => {
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
      const opens =
        element.getAttribute('aria-haspopup') === 'dialog' ||
        /…|^(?:Edit|Remove|Export|Views) /.test(name)
      if (!opens || element.matches(':disabled, [aria-disabled="true"]')) return []
      if (element.closest('[inert]') !== null || !element.checkVisibility()) return []
      element.dataset['opens'] = String(at)
      return [`${at} ${name}`]
    },
  )
}

test('each of them is open to everybody, holds Tab, and gives the focus back on Escape @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await fill(gatehouse)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const seen = new Set<string>()
  const found: string[] = []
  for (const path of [...screens.map((screen) => screen.path), ...more]) {
    await page.evaluate((route) => void (location.hash = route), path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    // A list that draws only what is in sight knows a frame later what that is.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    for (const name of await page.evaluate(openers)) {
      const opener = page.locator(`[data-opens="${name.split(' ')[0]}"]`)
      if ((await opener.count()) === 0 || !(await opener.isVisible())) continue
      await opener.focus()
      await page.keyboard.press('Enter')
      const opened = await dialog(page)
        .first()
        .waitFor({ timeout: 1_500 })
        .then(() => true)
        .catch(() => false)
      if (opened) {
        const title = await dialog(page).first().getAttribute('aria-labelledby')
        const key =
          (await dialog(page).first().getByRole('heading').first().textContent()) ?? title ?? name
        const where = `“${key}”, from ${path}`
        if (!seen.has(key)) {
          seen.add(key)
          found.push(...(await look(page, where)))
        }
        await close(page)
        if ((await dialog(page).count()) > 0) found.push(`${where}: Escape does not close it`)
        const back = await page.evaluate(
          () => document.activeElement !== null && document.activeElement !== document.body,
        )
        if (!back) found.push(`${where}: the focus is lost when it closes`)
      }
      if (!page.url().endsWith(`#${path}`))
        await page.evaluate((route) => void (location.hash = route), path)
    }
  }
  // A test that opens nothing would say nothing.
  const least = ['Exfiltration guard', 'Connect a model', 'Export', 'Add a rule', 'Edit no-env']
  expect([...seen]).toEqual(expect.arrayContaining(least))
  expect(found).toEqual([])
})

async function look(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  // One beside its button is left by Tab like any other part of the page.
  const beside = await dialog(page)
    .first()
    .evaluate((element) => element.hasAttribute('data-side'))
  for (let presses = 0; presses < 60 && !beside; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) return 'the body'
      // Ends of the dialog, from where the focus is handed on.
      if (activeElement.closest('[role$="dialog"], [data-base-ui-focus-guard]') !== null)
        return null
      return activeElement.outerHTML.slice(0, 100)
    })
    if (at !== null) found.push(`${where}: Tab leads out of it to ${at}`)
    if (at !== null) break
  }
  for (const [width, height] of [
    [720, 900],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    const faults = [
      ...(await page.evaluate(faultsOfLayout)),
      ...(await page.evaluate(smallTargets)),
    ]
    const cut = await dialog(page)
      .first()
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    if (cut > 1) faults.push(`${cut} px of it are cut off at its side`)
    found.push(...faults.map((fault) => `${where} at ${width}x${height}: ${fault}`))
  }
  await page.setViewportSize({ width: 1240, height: 820 })
  found.push(...(await axeFaultsInBothThemes(page, where)))
  return found
}

/** A form that was changed asks once more; that question is closed as well. */
async function close(page: Page): Promise<void> {
  for (let presses = 0; presses < 3 && (await dialog(page).count()) > 0; presses += 1) {
    await page.keyboard.press('Escape')
    await dialog(page)
      .first()
      .waitFor({ state: 'detached', timeout: 2_000 })
      .catch(() => null)
  }
}
