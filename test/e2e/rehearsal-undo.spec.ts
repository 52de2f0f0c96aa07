// A held command is rehearsed, allowed, and put back: in the real sandbox, with real files.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { answer, card, expectIntact, journal, task, transcript } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

// Unasked rehearsals are tested apart: here each begins with the person.
// Under Careful a command is held before it runs, so that there is something to rehearse.
test.use({ config: 'preset: careful\nrehearsal: { automatic: false }\n' })

const tried = (page: Page) => card(page).getByRole('group', { name: 'Rehearsal', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Undo this call' })

async function tryIt(page: Page): Promise<void> {
  await tried(page).getByRole('button', { name: 'Rehearse' }).click()
  await expect(tried(page).getByText('Ended with exit code 0')).toBeVisible({ timeout: 120_000 })
}

test('a held command shows what it would change, changes it after an approval, and is undone from the journal', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'notes.txt'), 'first\n')
  await task(page, 'run echo made > made.txt; echo second >> notes.txt; echo said')
  // The task was sent with the mouse; the focus is to be seen all the same.
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toHaveCSS(
    'outline-style',
    'solid',
  )
  await expect(card(page)).toContainText('You can undo this')
  await tryIt(page)
  await expect(tried(page)).toContainText('1 added, 1 changed')
  await tried(page)
    .getByRole('button', { name: /Added made\.txt/ })
    .click()
  await expect(tried(page).getByRole('group', { name: /made\.txt/ })).toContainText('made')
  await tried(page)
    .getByRole('button', { name: /Changed notes\.txt/ })
    .click()
  await expect(tried(page).getByRole('group', { name: /notes\.txt/ })).toContainText('second')
  await expect(tried(page).getByRole('group', { name: 'Output', exact: true })).toContainText(
    'said',
  )
  expect(existsSync(join(workspace, 'made.txt'))).toBe(false)
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('first\n')

  await answer(page, 'Allow once')
  await expect(transcript(page)).toContainText('Done')
  expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('made\n')
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('first\nsecond\n')

  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Events' }).click()
  await page
    .getByRole('row', { name: /Outcome.*exec/ })
    .getByRole('button')
    .click()
  await page
    .getByRole('complementary', { name: 'Row' })
    .getByRole('button', { name: 'Undo…' })
    .click()
  await expect(dialog(page)).toContainText('2 paths would be restored')
  await dialog(page)
    .getByRole('button', { name: /Restore notes\.txt/ })
    .click()
  await expect(dialog(page).getByRole('group', { name: /notes\.txt/ })).toContainText('second')
  await dialog(page).getByRole('button', { name: 'Restore 2 paths' }).click()
  await expect(dialog(page)).toContainText('2 paths restored.')
  expect(existsSync(join(workspace, 'made.txt'))).toBe(false)
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('first\n')

  await dialog(page).getByRole('button', { name: 'Undo this undo…' }).click()
  await dialog(page).getByRole('button', { name: 'Restore 2 paths' }).click()
  await expect(dialog(page)).toContainText('2 paths restored.')
  expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('made\n')
  const undone = (await journal(gatehouse)).filter((entry) => entry.kind === 'undone')
  expect(undone.map(({ change, files, failed }) => [change, files, failed])).toEqual([
    ['started', 2, 0],
    ['ended', 2, 0],
    ['started', 2, 0],
    ['ended', 2, 0],
  ])
  await expectIntact(gatehouse)
})

test('an approval of a rehearsal whose files have changed asks again, and says why @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'in.txt'), 'one\n')
  await task(page, 'run cp in.txt out.txt')
  await tryIt(page)
  await writeFile(join(workspace, 'in.txt'), 'another\n')
  await answer(page, 'Allow once')
  await expect(card(page)).toContainText('Held again.')
  expect(existsSync(join(workspace, 'out.txt'))).toBe(false)
  await answer(page, 'Allow once')
  await expect(transcript(page)).toContainText('Done')
  expect(await readFile(join(workspace, 'out.txt'), 'utf8')).toBe('another\n')
})

test('an undo names what changed since, requires a checkbox for it, and works by keyboard alone @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await task(page, 'run echo theirs > shared.txt')
  await answer(page, 'Allow once')
  await expect(transcript(page)).toContainText('Done')
  await writeFile(join(workspace, 'shared.txt'), 'mine now\n')

  await page.getByRole('button', { name: 'Undo…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Changed since the call')
  const put = dialog(page).getByRole('button', { name: 'Restore 1 path' })
  await expect(put).toHaveAttribute('aria-disabled', 'true')
  await put.focus()
  await page.keyboard.press('Enter')
  expect(await readFile(join(workspace, 'shared.txt'), 'utf8')).toBe('mine now\n')

  await dialog(page)
    .getByRole('checkbox', { name: /shared\.txt/ })
    .focus()
  await page.keyboard.press('Space')
  await put.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Although changed since')
  expect(existsSync(join(workspace, 'shared.txt'))).toBe(false)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo…' })).toBeFocused()
})

test.describe('unasked', () => {
  test.use({ config: 'preset: careful\n' })

  test('a rehearsal comes in by itself, and moves no button @whole', async ({ gatehouse }) => {
    const { page } = gatehouse
    await task(page, 'run echo by itself > itself.txt')
    const allow = card(page).getByRole('button', { name: 'Allow once' })
    await expect(tried(page)).toBeVisible()
    const before = await allow.boundingBox()
    await expect(tried(page).getByText('Ended with exit code 0')).toBeVisible({ timeout: 120_000 })
    expect(await allow.boundingBox()).toEqual(before)
    // It may have been there before the card was: then it is open already.
    const show = tried(page).getByRole('button', { name: 'Show results' })
    if (await show.isVisible()) await show.click()
    await expect(tried(page)).toContainText('Started automatically')
    await answer(page, 'Deny')
  })
})
