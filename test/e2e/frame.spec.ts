// The frame of the window against the real app: stop everything and go on, by mouse and by keys;
// presets; the guard; the look.
import type { Page } from '@playwright/test'
import { answer, expectIntact, journal, task } from './harness/act.ts'
import { axeFaults } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

async function noFaults(page: Page, where: string): Promise<void> {
  expect(await axeFaults(page, where)).toEqual([])
}

/** In every theme, as the person sees it. */
async function noFaultsInAnyTheme(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const contrast of ['no-preference', 'more'] as const) {
      await page.emulateMedia({ colorScheme, contrast, reducedMotion: 'reduce' })
      // Seen as it is drawn, not as it was.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      await noFaults(page, `${where}, ${colorScheme}, contrast ${contrast}`)
    }
  }
}

test.describe('a command that is under way', () => {
  test.use({ config: 'preset: careful\n' })
  test('everything is stopped by one press, stays so over a restart, and goes on after it is confirmed twice', async ({
    gatehouse,
  }) => {
    await task(gatehouse.page, 'run sleep 60')
    await answer(gatehouse.page, 'Allow once')
    await expect
      .poll(async () => (await journal(gatehouse)).some(({ kind }) => kind === 'running'))
      .toBe(true)
    await gatehouse.page.getByRole('button', { name: 'Stop everything' }).click()
    await expect(gatehouse.page.getByRole('main').getByRole('alert')).toContainText(
      'Everything is stopped.',
    )
    await expect
      .poll(async () => (await journal(gatehouse)).findLast(({ kind }) => kind === 'outcome'))
      .toMatchObject({ status: 'cancelled' })
    await noFaultsInAnyTheme(gatehouse.page, 'stopped')

    const refused = await gatehouse.cli(
      'tools',
      'run',
      'list_dir',
      '--args',
      '{"path":"."}',
      '--json',
    )
    expect(refused.code).toBe(3)
    expect(refused.stdout).toContain('A person stopped everything.')

    await gatehouse.restart()
    const { page } = gatehouse
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Everything is stopped.')
    await page.getByRole('textbox', { name: 'Message' }).fill('read notes.txt')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Everything is stopped, so nothing starts.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('read notes.txt')

    await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Resume…' }).click()
    await page.getByRole('button', { name: 'Continue…' }).click()
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Stop everything' })).toBeVisible()
    expect(
      (await gatehouse.cli('tools', 'run', 'list_dir', '--args', '{"path":"."}', '--json')).code,
    ).toBe(0)
    expect(
      (await journal(gatehouse)).flatMap((entry) =>
        entry.kind === 'emergency-stop' ? [entry.change] : [],
      ),
    ).toEqual(['stopped', 'resumed'])
    await expectIntact(gatehouse)
  })
})

test('all of it by keys alone, with the passphrase @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await gatehouse.call('step-up.set-passphrase', { passphrase: 'correct horse' })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press('Control+Shift+Period')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Everything is stopped.')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('resume')
  await page.keyboard.press('Enter')
  const proof = page.getByLabel('Gatehouse passphrase')
  await proof.waitFor()
  await page.keyboard.press('Shift+Tab')
  await expect(proof).toBeFocused()
  await page.keyboard.type('wrong horse')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect(proof).toHaveValue('wrong horse')
  await proof.press('Control+a')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop everything' })).toBeVisible()

  // Screens by G and a letter; A after G answers nothing.
  await page.locator('main').focus()
  for (const [letter, name] of [
    ['c', 'Capabilities'],
    ['u', 'Audit'],
    ['a', 'Approvals'],
    ['r', 'Runs'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  // Round the regions.
  await page.locator('main').focus()
  await page.keyboard.press('F6')
  await expect(page.getByRole('contentinfo').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('F6')
  await expect(page.getByRole('banner').locator(':focus')).toHaveCount(1)
  // The names of the screens, put away and kept so.
  await page.keyboard.press('Control+b')
  await expect
    .poll(
      async () =>
        (await gatehouse.call('app.state', {})).ok && (await gatehouse.call('app.state', {})),
    )
    .toMatchObject({ value: { appearance: { sidebarCollapsed: true } } })
})

test('the guard goes on at once and off after confirmation, a stricter preset at once and a looser one after @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const guard = page.getByRole('switch', { name: 'Exfiltration guard' })
  await guard.click()
  await expect(page.getByRole('button', { name: /^Guard on · \d+ tools hidden/ })).toBeVisible()
  await page.getByRole('button', { name: /^Guard on/ }).click()
  await expect(page.getByText('web_fetch')).toBeVisible()
  await noFaultsInAnyTheme(page, 'guard')
  await page.keyboard.press('Escape')
  await guard.click()
  await page.getByRole('button', { name: 'Keep on' }).click()
  await expect(guard).toBeChecked()
  await guard.click()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(guard).not.toBeChecked()

  const preset = page.getByRole('button', { name: /^Preset/ })
  await preset.click()
  await page.getByRole('menuitemradio', { name: /^Careful/ }).click()
  await expect(preset).toHaveAccessibleName('Preset: Careful')
  await preset.click()
  await page.getByRole('menuitemradio', { name: /^Ask/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Loosen the policy?' })
  await expect(dialog).toContainText('The preset ask lets more run without approval.')
  await expect(dialog.getByRole('button', { name: 'Cancel' }).last()).toBeFocused()
  await noFaultsInAnyTheme(page, 'freer')
  await page.keyboard.press('Escape')
  await expect(preset).toHaveAccessibleName('Preset: Careful')
  await preset.click()
  await page.getByRole('menuitemradio', { name: /^Ask/ }).click()
  await dialog.getByRole('button', { name: 'Allow more' }).click()
  await expect(preset).toHaveAccessibleName('Preset: Ask')
})

test('the look is the same after a restart, and single letters can be switched off @whole', async ({
  gatehouse,
}) => {
  await gatehouse.page.getByRole('link', { name: 'Settings' }).click()
  await gatehouse.page.getByRole('combobox', { name: 'Theme' }).click()
  await gatehouse.page.getByRole('option', { name: 'Dark' }).click()
  await gatehouse.page.getByRole('combobox', { name: 'Text size' }).click()
  await gatehouse.page.getByRole('option', { name: '200 %' }).click()
  await gatehouse.page.getByRole('switch', { name: 'Single-letter keys' }).click()
  await expect
    .poll(() =>
      gatehouse.page.evaluate(() =>
        Object.fromEntries(Object.entries(document.documentElement.dataset)),
      ),
    )
    .toEqual({ theme: 'dark', text: '200' })
  await gatehouse.restart()
  const { page } = gatehouse
  await expect
    .poll(() =>
      page.evaluate(() => Object.fromEntries(Object.entries(document.documentElement.dataset))),
    )
    .toEqual({ theme: 'dark', text: '200' })
  await page.locator('main').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Runs' })).toHaveAttribute('aria-current', 'page')
  for (const name of ['Approvals', 'Capabilities', 'Audit', 'Settings']) {
    await page.getByRole('link', { name }).click()
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(`${name} ${sideways}`).toBe(`${name} 0`)
  }
})
