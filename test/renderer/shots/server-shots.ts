// Pictures of the servers screen, for make-shots.ts.
import type { Page } from '@playwright/test'

const many = { servers: true, journalRows: 24 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function filled(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('forge2')
  await page.getByLabel('Program', { exact: true }).fill('/usr/bin/npx')
  await page
    .getByLabel('Arguments')
    .fill(
      '-y\n@forge/mcp@1.4.0\n--root=/home/ada/a very long folder name/that goes on/and on/until it does not fit in one line/any more',
    )
  await button(page, 'Add a variable').click()
  await page.keyboard.type('FORGE_TOKEN')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tok-0123456789')
  await page.getByRole('checkbox', { name: 'Secret' }).check()
  await page.getByLabel('Hosts it may reach').fill('api.forge.example')
}

export const serverShots = [
  {
    name: 'servers',
    path: '/servers/forge',
    options: many,
    act: (page: Page) => page.getByText('list_issues').waitFor(),
  },
  {
    name: 'servers-diff',
    path: '/servers/forge',
    options: many,
    act: async (page: Page) => {
      await button(page, /Changed.*list_issues/).click()
      await page.getByText('Warning').waitFor()
    },
  },
  {
    name: 'servers-end',
    path: '/servers/forge',
    options: many,
    act: async (page: Page) => {
      await page.getByText('list_issues').waitFor()
      await page.getByRole('group', { name: 'Trust' }).scrollIntoViewIfNeeded()
      await page
        .getByRole('region', { name: 'forge' })
        .evaluate((part) => (part.scrollTop = part.scrollHeight))
    },
  },
  {
    name: 'servers-reach',
    path: '/servers/forge',
    options: many,
    act: async (page: Page) => {
      await page.getByText('list_issues').waitFor()
      await page
        .getByRole('group', { name: 'How it is started' })
        .evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'servers-edit',
    path: '/servers/forge',
    options: { ...many, secured: true },
    act: async (page: Page) => {
      await page.getByText('list_issues').waitFor()
      await button(page, 'Edit…').click()
      await page.getByLabel('Program', { exact: true }).fill('')
      await page.keyboard.press('Enter')
      await page.getByRole('form').evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'servers-edit-sheet',
    path: '/servers/forge',
    options: { ...many, secured: true },
    act: async (page: Page) => {
      await page.getByText('list_issues').waitFor()
      await button(page, 'Edit…').click()
      await page.getByLabel('Arguments').fill('--verbose')
      await button(page, 'Show what changes').click()
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'servers-edit-proof',
    path: '/servers/forge',
    options: { ...many, secured: true },
    act: async (page: Page) => {
      await page.getByText('list_issues').waitFor()
      await button(page, 'Edit…').click()
      await page.getByLabel('Arguments').fill('--verbose')
      await button(page, 'Show what changes').click()
      await button(page, 'Change it').click()
      await page.getByLabel('Gatehouse passphrase or one-time code').waitFor()
      await page.waitForTimeout(250)
    },
  },
  { name: 'servers-empty', path: '/servers' },
  {
    name: 'servers-archive',
    path: '/servers/archive',
    options: many,
    act: async (page: Page) => {
      await page.getByRole('combobox', { name: 'Show' }).click()
      await page.getByRole('option', { name: 'All' }).click()
      await page.getByText('get_record_0009').waitFor()
    },
  },
  { name: 'servers-crashed', path: '/servers/crashy', options: many },
  {
    name: 'servers-download',
    path: '/servers/crashy',
    options: many,
    act: async (page: Page) => {
      await page.getByRole('button', { name: 'Download…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'servers-registry',
    path: '/servers/registry',
    options: many,
    act: async (page: Page) => {
      await page.getByRole('textbox', { name: 'Registry or file' }).fill('https://registry.example')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByText('io.github.ada/notes').waitFor()
    },
  },
  {
    name: 'servers-registry-chosen',
    path: '/servers/registry',
    options: many,
    act: async (page: Page) => {
      await page.getByRole('textbox', { name: 'Registry or file' }).fill('https://registry.example')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('button', { name: 'Choose io.github.ada/notes' }).click()
      await page.getByRole('button', { name: 'Review and add…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'servers-stopped', path: '/servers/looped', options: many },
  {
    name: 'servers-off',
    path: '/servers/imported-from-elsewhere',
    options: many,
    act: (page: Page) => button(page, 'Remove…').click(),
  },
  {
    name: 'servers-sign-in',
    path: '/servers/wiki',
    options: many,
    act: async (page: Page) => {
      await button(page, 'Sign in…').click()
      await page.getByText('Finish signing in').waitFor()
    },
  },
  {
    name: 'servers-failed',
    path: '/servers/forge',
    options: many,
    act: async (page: Page) => {
      await page.getByText('list_issues').waitFor()
      await page.evaluate(
        `window.fakeBridge.breakChannel('servers.accept', { code: 'server.changed', text: 'It changed since you opened it, or it is not running.', hint: 'Review it again.' })`,
      )
      await button(page, /^Accept (all|\d+ without)/).click()
      await page.getByText('It is no longer what you were shown').waitFor()
    },
  },
  { name: 'servers-add', path: '/servers/add', options: many, act: filled },
  {
    name: 'servers-add-wrong',
    path: '/servers/add',
    options: many,
    act: async (page: Page) => {
      await page.getByLabel('Name', { exact: true }).fill('Forge!')
      await button(page, 'Add a folder').click()
      await page.keyboard.type('notes')
      await button(page, 'Review and add…').click()
    },
  },
  {
    name: 'servers-consent',
    path: '/servers/add',
    options: { ...many, secured: true },
    act: async (page: Page) => {
      await filled(page)
      await button(page, 'Review and add…').click()
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'servers-link',
    path: '/servers/add?link=gatehouse%3A%2F%2Fservers%2Fadd%3Fname%3Dlinked%26command%3Dnpx%26arg%3Dlinked%E2%80%AEmcp',
    options: many,
    act: (page: Page) => page.getByLabel('Name', { exact: true }).waitFor(),
  },
  {
    name: 'servers-import',
    path: '/servers/import',
    options: many,
    act: async (page: Page) => {
      await button(page, 'Read Cursor').click()
      await page.getByText('Left out').waitFor()
    },
  },
  {
    name: 'servers-import-consent',
    path: '/servers/import',
    options: many,
    act: async (page: Page) => {
      await button(page, 'Read Cursor').click()
      await button(page, 'Import 2 servers…').click()
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'servers-paste',
    path: '/servers/paste',
    options: many,
    act: async (page: Page) => {
      await page.getByLabel('Configuration of another client').fill('no configuration')
      await button(page, 'Read').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'servers-export',
    path: '/servers/export',
    options: many,
    act: (page: Page) => page.getByText('mcpServers').waitFor(),
  },
  {
    name: 'servers-clients',
    path: '/agents',
    options: many,
    act: (page: Page) => page.getByText('over HTTP ·').waitFor(),
  },
  {
    name: 'servers-token',
    path: '/agents',
    options: many,
    act: async (page: Page) => {
      await button(page, 'Add an agent…').click()
      await page.getByLabel('Name of the agent').fill('cursor')
      await page.keyboard.press('Enter')
      await page.getByText('The token of cursor').waitFor()
    },
  },
  {
    name: 'narrow-servers',
    path: '/servers/forge',
    options: many,
    width: 900,
    act: async (page: Page) => {
      await button(page, /Changed.*list_issues/).click()
    },
  },
  {
    name: 'narrow-servers-zoomed',
    path: '/servers/forge',
    options: many,
    width: 640,
    act: async (page: Page) => {
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
      await page.getByText('list_issues').waitFor()
    },
  },
  { name: 'narrow-servers-add', path: '/servers/add', options: many, width: 640, act: filled },
] as const
