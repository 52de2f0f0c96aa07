// The audit by call: one row each, with who, what, tier, what decided and how long; opened, the same
// card as in Approvals, to be read only.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer, card, task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\nrehearsal: {automatic: false}\n' })

test('each call is one row that says who, what and what decided, and opens to its card', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  writeFileSync(join(workspace, 'plan.txt'), 'Prune the apple trees.\n')
  await task(page, 'read plan.txt')
  await expect(transcript(page)).toContainText('Prune')
  await task(page, 'run echo kept')
  await answer(page, 'Allow once')
  await expect(card(page)).toHaveCount(0)
  await task(page, 'write late.txt: x')
  await answer(page, 'Deny')
  await expect(transcript(page)).toContainText('Denied by you')

  await page.getByRole('link', { name: 'Audit' }).click()
  const rows = page.getByRole('table', { name: 'Calls' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('Create late.txt')
  await expect(rows.nth(1)).toContainText('Denied by you')
  await expect(rows.nth(2)).toContainText('Run echo kept')
  await expect(rows.nth(2)).toContainText('R3')
  await expect(rows.nth(2)).toContainText('Allowed by you')
  await expect(rows.nth(3)).toContainText('Read plan.txt')
  await expect(rows.nth(3)).toContainText('Allowed by policy')
  for (const at of [1, 2, 3]) await expect(rows.nth(at)).toContainText('main')

  await rows.nth(2).click()
  const detail = page.getByRole('complementary', { name: 'Row' })
  await expect(detail.getByRole('region', { name: 'Approval: Run echo kept' })).toContainText(
    'Allowed once by you',
  )
  await expect(detail.getByRole('button', { name: 'Deny' })).toHaveCount(0)
  await expect(detail.getByRole('group', { name: 'Raw entry' })).toHaveCount(0)
  await expectOpenToAll(page)

  await rows.nth(3).click()
  await expect(detail.getByRole('region', { name: 'Approval: Read plan.txt' })).toContainText(
    'Allowed by policy',
  )

  // What no last row knows is asked of single events.
  await page.getByRole('combobox', { name: 'Search the journal' }).fill('decision:confirm')
  await expect(page.getByRole('button', { name: 'Events' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('table', { name: 'Journal' }).getByRole('row')).toHaveCount(3)
})
