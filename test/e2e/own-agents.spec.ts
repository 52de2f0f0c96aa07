// Agents of one's own in the window: made from an example, fixed where a mistake is, limited, run,
// renamed, deleted and taken back, by keyboard and open to everybody in both themes.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'
import { typeAtOnce } from './harness/type-at-once.ts'

const agentFile = ({ home }: Gatehouse, name: string): string =>
  join(home, 'agents', `${name}.yaml`)

async function write(gatehouse: Gatehouse, name: string, text: string): Promise<void> {
  await mkdir(join(gatehouse.home, 'agents'), { recursive: true })
  await writeFile(agentFile(gatehouse, name), text)
}

const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => void (location.hash = to), path)

const row = (page: Page, name: string): Locator => page.getByRole('listitem', { name, exact: true })
const form = (page: Page): Locator => page.getByRole('region', { name: 'Form' })
const state = (page: Page): Locator => page.getByRole('main').getByRole('status').first()

const BROKEN = `name: inbox
description: Sorts what came in.
capabilities:
  - mail_raed
`

test('from nothing: an example becomes an agent of your own, is limited, runs, and is renamed @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await go(page, '/agents/own')
  await expect(page.getByText('No agents of your own yet')).toBeVisible()
  await expectOpenToAll(page, 'no agents')

  await page.getByRole('button', { name: 'New agent' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Search examples' }).fill('code of')
  await expectOpenToAll(page, 'what to start from')
  await page.getByRole('searchbox', { name: 'Search examples' }).fill('code_quality')
  await page.getByRole('button', { name: /^code_quality_reviewer/ }).press('Enter')

  await expect(form(page).getByLabel('Name', { exact: true })).toHaveValue('code_quality_reviewer')
  await expect(page.getByRole('rowheader', { name: /query_memory/ })).toBeVisible()
  await form(page).getByRole('button', { name: 'Add capabilities…' }).press('Enter')
  await page.getByRole('checkbox', { name: /^fs_read/ }).press('Space')
  await expectOpenToAll(page, 'capabilities to choose from')
  await page.keyboard.press('Escape')
  await form(page).getByRole('button', { name: 'Limit fs_read' }).press('Enter')
  await form(page).getByLabel('Files and folders fs_read').fill('src/**\ndocs/**')
  const reads = page.getByRole('row', { name: /read_file/ })
  await expect(reads).toContainText('paths: src/**, docs/**')
  await page.getByRole('button', { name: 'Create agent' }).press('Enter')
  await expect(page).toHaveURL(/agents\/own\/code_quality_reviewer$/)
  await expect(state(page)).toHaveText('Saved')
  expect(await readFile(agentFile(gatehouse, 'code_quality_reviewer'), 'utf8')).toContain(
    '  - fs_read: {paths: [src/**, docs/**]}\n',
  )
  await expectOpenToAll(page, 'an agent')

  await form(page).getByLabel('Name', { exact: true }).fill('reviewer')
  await expect(page.getByText('Saving renames code_quality_reviewer to reviewer.')).toBeVisible()
  await expect(page.getByText('Save it first: a run uses the saved file.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page).toHaveURL(/agents\/own\/reviewer$/)

  await page.getByLabel('What should it do?').fill('read README.md')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/runs\/run_/)
  await go(page, '/agents/own/reviewer')
  await expect(page.getByRole('list', { name: 'Its runs' }).getByRole('listitem')).toHaveCount(1)
})

test('a broken file is listed with its reason, and fixed where the mistake is @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await write(gatehouse, 'inbox', BROKEN)
  await write(gatehouse, 'notes', 'name: notes\ncapabilities: [memory_read]\n')
  await go(page, '/agents/own')
  await expect(row(page, 'inbox')).toContainText('Line 4')
  await expect(row(page, 'inbox')).toContainText('Did you mean "mail_read"?')
  await expect(row(page, 'notes')).toContainText('1 capability')
  await expectOpenToAll(page, 'one of them broken')

  await row(page, 'inbox').getByRole('button', { name: 'Edit inbox' }).press('Enter')
  await expect(state(page)).toHaveText('1 mistake')
  const entry = form(page).getByRole('listitem').filter({ hasText: 'mail_raed' })
  await expect(entry).toContainText('Did you mean "mail_read"?')
  await expectOpenToAll(page, 'a mistake')
  await page.getByRole('button', { name: 'Line 4' }).press('Enter')
  const text = page.getByRole('textbox', { name: 'Text of the agent file' })
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.keyboard.type('mail_read')
  await page.keyboard.press('Escape')
  await expect(state(page)).toHaveText('Not saved yet')
  await expect(page.getByRole('row', { name: /search_mail/ })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(state(page)).toContainText('Saved')
  expect(await readFile(agentFile(gatehouse, 'inbox'), 'utf8')).toBe(BROKEN.replace('raed', 'read'))
})

test('F8 goes from one mistake to the next, and from the last to the first @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await write(gatehouse, 'inbox', `${BROKEN}  - fs_raed\n`)
  await go(page, '/agents/own/inbox')
  await expect(state(page)).toHaveText('2 mistakes')
  const text = page.getByRole('textbox', { name: 'Text of the agent file' })
  await text.focus()
  const line = (): Promise<string> => page.locator('.cm-activeLine').innerText()
  for (const word of ['mail_raed', 'fs_raed', 'mail_raed']) {
    await page.keyboard.press('F8')
    await expect.poll(line).toContain(word)
  }
  // A mistake is gone to where it is in this text, not where one was in an older.
  await text.press('Control+a')
  await typeAtOnce(text, '# one\nname: inbox\ncapabilities: 5\n', 'F8')
  await expect.poll(line).toContain('capabilities: 5')
})

test('what was deleted comes back, and what was typed stays after a change of the file @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await write(gatehouse, 'inbox', BROKEN)
  await go(page, '/agents/own')
  await row(page, 'inbox').getByRole('button', { name: 'Delete inbox' }).press('Enter')
  await expect(row(page, 'inbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo: bring inbox back' }).press('Enter')
  await expect(row(page, 'inbox')).toBeVisible()
  expect(await readFile(agentFile(gatehouse, 'inbox'), 'utf8')).toBe(BROKEN)

  await go(page, '/agents/own/inbox')
  await form(page).getByLabel('What it is for').fill('Mine.')
  await write(gatehouse, 'inbox', 'name: inbox\ndescription: Theirs.\n')
  await expect(page.getByText('The file was changed elsewhere')).toBeVisible()
  await expect(form(page).getByLabel('What it is for')).toHaveValue('Mine.')
  await go(page, '/runs')
  await go(page, '/agents/own')
  await expect(row(page, 'inbox')).toContainText('Not saved')
  await row(page, 'inbox').getByRole('link', { name: 'inbox' }).press('Enter')
  await expect(form(page).getByLabel('What it is for')).toHaveValue('Mine.')
  // It is still said, and nothing is written over what was not seen.
  await expect(page.getByText('The file was changed elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Show both' }).press('Enter')
  await expect(
    page.getByRole('group', { name: 'The file as it is now, and your text' }),
  ).toContainText('Theirs.')
  await expectOpenToAll(page, 'both texts')
  await form(page).getByLabel('What it is for').press('Control+s')
  expect(await readFile(agentFile(gatehouse, 'inbox'), 'utf8')).toContain('Theirs.')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(page.getByText('The file was changed elsewhere')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
  await expect(form(page).getByLabel('What it is for')).toHaveValue('Theirs.')

  await rm(agentFile(gatehouse, 'inbox'))
  await expect(page.getByText('There is no agent named inbox.')).toBeVisible()
})

for (const [width, height] of [
  [1280, 800],
  [720, 900],
  [400, 800],
] as const)
  test(`nothing is cut off or lies over anything in a window of ${width} by ${height} @whole`, async ({
    gatehouse,
  }) => {
    const { page } = gatehouse
    await page.setViewportSize({ width, height })
    await write(gatehouse, 'inbox', BROKEN)
    await write(
      gatehouse,
      'a-name-of-sixty-four-letters-which-is-as-long-as-a-name-may-be-xx',
      'name: a-name-of-sixty-four-letters-which-is-as-long-as-a-name-may-be-xx\n',
    )
    await write(
      gatehouse,
      'long',
      `name: long\ndescription: ${'All-in-one-word-'.repeat(30)}\ncapabilities: [mail_read, mail_write, memory_read, command_run, web_read, calendar_read]\n`,
    )
    for (const path of ['/agents/own', '/agents/own/inbox', '/agents/own/long', '/agents/new']) {
      await go(page, path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await expect(page.getByText('Reading…')).toHaveCount(0)
      expect(await page.evaluate(faultsOfLayout), path).toEqual([])
    }
  })
