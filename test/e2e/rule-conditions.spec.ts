// Every condition of a rule in its form: added, filled in and taken out, by mouse and by keys alone.
// What the sentence says is what main keeps.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { RuleWhen } from '../../contract/policy/rule.ts'
import { expect, test } from './harness/test.ts'

type Fill =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'choice'; readonly label: string; readonly option: string }

/** By condition: its name on the button, what is filled in, and what the sentence then says. */
const all: Readonly<Record<keyof RuleWhen, readonly [string, readonly Fill[], string]>> = {
  tools: ['Tools', [text('Tools', 'exec')], 'Deny exec'],
  commands: ['Commands', [text('Commands', 'git push')], 'a command is git push'],
  paths: ['Paths', [text('Paths', 'src/**')], 'a path is in src/**'],
  zones: ['Zone', [choice('Zone', 'outside the workspace')], 'is outside the workspace'],
  domains: ['Hosts', [text('Hosts', 'a.example')], 'a host is a.example'],
  ports: ['Ports', [text('Ports', '8443')], 'on port 8443'],
  methods: ['Methods', [choice('Methods', 'POST')], 'with POST'],
  allowlist: [
    'Allowlist',
    [text('Allowlist', 'api.example.org GET,POST 65536')],
    'a request is one of api.example.org GET,POST 65536',
  ],
  requestBytes: ['Request size', [text('More than', '4096')], 'more than 4096 bytes'],
  newHost: [
    'New host',
    [choice('New host', 'a host it has not reached before')],
    'goes to a host it has not reached before',
  ],
  actions: ['Actions', [text('Actions', 'delete')], 'with the action delete'],
  ids: ['Ids', [text('Ids', 'fs.*')], 'Deny fs.*'],
  categories: ['Categories', [choice('Categories', 'payments')], 'of the category payments'],
  tiers: ['Tiers', [choice('Tiers', 'R3')], 'of tier R3'],
  principals: ['Caller', [choice('Caller', 'a sub-agent')], 'by a sub-agent'],
  agents: ['Agent name', [text('Agent name', 'review*')], 'named review*'],
  channels: ['Channel', [choice('Channel', 'the gateway')], 'through the gateway'],
  trust: ['Channel trust', [choice('Channel trust', 'untrusted')], 'that is untrusted'],
  workspaces: ['Workspace', [text('Workspace', '~/work/**')], 'agents work in ~/work/**'],
  taint: ['Data seen', [choice('Data seen', 'private data')], 'has read private data'],
  guarded: [
    'Protected files',
    [choice('Protected files', 'writes a protected file')],
    'it writes a protected file',
  ],
  rate: ['Rate', [text('Calls', '20')], 'from call 21 on in an hour'],
  denials: ['Denials', [text('Denials', '3')], 'you have denied 3 calls'],
  hours: [
    'Hours',
    [text('Time zone', 'Europe/Berlin')],
    'between 22:00 and 07:00 in Europe/Berlin',
  ],
}

function text(label: string, value: string): Fill {
  return { kind: 'text', label, text: value }
}
function choice(label: string, option: string): Fill {
  return { kind: 'choice', label, option }
}

const form = (page: Page) => page.getByRole('dialog')
const add = (page: Page, name: string) =>
  form(page).getByRole('group', { name: 'When' }).getByRole('button', { name, exact: true })
const field = (page: Page, label: string) =>
  form(page)
    .getByRole('textbox', { name: label, exact: true })
    .or(form(page).getByRole('spinbutton', { name: label, exact: true }))
const condition = (page: Page, key: string) => form(page).locator(`[data-condition='${key}']`)
const picker = (page: Page, label: string) =>
  form(page).getByRole('combobox', { name: new RegExp(`^${label}: `) })

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Policy' }).click()
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Add a rule…' }).click()
}

test('every condition is added, filled in and taken out by mouse @whole', async ({ gatehouse }) => {
  const { page, configFile } = gatehouse
  await open(page)
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(RuleWhen.shape).toSorted())
  for (const [name, fills, said] of Object.values(all)) {
    await add(page, name).click()
    for (const fill of fills) {
      if (fill.kind === 'text') await field(page, fill.label).fill(fill.text)
      if (fill.kind === 'choice') {
        await picker(page, fill.label).click()
        await page.getByRole('option', { name: fill.option, exact: true }).click()
        await page.keyboard.press('Escape')
      }
    }
    await expect(form(page)).toContainText(said)
    if (name === 'Rate') continue
    await form(page)
      .getByRole('button', { name: `Remove ${name}`, exact: true })
      .click()
    await expect(add(page, name)).toBeVisible()
  }
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).fill('slowly')
  await form(page).getByRole('textbox', { name: 'Why' }).fill('So many may be a loop.')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => readFile(configFile, 'utf8').catch(() => ''))
    .toMatch(/over: 20\s+per: hour/)
})

test('every condition is added, filled in and taken out by keys alone @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await open(page)
  for (const [key, [name, fills, said]] of Object.entries(all)) {
    await add(page, name).focus()
    await page.keyboard.press('Enter')
    // The first control of what was added has the focus, and the next key goes there.
    await expect(condition(page, key).locator('input, textarea, button').first()).toBeFocused()
    for (const fill of fills) {
      if (fill.kind === 'text') {
        await field(page, fill.label).focus()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(fill.text)
        await expect(field(page, fill.label)).toHaveValue(fill.text)
      }
      if (fill.kind === 'choice') {
        await picker(page, fill.label).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('option', { name: fill.option, exact: true })).toBeVisible()
        // Keys go to the list a frame after it is drawn.
        await expect(page.locator('[role=listbox]:focus, [role=listbox] :focus')).toHaveCount(1)
        const at = (await page.getByRole('option').allTextContents()).indexOf(fill.option)
        await page.keyboard.press('Home')
        for (let down = 0; down < at; down++) await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
      }
    }
    await expect(form(page)).toContainText(said)
    await form(page)
      .getByRole('button', { name: `Remove ${name}`, exact: true })
      .focus()
    await page.keyboard.press('Enter')
    await expect(add(page, name)).toBeFocused()
  }
})
