// Stored credentials and the list of protections in Settings, over the real store and the real
// doctor.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { journal } from './harness/act.ts'
import { axeFaults } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

const passphrase = 'seven grey herons walk'
const value = 'tok-8f2a61c09be47d13'
const part = (page: Page, name: string) => page.getByRole('region', { name })
const store = (page: Page) => part(page, 'Stored credentials')

async function toSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Settings/ }).click()
  await expect(store(page)).toBeVisible()
}

async function setPassphrase(gatehouse: Gatehouse): Promise<void> {
  const set = await gatehouse.call('step-up.set-passphrase', { passphrase })
  if (!set.ok) throw new Error(set.error.text)
}

/** Everything Gatehouse has written, as one text. */
async function allFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

test(
  'a credential is stored, locked, opened, given another value and removed; its value is nowhere',
  { tag: '@desktop' },
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await setPassphrase(gatehouse)
    await toSettings(page)
    await store(page).getByRole('button', { name: 'Add a credential…' }).click()
    await store(page).getByLabel('Name').fill('Tickets')
    await expect(store(page)).toContainText('Lower-case letters')
    await store(page).getByLabel('Name').fill('tickets')
    await store(page).getByLabel('Hosts it may be sent to').fill('tickets.example.org')
    await store(page).getByLabel('Value', { exact: true }).fill(value)
    const submit = store(page).getByRole('button', { name: 'Store', exact: true })
    // In the browser the passphrase is asked for at once; the desktop app asks where it has no
    // keychain.
    const asked = store(page).getByLabel('Gatehouse passphrase')
    if (gatehouse.host === 'browser') await asked.fill('not this one')
    await submit.click()
    await expect(
      store(page).getByRole('alert').or(store(page).getByText('tickets is stored.')),
    ).toBeVisible()
    if (await store(page).getByRole('alert').isVisible()) {
      await asked.fill(passphrase)
      await submit.click()
    }
    await expect(store(page)).toContainText('tickets is stored.')
    await expect(store(page).getByRole('listitem')).toContainText('tickets.example.org')
    await expect(store(page).getByRole('listitem')).toContainText('authorization: Bearer •••')

    expect((await gatehouse.call('secrets.list', {})).ok).toBe(true)
    expect(await page.content()).not.toContain(value)
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('input')].map((input) => input.value).join(),
      ),
    ).not.toContain('tok-')
    expect(await allFiles(gatehouse.home)).not.toContain(value)

    await store(page).getByRole('button', { name: 'Lock now' }).click()
    await expect(store(page)).toContainText('Locked')
    await expect(store(page).getByRole('button', { name: 'Remove tickets' })).toHaveCount(0)
    const state = await gatehouse.call('secrets.state', {})
    if (state.ok && state.value.storedBy === 'passphrase') {
      await asked.fill('a wrong guess')
      await page.keyboard.press('Enter')
      await expect(store(page)).toContainText('That passphrase does not open')
      await expect(asked).toHaveValue('')
      await asked.fill(passphrase)
      await page.keyboard.press('Enter')
    } else await store(page).getByRole('button', { name: 'Open with the keychain' }).click()
    await expect(store(page)).toContainText('Open ·')

    await store(page).getByRole('button', { name: 'Replace tickets' }).click()
    await store(page).getByLabel('New value').fill(`${value}-second`)
    await store(page).getByRole('button', { name: 'Replace value' }).click()
    await expect(store(page)).toContainText('tickets is stored.')

    await store(page).getByRole('button', { name: 'Remove tickets' }).click()
    await expect(store(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await store(page).getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(store(page)).toContainText('tickets is removed.')
    await expect(store(page).getByRole('listitem')).toHaveCount(0)
    const reported = (await journal(gatehouse)).flatMap((entry) =>
      entry.kind === 'secret' ? [entry.change] : [],
    )
    expect(reported.filter((change) => change === 'set' || change === 'removed')).toEqual([
      'set',
      'set',
      'removed',
    ])
    expect(await allFiles(gatehouse.home)).not.toContain('tok-8f2a')
  },
)

test('the status strip leads to the protections, which say what holds here @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('link', { name: /Sandbox/ })
    .click()
  const list = part(page, 'Protections of this machine')
  await expect(list.getByRole('heading', { name: 'Protections of this machine' })).toBeFocused()
  const report = await gatehouse.call('doctor.report', {})
  if (!report.ok) throw new Error(report.error.text)
  for (const { title, state, detail } of report.value.protections) {
    const group = {
      enforced: 'Enforced',
      missing: 'Missing',
      impossible: 'Not possible on this system',
    }[state]
    const row = list
      .getByRole('list', { name: group })
      .getByRole('listitem')
      .filter({ hasText: title })
    await expect(row).toContainText(detail)
  }
  expect(await axeFaults(page, 'the list')).toEqual([])
})
