// Keys that come faster than the window can draw: what Enter and Tab take is what fits the text as
// it is then.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { task, transcript } from './harness/act.ts'
import { policyEditor, policyText, writeOver } from './harness/policy-text.ts'
import { expect, test } from './harness/test.ts'
import { typeAtOnce } from './harness/type-at-once.ts'

test('no list takes an answer of an older text @whole', async ({ gatehouse }) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'notes.txt'), 'hello\n')
  await mkdir(join(workspace, 'novels'))
  await writeFile(join(workspace, 'novels', 'first.txt'), 'once\n')

  await test.step('the message: a word, a path that is still looked for, and what is sent', async () => {
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.focus()
    await page.keyboard.type('w')
    await expect(page.getByRole('option', { name: /^write / })).toBeVisible()
    await page.keyboard.press('Backspace')
    await typeAtOnce(field, 'rea', 'Tab')
    await expect(field).toHaveValue('read ')
    await typeAtOnce(field, 'nov', 'Tab')
    await expect(field).toHaveValue('read novels/')
    await typeAtOnce(field, 'fir', 'ArrowDown', 'Tab')
    await expect(field).toHaveValue('read novels/first.txt')
    await field.fill('')
    await typeAtOnce(field, 'read notes.txt', 'Enter')
    await expect(transcript(page)).toContainText('hello')
    await expect(page.getByRole('status').filter({ hasText: /fail/i })).toHaveCount(0)
  })

  await test.step('the search over runs', async () => {
    await page.getByRole('button', { name: 'New run' }).click()
    await task(page, 'read novels/first.txt')
    await expect(transcript(page)).toContainText('once')
    await typeAtOnce(page.getByRole('searchbox', { name: 'Search runs' }), 'notes.txt', 'Enter')
    await expect(transcript(page)).toContainText('hello')
  })

  await test.step('the palette', async () => {
    await page.keyboard.press('Control+k')
    await typeAtOnce(page.getByPlaceholder('Go to'), 'audit', 'Enter')
    await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible()
  })

  await test.step('the question to the journal: a closed value, and one that only the journal knows', async () => {
    const field = page.getByRole('combobox', { name: 'Search the journal' })
    await typeAtOnce(field, 'kind:out', 'ArrowDown', 'Enter')
    await expect(field).toHaveValue('kind:outcome ')
    await typeAtOnce(field, 'tool:read', 'ArrowDown', 'Enter')
    await expect(field).toHaveValue('kind:outcome tool:read_file ')
    await typeAtOnce(field, 'ch', 'ArrowDown', 'Tab')
    await expect(field).toHaveValue('kind:outcome tool:read_file channel:')
    await field.press('Escape')
  })

  await test.step('the search of Settings', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await typeAtOnce(page.getByRole('searchbox'), 'credential', 'Enter')
    await expect(page).toHaveURL(/settings\/credentials/)
  })

  await test.step('the policy as text', async () => {
    await page.getByRole('link', { name: 'Policy' }).click()
    await page.getByRole('link', { name: 'Editor' }).click()
    const field = policyEditor(page)
    const text = () => policyText(page)
    await field.press('Control+a')
    await typeAtOnce(field, 'rul', 'Enter')
    await expect.poll(text).toBe('rules:\n  - ')
    await typeAtOnce(field, 'id: first\n  ')
    await typeAtOnce(field, '  eff', 'Tab')
    await typeAtOnce(field, 'de', 'Enter')
    await expect.poll(text).toBe('rules:\n  - id: first\n    effect: deny')
    // Elsewhere in the text nothing is offered unasked, so Enter is a new line.
    await typeAtOnce(field, '', 'ArrowLeft', 'Enter')
    await expect.poll(text).toBe('rules:\n  - id: first\n    effect: den\n    y')
    // A mistake is gone to where it is in this text, not where one was in an older.
    await writeOver(field, 'preset: 5\n')
    await expect(page.getByText('1 mistake ·')).toBeVisible()
    await field.press('Control+a')
    await typeAtOnce(field, '# one\n# two\nlimits: 5\n', 'F8')
    await expect(page.getByText('Line 3, column 9')).toBeVisible()
  })
})
