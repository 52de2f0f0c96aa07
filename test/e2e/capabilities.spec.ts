// The table of tools against the real app: find a tool, try a call, set something, see what
// changed, give and take a lease, keep a view; by mouse, and the same by keyboard only.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

const pane = (page: Page) => page.getByRole('complementary', { name: 'Details of write_file' })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

test.use({ config: '# mine\nrehearsal: {automatic: false}\n' })

test('a tool is found, tried, set stricter and put back, by mouse', async ({ gatehouse }) => {
  const { page, configFile } = gatehouse
  await task(page, 'list .')
  await expect(transcript(page)).toContainText('list_dir')
  await page.getByRole('link', { name: 'Capabilities' }).click()
  await expect(
    row(page, 'list_dir').getByRole('img', { name: '1 allowed, 0 asked, 0 denied' }),
  ).toBeVisible()

  // Why one tool is open to sub-agents, and another is not.
  const subagents = page
    .getByRole('row', { name: /edit_file/ })
    .getByText('denied', { exact: true })
  await expect(subagents).toHaveAttribute('title', /^Only the agent itself may use it/)

  await page.getByRole('combobox', { name: 'Tier' }).click()
  await page.getByRole('option', { name: /^R2/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Filter tools' }).fill('whole text')
  await expect(page.getByRole('row')).toHaveCount(2)
  await row(page, 'write_file').click()
  await expect(page).toHaveURL(/capabilities\/write_file$/)

  await pane(page).getByRole('tab', { name: 'Try a call' }).click()
  await pane(page).getByRole('textbox', { name: 'path' }).fill('/etc/hosts')
  await pane(page).getByRole('button', { name: 'Explain' }).click()
  const verdict = pane(page).getByRole('status', { name: 'What would happen' })
  await expect(verdict).toContainText('R3')
  await expect(verdict).toContainText('It writes outside the workspace: /etc/hosts')
  // Brought into sight, below a form that fills the pane.
  await expect(verdict).toBeInViewport({ ratio: 0.4 })

  await pane(page).getByRole('combobox', { name: 'Decision' }).click()
  await page.getByRole('option', { name: 'deny' }).click()
  const said = pane(page).getByRole('status', { name: 'What changed' })
  await expect(said).toContainText(
    'write_file notes.txt, by an agent, a sub-agent or an MCP client: needed approval, now is denied.',
  )
  await expect(row(page, 'write_file')).toContainText('deny')
  expect(await readFile(configFile, 'utf8')).toMatch(
    /^# mine\n[^]*tools:\n {2}write_file:\n {4}default: deny\n/,
  )
  await pane(page).getByRole('button', { name: 'Reset to default' }).click()
  const relaxations = page.getByRole('dialog', { name: 'Loosen the policy?' })
  await expect(relaxations).toContainText('The tool write_file has a looser default.')
  await relaxations.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(row(page, 'write_file')).toContainText('deny')
  await pane(page).getByRole('button', { name: 'Reset to default' }).click()
  await relaxations.getByRole('button', { name: 'Allow more' }).click()
  await expect(said).toContainText('was denied, now needs approval')
  expect(await readFile(configFile, 'utf8')).not.toContain('write_file')

  await pane(page).getByRole('tab', { name: 'Leases' }).click()
  await pane(page).getByRole('button', { name: 'Give a lease…' }).click()
  await pane(page).getByRole('textbox', { name: 'Paths' }).fill('docs/**')
  await pane(page).getByRole('button', { name: 'Give lease' }).click()
  await pane(page).getByRole('button', { name: 'Revoke docs/**' }).click()
  await expect(pane(page)).toContainText('No leases for this tool.')
  await pane(page).getByRole('tab', { name: 'Calls' }).click()
  await expect(pane(page)).toContainText('No calls of this tool yet.')

  await expectOpenToAll(page)
})

test('a view is saved and there again after a restart; all of it by keyboard alone @whole', async ({
  gatehouse,
}) => {
  await gatehouse.page.getByRole('link', { name: 'Capabilities' }).focus()
  await gatehouse.page.keyboard.press('Enter')
  const { page } = gatehouse
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await expect(row(page, 'exec')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter tools' }).focus()
  await page.keyboard.type('read_file')
  await page.getByRole('combobox', { name: 'Group by' }).focus()
  await press('Enter')
  await page.getByRole('option', { name: 'By category' }).focus()
  await press('Enter')
  await expect(page.getByRole('button', { name: /^Files · / })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await page.getByRole('button', { name: 'Views' }).focus()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Name of this view' }).focus()
  await page.keyboard.type('Mine')
  await press('Enter')
  await expect(page.getByText('Saved as Mine.')).toBeVisible()
  await press('Escape')

  // From the first group down to the first tool, into its details, and back to where one was.
  await page.getByRole('button', { name: /^Files · / }).focus()
  await press('ArrowDown')
  const first = page.getByRole('row').filter({ has: page.locator(':focus') })
  const name = (await first.getByRole('rowheader').textContent()) ?? ''
  await press('Enter')
  const details = page.getByRole('complementary', { name: `Details of ${name}` })
  await expect(details.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await details.getByRole('switch', { name: 'Switched on' }).focus()
  await press('Space')
  await expect(details.getByRole('status', { name: 'What changed' })).toContainText('now is denied')
  await press('Space')
  await expect(page.getByRole('dialog', { name: 'Loosen the policy?' })).toContainText(
    `The tool ${name} is switched on.`,
  )
  // The focus goes in a moment after the dialog is drawn.
  const looser = page.getByRole('dialog', { name: 'Loosen the policy?' })
  await expect(looser.getByRole('button', { name: 'Cancel' }).last()).toBeFocused()
  await press('Tab', 'Enter')
  await expect(details.getByRole('switch', { name: 'Switched on' })).toBeChecked()
  await expect(details.getByRole('switch', { name: 'Switched on' })).toBeFocused()
  await press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('rowheader', { name, exact: true }).getByRole('button')).toBeFocused()

  await gatehouse.restart()
  const again = gatehouse.page
  await again.getByRole('link', { name: 'Capabilities' }).focus()
  await again.keyboard.press('Enter')
  await again.getByRole('button', { name: 'Views' }).focus()
  await again.keyboard.press('Enter')
  await again.getByRole('button', { name: 'Mine', exact: true }).focus()
  await again.keyboard.press('Enter')
  await expect(again.getByRole('searchbox', { name: 'Filter tools' })).toHaveValue('read_file')
  await expect(again.getByRole('button', { name: /^Files · / })).toBeVisible()
})
