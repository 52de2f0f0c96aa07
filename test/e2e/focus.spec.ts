// The focus is never lost: whatever a person opens, closes, answers or removes by the keyboard, what
// has the focus afterwards is part of the window, so that the next key goes on from there.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../renderer/app/screens.ts'
import { card, task, transcript } from './harness/act.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

test.use({
  config:
    'preset: careful\nrehearsal: {automatic: false}\nallowlist: {hosts: [docs.example.org, api.example.org]}\n',
})

/**
 * What has the focus once nothing has come or gone for a while; null where the body has it. Who takes
 * something away may place the focus two frames later, and on a busy machine a frame takes its time:
 * so frames are waited for as well.
 */
async function focused(page: Page): Promise<string | null> {
  return page.evaluate(
    () =>
      new Promise<string | null>((done) => {
        let over = false
        const afterFrames = (left: number): void => {
          if (left > 0) return void requestAnimationFrame(() => afterFrames(left - 1))
          changes.disconnect()
          const at = document.activeElement
          done(at === null || at === document.body ? null : at.outerHTML.slice(0, 100))
        }
        const answer = (): void => {
          if (!over) afterFrames(4)
          over = true
        }
        let timer = setTimeout(answer, 120)
        const changes = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(answer, 120)
        })
        changes.observe(document.body, { subtree: true, childList: true })
        // What never comes to rest, such as a clock, is asked all the same.
        setTimeout(answer, 1_500)
      }),
  )
}

async function keeps(page: Page, after: string): Promise<void> {
  expect.soft(await focused(page), `what has the focus after ${after}`).not.toBeNull()
}

/** A call that ran, one that failed, and so many that wait. */
async function fill({ call, page, workspace }: Gatehouse, waiting: readonly string[]) {
  await writeFile(join(workspace, 'plan.md'), '# A plan\n\nOne step, and then another.\n')
  for (const text of ['read plan.md', 'read nothing.md', ...waiting])
    await call('runs.start', { text })
  await expect
    .poll(async () => {
      const held = await call('approvals.list', { states: ['pending'], limit: 50 })
      return held.ok ? held.value.length : 0
    })
    .toBe(waiting.length)
  await page.getByRole('main').getByRole('heading').first().waitFor()
}

/** Names of what opens something or is on and off, in the order of the page; in the page. */
function openers(): string[] {
  const found = [
    ...document.querySelectorAll<HTMLElement>(
      'main button, main summary, header button[aria-haspopup], header button[aria-pressed]',
    ),
  ]
  return found.flatMap((element, at) => {
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    const opens =
      element.matches('summary, [aria-haspopup], [aria-expanded], [aria-pressed]') ||
      name.endsWith('…')
    if (!opens || element.matches(':disabled, [aria-disabled="true"]')) return []
    if (element.closest('[inert]') !== null || !element.checkVisibility()) return []
    element.dataset['opener'] = String(at)
    return [`${at} ${name}`]
  })
}

test('on every screen, whatever is opened and closed by the keyboard @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await fill(gatehouse, ['run echo one', 'write plan.md: Another plan.'])
  let opened = 0
  for (const { path } of screens) {
    const link = page.locator(`nav a[href$="${path}"]`)
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator(`a[aria-current="page"][href$="${path}"]`)).toHaveCount(1)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await keeps(page, `going to ${path}`)
    for (const name of await page.evaluate(openers)) {
      const opener = page.locator(`[data-opener="${name.split(' ')[0]}"]`)
      // What another one took away, such as the row of a list that was folded.
      if ((await opener.count()) === 0 || !(await opener.isVisible())) continue
      await opener.focus()
      await page.keyboard.press('Enter')
      await keeps(page, `opening “${name}” of ${path}`)
      opened += 1
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await keeps(page, `Escape in “${name}” of ${path}`)
      if (await page.getByRole('dialog').or(page.getByRole('alertdialog')).isVisible())
        await page.keyboard.press('Escape')
      await keeps(page, `closing “${name}” of ${path}`)
      // Back where it was: some openers lead elsewhere.
      if (!page.url().includes(`#${path}`))
        await page.evaluate((route) => void (location.hash = route), path)
    }
  }
  // A test that finds nothing to open would say nothing.
  expect(opened).toBeGreaterThan(30)
})

