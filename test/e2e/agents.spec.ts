// From a first start to an agent behind the gate: found on the machine, connected after its change
// was shown, its call answered; and taken back to the byte. The agent is a real client of the bridge
// that its own settings name.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Locator, Page } from '@playwright/test'
import { card } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { withPersonsHome } from './harness/persons-home.ts'
import { expect } from './harness/test.ts'

const mine = '{\n  // mine\n  "mcpServers": {\n    "notes": { "command": "notes" }\n  }\n}\n'
const test = withPersonsHome({ '.cursor/mcp.json': mine })
const settingsIn = (home: string): string => join(home, '.cursor', 'mcp.json')

type Entry = {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
}

/** Starts what the settings of the agent name, as the agent does. */
async function agentStarts(home: string): Promise<Client> {
  const text = readFileSync(settingsIn(home), 'utf8').replace('// mine', '')
  const { mcpServers } = JSON.parse(text) as { mcpServers: { gatehouse: Entry } }
  const { command, args, env } = mcpServers.gatehouse
  const client = new Client({ name: 'cursor', version: '1.0.0' })
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: home }
  await client.connect(
    new StdioClientTransport({ command, args, env: { ...inherited, ...env }, stderr: 'inherit' }),
  )
  return client
}

const focused = (element: Element): boolean => element === document.activeElement

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('tabTo: it cannot be reached by Tab')
}
const row = (page: Page) => page.getByRole('listitem', { name: 'Cursor', exact: true })
/** Whole: “Disconnect Cursor” has the same words in it. */
const connectButton = (page: Page) =>
  row(page).getByRole('button', { name: 'Connect Cursor', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Connect Cursor' })

test('by keyboard alone: the agent is found, connected and works; its call is held and answered', async ({
  gatehouse,
  personsHome,
}) => {
  const { page, workspace } = gatehouse
  const settings = settingsIn(personsHome)
  await tabTo(page, page.getByRole('button', { name: 'Connect Cursor' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('group', { name: `Change of ${settings}` })).toContainText(
    '"gatehouse"',
  )
  await expectOpenToAll(page)
  expect(readFileSync(settings, 'utf8')).toBe(mine)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Connect', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Cursor is connected.')
  await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  // What had the focus before has it again, or what took its place.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  const agent = await agentStarts(personsHome)
  try {
    const result = agent.callTool({
      name: 'write_file',
      arguments: { path: 'greeting.txt', content: 'Hello from Cursor.\n' },
    })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await expect(card(page)).toContainText('cursor')
    // A card takes no press in its first moment.
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect
        .poll(() => existsSync(join(workspace, 'greeting.txt')), { timeout: 2_000 })
        .toBe(true)
    }).toPass()
    expect(JSON.stringify(await result)).toContain('greeting.txt')
    expect(readFileSync(join(workspace, 'greeting.txt'), 'utf8')).toBe('Hello from Cursor.\n')

    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await expect(row(page)).toContainText('Connected, working now')
    await expect(row(page)).toContainText('its own tools are gated')
    await tabTo(page, row(page).getByRole('link', { name: /^last call/ }))
    await expectOpenToAll(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Audit', exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Search the journal' })).toHaveValue(
      'who:cursor',
    )
  } finally {
    await agent.close()
  }
})

test('undone where it was connected, to the byte; and its preset without a line of YAML @whole', async ({
  gatehouse,
  personsHome,
}) => {
  const { page } = gatehouse
  const settings = settingsIn(personsHome)
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await row(page)
    .getByRole('button', { name: /^Fix… Its own tools/ })
    .click()
  // A change that came in between is not written over.
  await expect(dialog(page).getByRole('group', { name: `Change of ${settings}` })).toBeVisible()
  writeFileSync(settings, `${mine}\n`)
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('changed since you looked')
  expect(readFileSync(settings, 'utf8')).toBe(`${mine}\n`)
  writeFileSync(settings, mine)
  await page.keyboard.press('Escape')
  await connectButton(page).click()
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page)).toContainText('Cursor is as it was before.')
  expect(readFileSync(settings, 'utf8')).toBe(mine)
  expect(existsSync(join(personsHome, '.cursor', 'hooks.json'))).toBe(false)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toBeHidden()

  // At once: the row offers nothing that is not so any more.
  await connectButton(page).click()
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await row(page).getByRole('combobox', { name: 'Preset of Cursor' }).click()
  await page.getByRole('option', { name: 'Read-only' }).click()
  await expect(row(page).getByRole('combobox')).toContainText('Read-only')
  expect(readFileSync(gatehouse.configFile, 'utf8')).toMatch(/cursor:\s+preset: read-only/)
  // A looser one is asked about first.
  await row(page).getByRole('combobox', { name: 'Preset of Cursor' }).click()
  await page.getByRole('option', { name: 'Flow' }).click()
  const asked = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(asked).toContainText('For cursor')
  await asked.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(row(page).getByRole('combobox')).toContainText('Read-only')

  await row(page).getByRole('button', { name: 'Disconnect Cursor' }).click()
  await page
    .getByRole('dialog', { name: 'Disconnect Cursor?' })
    .getByRole('button', { name: 'Disconnect' })
    .click()
  await expect(connectButton(page)).toBeVisible()
  expect(readFileSync(settings, 'utf8')).toBe(mine)
})

test('a token with limits, made here, lets a client do just that @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  const add = page.getByRole('button', { name: 'Add an agent…' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await page.keyboard.type('ci')
  await tabTo(page, page.getByRole('switch', { name: 'Limit what this token may do' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('list_dir')
  await tabTo(page, page.getByRole('textbox', { name: 'Calls' }))
  await page.keyboard.type('many')
  await expect(page.getByText('A whole number from 1 to 999999.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1')
  await expectOpenToAll(page)
  await page.keyboard.press('Enter')
  const token = page.getByRole('group', { name: 'The token of ci' })
  await expect(token).toContainText('It is valid for list_dir, 1 call, until')
  const secret = /ghd_[\w-]{43}/.exec(await token.innerText())?.[0] ?? ''
  const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(await token.innerText())?.[0] ?? ''
  const client = new Client({ name: 'ci', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport,
  )
  try {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('list_dir')
    expect(tools.map(({ name }) => name)).not.toContain('read_file')
    const call = () => client.callTool({ name: 'list_dir', arguments: { path: '.' } })
    await call()
    expect(JSON.stringify(await call())).toContain('are used up')
  } finally {
    await client.close()
  }
  await token.getByRole('button', { name: 'Done, I saved it' }).click()
  await expect(page.getByText('only list_dir, no call left')).toBeVisible()
})
