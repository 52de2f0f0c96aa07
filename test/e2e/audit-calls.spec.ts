// The audit by call: days as headings, one row each call, with who, what, tier, what decided and how
// long; opened in its place, the same card as in Approvals, to be read only.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { answer, card, task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\nrehearsal: {automatic: false}\n' })

test('each call is one row that says who, what and what decided, and opens to its card @whole', async ({
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
  const table = page.getByRole('table', { name: 'Calls' })
  // Each has its number; the heading of a day and what is opened have none.
  const rows = table.locator('[role="row"][aria-rowindex]')
  await expect(rows).toHaveCount(4)
  await expect(table.getByRole('cell', { name: 'Today', exact: true })).toHaveCount(1)
  await expect(rows.nth(1)).toContainText('Create late.txt')
  await expect(rows.nth(1)).toContainText('Denied by you')
  await expect(rows.nth(2)).toContainText('Run echo kept')
  await expect(rows.nth(2)).toContainText('R3')
  await expect(rows.nth(2)).toContainText('Allowed by you')
  await expect(rows.nth(3)).toContainText('Read plan.txt')
  await expect(rows.nth(3)).toContainText('Allowed by policy')
  for (const at of [1, 2, 3]) await expect(rows.nth(at)).toContainText('main')

  const opened = table.getByRole('region', { name: 'Call', exact: true })
  await rows.nth(2).click()
  await expect(opened.getByRole('region', { name: 'Approval: Run echo kept' })).toContainText(
    'Allowed once by you',
  )
  await expect(opened.getByRole('button', { name: 'Deny' })).toHaveCount(0)
  await expect(opened.getByRole('group', { name: 'Raw entry' })).toHaveCount(0)
  await expectNothingCovered(page)
  await expectOpenToAll(page)
  // A step of its timeline has its own raw entry, which is folded.
  await opened.getByRole('button', { name: /^Decision/ }).click()
  await opened.getByText('Raw entry').click()
  await expect(opened.getByRole('group', { name: 'Raw entry' })).toContainText('"decision"')
  await expectNothingCovered(page)

  // Another one opens in place of it; a second press closes it, and so does Escape from within.
  await rows.nth(3).click()
  await expect(opened.getByRole('region', { name: 'Approval: Read plan.txt' })).toContainText(
    'Allowed by policy',
  )
  await expect(opened).toHaveCount(1)
  await rows.nth(3).click()
  await expect(opened).toHaveCount(0)
  await rows.nth(1).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(rows.nth(1).getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(opened.getByRole('region', { name: /^Approval: Create late\.txt/ })).toBeVisible()
  await opened.getByRole('button', { name: 'Show only this call' }).focus()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(rows.nth(1).getByRole('button')).toBeFocused()

  // What no last row knows is asked of single events.
  await page.getByRole('combobox', { name: 'Search the journal' }).fill('decision:confirm')
  await expect(page.getByRole('button', { name: 'Events' })).toHaveAttribute('aria-pressed', 'true')
  await expect(
    page.getByRole('table', { name: 'Journal' }).locator('[role="row"][aria-rowindex]'),
  ).toHaveCount(3)
})

/** No row of the table, nor what is between them, lies over another. */
const expectNothingCovered = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const boxes = [...document.querySelectorAll('[role="table"] [role="row"]')]
            .map((row) => ({ row, box: row.getBoundingClientRect() }))
            .filter(({ row }) => row.closest('[role="rowgroup"]')?.querySelector('[data-index]'))
            .toSorted((one, other) => one.box.top - other.box.top)
          return boxes.flatMap(({ row, box }, at) => {
            const next = boxes[at + 1]
            return next !== undefined && next.box.top < box.bottom - 1
              ? [`${row.textContent} is covered by ${next.row.textContent}`]
              : []
          })
        }),
      { timeout: 5_000 },
    )
    .toEqual([])
