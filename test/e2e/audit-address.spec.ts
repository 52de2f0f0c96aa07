// The question of Audit is in its address: linked to from a call, a tool and an answer, kept by a
// reload and by going back.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { answer, card, task, transcript } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\nrehearsal: {automatic: false}\n' })

const search = (page: Page) => page.getByRole('combobox', { name: 'Search the journal' })
const rows = (page: Page) => page.getByRole('table', { name: 'Journal' }).locator('[aria-rowindex]')

test('links from a call, a tool and an answer lead to exactly their rows @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  writeFileSync(join(workspace, 'plan.txt'), 'Prune the apple trees.\n')
  await task(page, 'read plan.txt')
  await expect(transcript(page)).toContainText('Prune')
  await task(page, 'run true')
  await answer(page, 'Allow once')
  await expect(card(page)).toHaveCount(0)

  await page.getByRole('button', { name: /^read_file/ }).click()
  await page.getByRole('link', { name: 'This call in Audit' }).click()
  await expect(search(page)).toHaveValue(/^call:call_\w+$/)
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).nth(1)).toContainText('read_file')

  // What is typed takes its place, without a step for each key; back leads to the run.
  await search(page).fill('"100%41 & more"')
  await expect(page).toHaveURL(/q=%22100%2541%20%26%20more%22$/)
  await page.reload()
  await expect(search(page)).toHaveValue('"100%41 & more"')
  await search(page).fill('tool:exec kind:decision')
  await expect(page).toHaveURL(/q=tool%3Aexec%20kind%3Adecision$/)
  await page.goBack()
  await expect(transcript(page)).toContainText('Prune')
  await page.goForward()
  await expect(search(page)).toHaveValue('tool:exec kind:decision')
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('link', { name: 'Capabilities' }).click()
  await page.getByRole('searchbox', { name: 'Filter tools' }).fill('read_file')
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'read_file', exact: true }) })
    .click()
  await page.getByRole('tab', { name: 'Calls' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open Audit' }).focus()
  await page.keyboard.press('Enter')
  await expect(search(page)).toHaveValue('kind:decision tool:read_file')
  await expect(rows(page)).toHaveCount(2)

  // A row has an address of its own, which a reload keeps.
  await page.getByRole('link', { name: 'Approvals' }).click()
  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await page.getByRole('button', { name: /true/ }).first().click()
  await page.getByText('Rows in the journal').click()
  const answered = page.getByRole('listitem').filter({ hasText: 'answered' }).getByRole('link')
  const name = (await answered.textContent()) ?? ''
  await answered.click()
  const detail = page.getByRole('complementary', { name: 'Row' })
  await expect(detail.getByRole('heading', { level: 2 }).first()).toContainText(name)
  await expect(rows(page)).toHaveCount(6)
  await page.reload()
  await expect(detail.getByRole('heading', { level: 2 }).first()).toContainText(name)
  await detail.getByRole('button', { name: 'Copy as JSON' }).focus()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/row=/)
  await page.evaluate(() => (location.hash = '#/audit?row=999999'))
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The journal has no row 999999.',
  )
  await expect(search(page)).toHaveValue('')
})