test('through every answer in the queue, to the last, and in a run @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await fill(gatehouse, ['run echo one', 'run echo two', 'write plan.md: Another plan.'])
  await page.getByRole('link', { name: 'Approvals' }).focus()
  await page.keyboard.press('Enter')
  await card(page).waitFor()
  // Allowed first: who answers too fast has to hold the key.
  for (const [left, key] of [
    [2, 'ControlOrMeta+Enter'],
    [1, 'd'],
    [0, 'd'],
  ] as const) {
    const waiting = async (): Promise<number> => {
      const held = await gatehouse.call('approvals.list', { states: ['pending'], limit: 50 })
      return held.ok ? held.value.length : -1
    }
    // A card takes no press in its first moment.
    await expect(async () => {
      if ((await waiting()) > left) await page.keyboard.press(key)
      await expect.poll(waiting, { timeout: 1_500 }).toBe(left)
    }).toPass()
    await keeps(page, `the answer that left ${left} waiting`)
  }

  await page.getByRole('link', { name: 'Runs', exact: true }).focus()
  await page.keyboard.press('Enter')
  await task(page, 'run echo three')
  await card(page).waitFor()
  await card(page).locator('[data-deny]').focus()
  await expect(async () => {
    if ((await card(page).count()) > 0) await page.keyboard.press('d')
    await expect(card(page)).toHaveCount(0, { timeout: 1_500 })
  }).toPass()
  await expect(transcript(page)).toContainText('Denied by you')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('when what had it is removed: a saved search, a filter, a call that was open, a run @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await fill(gatehouse, [])
  // A saved search.
  await page.getByRole('link', { name: 'Audit' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search the journal' }).fill('tool:read_file')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Save this search as').fill('Reads')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Reads' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Reads' })).toHaveCount(0)
  await keeps(page, 'removing a saved search')
  await page.keyboard.press('Escape')
  await keeps(page, 'closing the saved searches')
  // The filter, by the button that goes away with it.
  await page.getByRole('button', { name: 'Clear the filter' }).first().focus()
  await page.keyboard.press('Enter')
  await keeps(page, 'clearing the filter')
  // An opened call.
  await page.getByRole('table', { name: 'Calls' }).locator('[data-stop]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy as JSON' }).focus()
  await page.keyboard.press('Escape')
  await keeps(page, 'closing a call')

  // A run, by the dialog that its button opens.
  await page.getByRole('link', { name: 'Runs', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^read nothing\.md/ }).focus()
  await page.keyboard.press('Enter')
  await keeps(page, 'choosing a run')
  await page.getByRole('button', { name: 'Remove this run…' }).focus()
  await page.keyboard.press('Enter')
  await keeps(page, 'asking to remove a run')
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^(Remove|Delete)/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^read nothing\.md/ })).toHaveCount(0)
  await keeps(page, 'deleting a run')

  // Everything stopped, and the question before it goes on.
  await page.getByRole('button', { name: 'Stop everything' }).focus()
  await page.keyboard.press('Enter')
  await keeps(page, 'stopping everything')
  await page.getByRole('button', { name: 'Resume…' }).focus()
  await page.keyboard.press('Enter')
  await keeps(page, 'asking to go on')
  const resume = page.getByRole('dialog', { name: 'Let calls run again?' })
  for (const name of ['Continue…', 'Resume']) {
    await resume.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await keeps(page, `pressing ${name}`)
  }
  await expect(page.getByRole('button', { name: /^Resume/ })).toHaveCount(0)
  await keeps(page, 'going on')
})

test('through the menu of presets, and when a host is taken off the allowlist @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.getByRole('main').getByRole('heading').first().waitFor()
  const chip = page.getByRole('button', { name: /^Preset/ })
  const choose = async (name: string): Promise<void> => {
    await chip.focus()
    await page.keyboard.press('Enter')
    await keeps(page, 'opening the menu of presets')
    await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).focus()
    await page.keyboard.press('Enter')
    await keeps(page, `choosing ${name}`)
  }
  // Looser is asked about: left as it is, then allowed. Stricter counts at once.
  await choose('Ask')
  const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await asked.waitFor()
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await keeps(page, 'leaving the preset as it is')
  await choose('Ask')
  await asked.getByRole('button', { name: 'Allow more' }).focus()
  await page.keyboard.press('Enter')
  await expect(chip).toContainText('Ask')
  await keeps(page, 'allowing a looser preset')
  await choose('Careful')
  await expect(chip).toContainText('Careful')
  await keeps(page, 'a stricter preset')
  await page.evaluate(() => void (location.hash = '/policy/allowlists'))
  for (const host of ['docs.example.org', 'api.example.org']) {
    const remove = page.getByRole('button', { name: `Remove ${host}` })
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(remove).toHaveCount(0)
    await keeps(page, `removing ${host}`)
  }
})

test('through the tour, step by step @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await page.getByRole('button', { name: /tour/i }).first().focus()
  await page.keyboard.press('Enter')
  await keeps(page, 'beginning the tour')
  for (let step = 0; step < 12; step += 1) {
    const next = page.getByRole('button', { name: /^(Next|Start a run|Done)/ }).first()
    const held = card(page)
    await expect(next.or(held).first()).toBeVisible()
    if ((await held.count()) > 0) {
      // Its button each time: what is drawn again meanwhile would leave the key to a text field.
      await expect(async () => {
        if ((await held.count()) > 0)
          await held.locator('[data-deny]').press('d', { timeout: 1_500 })
        await expect(held).toHaveCount(0, { timeout: 1_500 })
      }).toPass({ timeout: 120_000 })
      await keeps(page, `the answer in step ${step}`)
      continue
    }
    const last = !((await next.textContent()) ?? '').startsWith('Next')
    await next.focus()
    await page.keyboard.press('Enter')
    await keeps(page, `step ${step} of the tour`)
    if (last) return
  }
})
