// What agents keep, in the window: kept after approval, searched, corrected and deleted by keyboard, and
// open to everybody in both themes.
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

async function keep({ call }: Gatehouse, tool: string, args: object): Promise<void> {
  await call('runs.start', { text: JSON.stringify({ tool, args }) })
  await expect
    .poll(async () => {
      const listed = await call('approvals.list', { states: ['pending'], limit: 1 })
      const id = listed.ok ? listed.value[0]?.id : undefined
      if (id === undefined) return false
      return (await call('approvals.answer', { id, answer: 'once' })).ok
    })
    .toBe(true)
}

test('records are seen, searched, corrected and deleted', async ({ gatehouse }) => {
  const { page } = gatehouse
  await keep(gatehouse, 'store_memory', { category: 'people', key: 'Ada', value: 'Likes tea.' })
  await keep(gatehouse, 'create_decision', { title: 'Use SQLite', description: 'One file.' })
  await page.evaluate(() => void (location.hash = '/records'))
  await expect(page.getByRole('heading', { name: 'people / Ada' })).toBeVisible()
  await expectOpenToAll(page, 'memory')

  await page.getByRole('button', { name: 'Decisions' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Use SQLite' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search records' }).fill('nothing of it')
  await expect(page.getByText('No matching records.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search records' }).fill('one file')

  await page.getByRole('button', { name: 'Edit Use SQLite' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Use one file')
  await dialog.getByLabel('State').selectOption('executed')
  await expectOpenToAll(page, 'the dialog')
  await dialog.getByLabel('Title').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'is saved' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Use one file' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Use one file' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Use one file' })).toHaveCount(0)
})

test('a suggestion becomes an agent that is off until it is turned on, or a rule that asks @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const use = (query_pattern: string) =>
    keep(gatehouse, 'record_tool_usage', { tool_name: 'read_file', query_pattern })
  for (const pattern of ['weekly report', 'news'])
    for (let times = 0; times < 3; times += 1) await use(pattern)
  await keep(gatehouse, 'analyze_skill_patterns', {})
  await page.evaluate(() => void (location.hash = '/records/suggestion'))
  await expect(page.getByRole('heading', { name: 'Agent for weekly report' })).toBeVisible()
  await expectOpenToAll(page, 'suggestions')

  await page
    .getByRole('button', { name: 'Create agent from Agent for weekly report' })
    .press('Enter')
  await expect(page).toHaveURL(/agents\/own\/weekly_report$/)
  await expect(
    page.getByText(/^This file was generated from recorded use\. It is off/),
  ).toBeVisible()
  await expect(page.getByText('Turn it on first.')).toBeVisible()
  await expectOpenToAll(page, 'an agent that is off')
  await page.getByRole('button', { name: 'Turn on' }).press('Enter')
  await expect(page.getByText('You turned it on.')).toBeVisible()
  await expect(page.getByText('Turn it on first.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await page.evaluate(() => void (location.hash = '/agents/own'))
  const row = page.getByRole('listitem', { name: 'weekly_report', exact: true })
  await expect(row).toContainText('Off')
  await expect(row).toContainText('generated from recorded use')

  await page.evaluate(() => void (location.hash = '/records/suggestion'))
  await page.getByRole('button', { name: 'Create rule from Agent for news' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Tools' })).toHaveValue('read_file')
  await expectOpenToAll(page, 'a rule out of a suggestion')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByRole('list', { name: 'Rules' })).toContainText('news')
  await page.evaluate(() => void (location.hash = '/records/suggestion'))
  await expect(page.getByText('used', { exact: true })).toHaveCount(2)
})
