// The policy against the real app: a rule written in the editor with completion, a mistake shown in
// its place and fixed, tried over the journal, saved after a look at what changes; a real call is
// refused by it; taken out again by the form. By mouse, and the same by keyboard only.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { task, transcript } from './harness/act.ts'
import { offered, policyEditor as text, policyText } from './harness/policy-text.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

const row = (page: Page, id: string) =>
  page.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: id })

const first = '# mine\nrehearsal: {automatic: false}\n'
test.use({ config: first })

test('a rule is written, fixed, tried, saved, obeyed and removed, by mouse', async ({
  gatehouse,
}) => {
  const { page, configFile, workspace } = gatehouse
  await writeFile(join(workspace, 'diary.txt'), 'dear\n')
  await task(page, 'read diary.txt')
  await expect(transcript(page)).toContainText('dear')

  await page.getByRole('link', { name: 'Policy' }).click()
  await expect(page.getByRole('list', { name: 'What happens by default' })).toContainText(
    'needs approval with passphrase or code',
  )
  await page.getByRole('link', { name: 'Editor' }).click()
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('rul')
  await offered(page, /^rules/).click()
  await page.keyboard.type('id: no-diary')
  await page.keyboard.press('Enter')
  await page.keyboard.type('eff')
  await offered(page, /^effect/).click()
  await page.keyboard.type('refuse\nreason: Nobody reads it.\nwhen: { paths: [diary.txt] }')
  await expect(
    page.getByText(/rules\[0\]\.effect must be one of allow, confirm, deny/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save…' })).toBeDisabled()

  // What is typed stays, here and on the way to other screens.
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('link', { name: 'Policy' }).click()
  await page.getByRole('link', { name: 'Editor' }).click()
  await page.getByRole('button', { name: 'line 5' }).click()
  await page.keyboard.press('End')
  for (let n = 0; n < 'refuse'.length; n += 1) await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Space')
  await offered(page, 'deny').click()
  await expect(page.getByText('No problems · Not saved yet')).toBeVisible()

  await page.getByRole('button', { name: 'Test on past calls' }).click()
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table')).toContainText(/read_file.*allowed.*denied/)

  await page.getByRole('link', { name: 'Editor' }).click()
  await page.getByRole('button', { name: 'Save…' }).click()
  await expect(page.getByRole('dialog')).toContainText('This does not loosen the policy.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/It is in use/)).toBeVisible()
  expect(await readFile(configFile, 'utf8')).toMatch(
    /^# mine\nrehearsal: \{automatic: false\}\nrules:\n {2}- id: no-diary\n {4}effect: deny\n/,
  )
  const [stored = ''] = await readdir(join(gatehouse.home, 'config-before'))
  expect(await readFile(join(gatehouse.home, 'config-before', stored), 'utf8')).toBe(first)

  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('button', { name: 'New run' }).click()
  await task(page, 'read diary.txt')
  await expect(transcript(page)).toContainText('Nobody reads it.')

  await page.getByRole('link', { name: 'Policy' }).click()
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(row(page, 'no-diary')).toContainText('Deny every call when a path is in diary.txt')
  await expect(row(page, 'no-diary')).toContainText('decided once')
  await page.getByRole('button', { name: 'Remove no-diary' }).click()
  await expect(page.getByRole('dialog')).toContainText('Rule no-diary, which denies, was removed.')
  await page.getByRole('button', { name: 'Save and loosen' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Removed no-diary.')).toBeVisible()
  await expect(page.getByText('No rules yet')).toBeVisible()

  for (const part of ['Overview', 'Rules', 'Leases', 'Allowlists', 'Editor', 'Simulator']) {
    await page.getByRole('link', { name: part, exact: true }).click()
    await expectOpenToAll(page, part)
  }
})

test('the same by keyboard alone, while somebody else changes the file @whole', async ({
  gatehouse,
}) => {
  const { page, configFile, workspace } = gatehouse
  await writeFile(join(workspace, 'diary.txt'), 'dear\n')
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('link', { name: 'Policy' }).focus()
  await press('Enter')
  await page.getByRole('link', { name: 'Editor' }).focus()
  await press('Enter')
  await text(page).focus()
  await press('Control+End')
  await page.keyboard.type('rul')
  await expect(page.getByRole('option', { name: /^rules/ })).toBeVisible()
  await press('Enter')
  await page.keyboard.type('id: no-diary')
  await press('Enter')
  await page.keyboard.type('effect: refuse')
  await press('Enter')
  await page.keyboard.type('reason: Nobody reads it.')
  await press('Enter')
  await page.keyboard.type('when: { paths: [diary.txt] }')
  await expect(page.getByText('1 mistake ·')).toBeVisible()
  await press('F8')
  // A key that comes before the text is checked waits for it.
  await expect(page.getByText('Line 5, column 13')).toBeVisible()
  for (let n = 0; n < 'refuse'.length; n += 1) await press('Delete')
  await press('Control+Space')
  await expect(page.getByRole('listbox', { name: 'Possible values' })).toBeVisible()
  await press('ArrowDown', 'ArrowDown', 'Tab')
  await expect.poll(() => policyText(page)).toMatch(/effect: deny\n/)
  await expect(page.getByText('No problems · Not saved yet')).toBeVisible()

  // Somebody else saves the file: both are shown, and neither is lost.
  await writeFile(configFile, `${first}preset: careful\n`)
  await expect(page.getByText('The file was changed elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Show both' }).focus()
  await press('Enter')
  await expect(
    page.getByRole('group', { name: 'The file as it is now, and your text' }),
  ).toContainText('preset: careful')
  await page.getByRole('button', { name: 'Keep mine' }).focus()
  await press('Enter')
  await text(page).focus()
  await press('Control+End')
  await page.keyboard.type('\n')
  await text(page).press('Control+Home')
  await page.keyboard.type('preset: careful\n')
  await expect(page.getByText('No problems · Not saved yet')).toBeVisible()
  await press('Control+s')
  await expect(page.getByRole('dialog')).toContainText('This does not loosen the policy.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).focus()
  await press('Enter')
  await expect(page.getByText(/It is in use/)).toBeVisible()

  await page.getByRole('link', { name: 'Runs' }).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('read diary.txt')
  await press('Enter')
  await expect(transcript(page)).toContainText('Nobody reads it.')

  // A rule by the form: a mistake is shown at its field, and what was typed stays.
  await page.getByRole('link', { name: 'Policy' }).focus()
  await press('Enter')
  await page.getByRole('link', { name: 'Rules' }).focus()
  await press('Enter')
  await page.getByRole('button', { name: 'Add a rule…' }).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type('No push')
  await page.getByRole('textbox', { name: 'Why' }).focus()
  await page.keyboard.type('By hand only.')
  await page.getByRole('button', { name: 'Commands' }).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Commands' }).focus()
  await page.keyboard.type('git push')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).focus()
  await press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await press('Control+a')
  await page.keyboard.type('no-push')
  await press('Enter')
  await expect(row(page, 'no-push')).toContainText('Deny every call when a command is git push')
  await page.getByRole('button', { name: 'Remove no-push' }).focus()
  await press('Enter')
  await page.getByRole('button', { name: 'Save and loosen' }).focus()
  await press('Enter')
  await page.getByRole('button', { name: 'Confirm' }).focus()
  await press('Enter')
  await expect(row(page, 'no-push')).toHaveCount(0)
  expect(await readFile(configFile, 'utf8')).toContain('no-diary')
})
