// A receipt and a signed export, by the keyboard alone, and checked by the program that the window
// hands out.
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}
const savedBy = async (page: Page, name: string): Promise<string> => {
  const coming = page.waitForEvent('download')
  await press(page, name)
  return readFile(await (await coming).path(), 'utf8')
}

test('a call is signed and a search is exported with proof, which anyone can check @whole', async ({
  gatehouse,
}) => {
  test.skip(
    gatehouse.host !== 'browser',
    'the desktop asks where to save, which is tried elsewhere',
  )
  const { page, home } = gatehouse
  await writeFile(join(gatehouse.workspace, 'plan.txt'), 'Prune the apple trees.\n')
  await task(page, 'read plan.txt')
  await expect(transcript(page).getByText('Done.')).toBeVisible()
  await page.getByRole('link', { name: 'Audit' }).focus()
  await page.keyboard.press('Enter')
  await press(page, 'Events')
  await page.getByRole('combobox', { name: 'Search the journal' }).fill('plan.txt kind:decision')
  const row = page
    .getByRole('table', { name: 'Journal' })
    .getByRole('button', { name: /^Row \d+$/ })
  await expect(row).toHaveCount(1)
  await row.focus()
  await page.keyboard.press('Enter')

  await press(page, 'Receipt…')
  const dialog = page.getByRole('dialog', { name: 'Receipt' })
  const shown = dialog.locator('dt', { hasText: 'Key fingerprint' }).locator('xpath=../dd')
  await expect(shown).toHaveText(/^[0-9a-f]{64}$/)
  const fingerprint = (await shown.textContent()) ?? ''
  await expect(dialog.getByText(/^call_/)).toBeVisible()
  await expectOpenToAll(page)
  const receipt = await savedBy(page, 'Save receipt')
  const program = join(home, 'check.mjs')
  await writeFile(program, await savedBy(page, 'Save verifier'))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await press(page, 'Export…')
  await page.getByRole('combobox', { name: 'Format' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Signed, with proof' }).click()
  await page.getByRole('combobox', { name: 'Hide' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^Hide content:/ }).click()
  await expect(page.getByText(fingerprint)).toBeVisible()
  await expectOpenToAll(page)
  const exported = await savedBy(page, 'Export')
  expect(exported).not.toContain('plan.txt"')

  for (const [text, said] of [
    [receipt, /^Valid\. Receipt of call_/],
    [exported, /^Valid\. 1 rows, .* fields hidden/],
  ] as const) {
    const file = join(home, 'given')
    await writeFile(file, text)
    const checked = execFileSync(process.execPath, [program, file, fingerprint], {
      encoding: 'utf8',
    })
    expect(checked).toMatch(said)
  }
})
