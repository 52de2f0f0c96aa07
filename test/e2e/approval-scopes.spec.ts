// Answers beyond one call: by number and duration, denied for longer, and proposed after the third.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { card, journal } from './harness/act.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

const pending = async ({ call }: Gatehouse): Promise<number> => {
  const list = await call('approvals.list', { states: ['pending'], limit: 50 })
  return list.ok ? list.value.length : -1
}

async function hold(gatehouse: Gatehouse, text: string): Promise<void> {
  await gatehouse.call('runs.start', { text })
  await expect.poll(() => pending(gatehouse)).toBe(1)
  await gatehouse.page.getByRole('link', { name: /Approvals/ }).click()
  await expect(card(gatehouse.page).getByRole('button', { name: 'Allow once' })).toBeEnabled()
}

test('by keyboard alone: a scope by its number, for as long as was chosen, and one denied for longer', async ({
  gatehouse,
}) => {
  const { page, call, workspace } = gatehouse
  await hold(gatehouse, 'write src/a.txt: a')
  const sheet = page.getByRole('dialog', { name: 'How far should this approval reach?' })
  await page.keyboard.press('s')
  await expect(
    sheet.getByRole('list', { name: 'How far it reaches' }).getByRole('button'),
  ).toHaveText([/edits of src\/a\.txt/, /edits in src\//, /edits anywhere in the workspace/])
  await expect(sheet.getByRole('radio', { name: 'This run' })).toBeChecked()
  await page.keyboard.press('t')
  await page.keyboard.press('t')
  await expect(sheet.getByRole('radio', { name: 'Today' })).toBeChecked()
  await expect(sheet.getByRole('button', { name: /^Allow edits in src/ })).toBeEnabled()
  await page.keyboard.press('2')
  await expect(sheet).toBeHidden()
  await expect.poll(() => existsSync(join(workspace, 'src', 'a.txt'))).toBe(true)
  await call('runs.start', { text: 'write src/b.txt: b' })
  await expect.poll(() => existsSync(join(workspace, 'src', 'b.txt'))).toBe(true)
  expect(await pending(gatehouse)).toBe(0)

  await hold(gatehouse, 'write docs/c.txt: c')
  await page.keyboard.press('s')
  await expect(sheet).toContainText(/would have run none of the last 2 calls/)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Shift+S')
  const denials = page.getByRole('dialog', { name: 'How far should this denial reach?' })
  const first = denials.getByRole('button', { name: /^Deny edits of docs\/c\.txt/ })
  await expect(first).toBeEnabled()
  await page.keyboard.press('t')
  await page.keyboard.press('t')
  await first.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => pending(gatehouse)).toBe(0)
  await call('runs.start', { text: 'write docs/c.txt: again' })
  await expect
    .poll(async () =>
      (await journal(gatehouse)).flatMap((entry) =>
        entry.kind === 'decision' && entry.decision.by.kind === 'lease'
          ? [entry.decision.effect]
          : [],
      ),
    )
    .toEqual(['allow', 'deny'])
  expect(existsSync(join(workspace, 'docs', 'c.txt'))).toBe(false)

  await page.evaluate(() => (location.hash = '#/policy/leases'))
  await expect(page.getByText(/Allows edits in src\/, for main, until /)).toBeVisible()
  await expect(page.getByText(/Denies edits of docs\/c\.txt, for main, until /)).toBeVisible()
})

test('after the third equal approval the rule is proposed, and taken up with one press @whole', async ({
  gatehouse,
}) => {
  const { page, call, workspace } = gatehouse
  for (const text of ['one', 'two', 'three']) {
    await hold(gatehouse, `write notes.txt: ${text}`)
    await expect(page.getByRole('region', { name: 'Suggested rule' })).toBeHidden()
    await page.keyboard.press('a')
    await expect.poll(() => pending(gatehouse)).toBe(0)
  }
  const suggestion = page.getByRole('region', { name: 'Suggested rule' })
  await expect(suggestion).toContainText('You approved edits of notes.txt 3 times.')
  await suggestion.getByRole('button', { name: 'Allow from now on' }).click()
  await expect(suggestion).toBeHidden()
  await call('runs.start', { text: 'write notes.txt: four' })
  await expect.poll(() => readFile(join(workspace, 'notes.txt'), 'utf8')).toContain('four')
  expect(await pending(gatehouse)).toBe(0)
})
