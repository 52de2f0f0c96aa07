// A terminal session of an agent, watched by a person: by keyboard alone they attach to it, see what
// runs and what has scrolled away, type into it with keys of their own, and end it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { modelServer } from '../fakes/model-server.ts'
import { answer, journal } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Terminal session dev' })
const screen = (page: Page) => dialog(page).getByRole('group', { name: 'Screen of dev' })
const field = (page: Page) => dialog(page).getByRole('textbox', { name: 'Type into the session' })

/** An agent opens a session, a person approves it. */
async function openedByAgent({ page, call }: Gatehouse): Promise<void> {
  const server = await modelServer([
    {
      kind: 'say',
      calls: [
        {
          id: 'c1',
          name: 'tmux',
          args: { action: 'create', session_name: 'dev', command: 'seq 1 300; echo up-$((1+1))' },
        },
      ],
    },
    { kind: 'say', text: ['It runs.'] },
  ])
  await call('config.update', {
    model: { provider: 'openai-compatible', name: 'scripted', baseUrl: `${server.url}/v1` },
  })
  const started = await call('runs.start', { text: 'Start the server' })
  if (!started.ok) throw new Error(started.error.text)
  await page.evaluate((id) => (location.hash = `#/runs/${id}`), started.value.id)
  await answer(page, 'Allow once')
  await expect(page.getByText('It runs.')).toBeVisible()
  await server.close()
}

test('a person attaches to a session by keyboard, types as themselves, and ends it', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  const file = (name: string): string => join(workspace, name)
  await openedByAgent(gatehouse)
  const chip = page.getByRole('button', { name: 'Terminal dev' })
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(screen(page)).toContainText('up-2')
  await expectOpenToAll(page)
  await page.keyboard.type('echo mine > person.txt')
  await page.keyboard.press('Enter')
  await expect.poll(() => existsSync(file('person.txt'))).toBe(true)
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('sleep 300')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toContainText('sleep is running')
  await page.keyboard.press('Control+c')
  await expect(dialog(page).getByRole('status')).toContainText('at the prompt of the shell')

  await expect(screen(page)).not.toContainText(/\n7\n/)
  await dialog(page).getByRole('button', { name: 'Show the whole history' }).press('Enter')
  await expect(screen(page)).toContainText('7')
  await expect.poll(async () => (await screen(page).innerText()).split('\n')).toContain('7')

  await dialog(page)
    .getByRole('checkbox', { name: /^Password/ })
    .press('Space')
  await field(page).fill('echo secret-word > hidden.txt')
  await field(page).press('Enter')
  await expect.poll(() => existsSync(file('hidden.txt'))).toBe(true)

  const rows = (await journal(gatehouse)).flatMap((entry) =>
    entry.kind === 'terminal' ? [entry] : [],
  )
  expect(rows.map(({ change, text, keys, surface }) => [change, text, keys, surface])).toEqual([
    ['typed', 'echo mine > person.txt', ['Enter'], expect.stringMatching(/^(browser|window)$/)],
    ['typed', 'sleep 300', ['Enter'], expect.any(String)],
    ['typed', '', ['C-c'], expect.any(String)],
    ['typed', null, [], expect.any(String)],
  ])
  expect(JSON.stringify(rows)).not.toContain('secret-word')
  expect(readFileSync(file('hidden.txt'), 'utf8')).toBe('secret-word\n')

  await dialog(page).getByRole('button', { name: 'End session…' }).press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('The session has ended.')
  await expectOpenToAll(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(chip).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('a person presses any key: it goes to the program as it is, until they take their keys back @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await openedByAgent(gatehouse)
  await page.getByRole('button', { name: 'Terminal dev' }).press('Enter')
  await expect(field(page)).toBeFocused()
  // What a program reads that takes each key by itself.
  await page.keyboard.type('stty raw -echo; head -c 27 > keys.bin; stty sane; echo all-$((1+1))')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toContainText('head is running')
  const direct = dialog(page).getByRole('button', { name: 'Press keys directly' })
  await direct.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(direct).toHaveAttribute('aria-pressed', 'true')
  await expectOpenToAll(page)
  for (const key of ['Tab', 'Escape', 'ArrowUp', 'F5', 'Control+a', 'Shift+Tab', 'Alt+x', 'Enter'])
    await page.keyboard.press(key)
  await page.keyboard.insertText('ä/')
  for (const key of ['Backspace', 'Control+Backslash', 'Delete', 'Home'])
    await page.keyboard.press(key)
  await expect(screen(page)).toContainText('all-2')
  await expect(dialog(page)).toBeVisible()
  const [up, f5, back, del] = ['\x1b[A', '\x1b[15~', '\x1b[Z', '\x1b[3~']
  expect(readFileSync(join(workspace, 'keys.bin'), 'utf8')).toBe(
    `\t\x1b${up}${f5}\x01${back}\x1bx\rä/\x7f\x1c${del}\x1b`,
  )
  await page.keyboard.press('Control+Shift+Enter')
  await expect(direct).toHaveAttribute('aria-pressed', 'false')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page)).not.toBeFocused()
  const rows = (await journal(gatehouse)).flatMap((entry) =>
    entry.kind === 'terminal' ? entry.keys : [],
  )
  expect(rows.slice(1)).toEqual([
    ...['Tab', 'Escape', 'Up', 'F5', 'C-a', 'BTab', 'Escape', 'Enter'],
    ...['BSpace', 'C-Backslash', 'DC', 'Home'],
  ])
})

test('the Agents screen has every session, with whose it is and what runs in it @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await openedByAgent(gatehouse)
  await page.evaluate(() => (location.hash = '#/agents'))
  const group = page.getByRole('group', { name: 'Terminal sessions' })
  await expect(group).toContainText('at the prompt of the shell')
  await group.getByRole('button', { name: 'Attach to dev' }).press('Enter')
  await expect(screen(page)).toContainText('up-2')
  await expectOpenToAll(page)
})
