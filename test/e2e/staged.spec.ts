// A preset is chosen at the first start; commands run in a copy first, and what they did is approved,
// thrown away, or kept and listed: in the real sandbox, with real files.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answer, card, expectIntact, task, transcript } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

test('what a command did is approved or thrown away, and kept with its undo under Flow @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'notes.txt'), 'first\n')

  await task(page, 'run cat notes.txt')
  await expect(transcript(page)).toContainText('ran in a staged copy and changed nothing')

  await task(page, 'run echo made > made.txt; echo second >> notes.txt; echo said; exit 1')
  const did = card(page).getByRole('group', { name: 'What it did', exact: true })
  await expect(did).toContainText(
    'It has run in a copy. Approving writes these changes; nothing runs again.',
  )
  await expect(did).toContainText('Exit 1')
  await expect(did.getByRole('group', { name: /notes\.txt/ })).toContainText('second')
  await expect(card(page).getByRole('button', { name: 'Edit…' })).toHaveCount(0)
  expect(existsSync(join(workspace, 'made.txt'))).toBe(false)
  await answer(page, 'Approve these changes')
  await expect(transcript(page).getByRole('button', { name: /^exec.*Exit 1$/ })).toBeVisible()
  expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('made\n')
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('first\nsecond\n')

  await task(page, 'run rm made.txt')
  await expect(card(page)).toContainText('Denying throws them away, and the agent is told.')
  await answer(page, 'Deny')
  await expect(transcript(page)).toContainText('Denied by you')
  expect(existsSync(join(workspace, 'made.txt'))).toBe(true)

  await page.getByRole('button', { name: 'Preset: Ask' }).click()
  await page.getByRole('menuitemradio', { name: /^Flow/ }).click()
  const sure = page.getByRole('dialog', { name: 'Loosen the policy?' })
  await expect(sure).toContainText('lets R2 run without approval: changing files in the workspace')
  await sure.getByRole('button', { name: 'Allow more' }).click()
  await expect(page.getByRole('button', { name: 'Preset: Flow' })).toBeVisible()

  await task(page, 'run echo third >> notes.txt')
  await expect(page.getByRole('button', { name: /^What changed/ })).toContainText(
    '1 kept without asking',
  )
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('first\nsecond\nthird\n')
  await page.getByRole('button', { name: /^What changed/ }).click()
  const changed = page.getByRole('region', { name: 'What changed' })
  await expect(changed).toContainText('notes.txt')
  await changed.getByRole('button', { name: 'Undo…' }).first().click()
  const undo = page.getByRole('dialog', { name: 'Undo this call' })
  await undo.getByRole('button', { name: 'Restore 1 path' }).click()
  await expect(undo).toContainText('1 path restored.')
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('first\nsecond\n')
  await expectIntact(gatehouse)
})

test('a command whose files changed meanwhile runs again on what is there now @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  const file = join(workspace, 'notes.txt')
  await writeFile(file, 'first\n')
  await task(page, 'run echo second >> notes.txt')
  await expect(card(page)).toContainText('It has run in a copy.')
  await writeFile(file, 'other\n')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const alert = card(page).getByRole('alert').filter({ hasText: 'notes.txt' })
  await expect(alert).toContainText('This file changed in the workspace since the command ran:')
  await alert.getByRole('button', { name: 'Run again on what is there now' }).click()
  await expect(alert).toHaveCount(0)
  const did = card(page).getByRole('group', { name: 'What it did', exact: true })
  await expect(did.getByRole('group', { name: /notes\.txt/ })).toContainText('other')
  expect(await readFile(file, 'utf8')).toBe('other\n')
  await answer(page, 'Approve these changes')
  await expect.poll(() => readFile(file, 'utf8')).toBe('other\nsecond\n')
  await expectIntact(gatehouse)
})

test('a preset is chosen at the first start, by keyboard @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  const presets = page.getByRole('list', { name: 'How much should agents do without asking?' })
  await expect(presets.getByRole('button', { name: /^Ask/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await presets.getByRole('button', { name: /^Careful/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Careful is in use.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preset: Careful' })).toBeVisible()
  await presets.getByRole('button', { name: /^Flow/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Loosen the policy?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preset: Careful' })).toBeVisible()
})
