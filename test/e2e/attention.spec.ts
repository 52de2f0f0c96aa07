// The charts of attention, on the real app: nothing yet, then approvals per 100 calls and the rule
// that would have saved them, added with one press and a confirmation.
import { readFile } from 'node:fs/promises'
import { answer, task } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: ask\n' })

test('the rule that would have saved the most approvals is one press away @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Charts' }).click()
  await expect(page.getByText('No calls in this time.')).toBeVisible()
  await expect(page.getByText('No approvals in this time.')).toBeVisible()

  await page.getByRole('link', { name: 'Runs' }).click()
  for (const name of ['a', 'b', 'c']) {
    await task(page, `write src/${name}.ts: ${name}`)
    await answer(page, 'Allow once')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  }
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Charts' }).click()
  await expect(page.getByText('100 on average: 3 in 3 calls')).toBeVisible()
  const saving = page.getByRole('list', { name: 'Rules that would have saved the most approvals' })
  await expect(saving).toContainText('would have answered 3 of the last 3 approvals')
  await expectOpenToAll(page)
  await page.getByRole('button', { name: 'As tables' }).click()
  await expect(page.getByRole('group', { name: 'Approvals per 100 calls' })).toContainText('100')

  // Refused, nothing is written; confirmed, it is a rule like any other.
  const add = saving.getByRole('button', { name: /^Add rule: Allow write_file for src\// })
  const dialog = page.getByRole('dialog')
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await readFile(gatehouse.configFile, 'utf8')).not.toContain('rules:')
  await add.click()
  await dialog.getByRole('button', { name: 'Allow more' }).click()
  await expect(page.getByText('Rule added.')).toBeVisible()
  await expect(saving).toBeHidden()
  expect(await readFile(gatehouse.configFile, 'utf8')).toContain('effect: allow')
})
