// A fresh home: the tour through its three real calls, then a model server of this machine found
// and taken, a run with it. By mouse and by keyboard only.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { localModels } from '../fakes/local-models.ts'
import { answer, card, expectIntact, journal, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test as base } from './harness/test.ts'

const test = base.extend({
  // Ollama itself is told by this variable where to listen; so it is found there and not at a port that others use too.
  // oxlint-disable-next-line no-empty-pattern
  env: async ({}, provide) => {
    const server = await localModels('ollama')
    await provide({ OLLAMA_HOST: server.origin })
    await server.close()
  },
})

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const strip = (page: Page): Locator => page.getByRole('region', { name: 'Tour', exact: true })

/** What the gate decided for the agent of the tour, in order. */
async function decided(gatehouse: Gatehouse) {
  return (await journal(gatehouse)).flatMap((entry) =>
    entry.kind === 'decision' && entry.principal.name === 'tour'
      ? [`${entry.tool} ${entry.decision.effect} ${entry.decision.tier}`]
      : [],
  )
}

test('by mouse: allowed, held and answered, refused; the folder removed; a model found, taken and asked', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  // Nothing is in the way: one can type at once.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expectOpenToAll(page)

  await button(page, 'Take the tour').click()
  await expect(strip(page)).toContainText('reading files in your workspace is low risk (R1)')
  await expect(transcript(page)).toContainText('this is the demo letter')
  await button(page, 'Next: it wants to write').click()
  await expect(strip(page)).toContainText('The card above shows exactly what would be written')
  const written = join(workspace, 'gatehouse-tour', 'answer.txt')
  expect(existsSync(written)).toBe(false)
  // Left in the middle, and gone on with from where it was.
  await button(page, 'Leave the tour').click()
  await button(page, 'Continue tour').click()
  await answer(page, 'Allow once')
  await expect(strip(page)).toContainText('It waited for your approval')
  expect(await readFile(written, 'utf8')).toContain('I ask before I write')
  await button(page, 'Next: it asks for a key').click()
  await expect(strip(page)).toContainText('on the STOP list')
  await expect(transcript(page)).toContainText('Blocked by policy')
  expect(await decided(gatehouse)).toEqual([
    'read_file allow R1',
    'write_file confirm R2',
    'read_file deny R2',
  ])
  await expectOpenToAll(page)

  const rows = (await journal(gatehouse)).length
  await button(page, 'Remove the demo folder').click()
  await expect(strip(page)).toContainText('The demo folder was removed')
  expect(existsSync(join(workspace, 'gatehouse-tour'))).toBe(false)
  expect((await journal(gatehouse)).length).toBe(rows)
  await expectIntact(gatehouse)

  await button(page, 'Start a run').click()
  await page.getByRole('combobox', { name: 'Model of Ollama' }).click()
  await page.getByRole('option', { name: 'llama3.2:latest' }).click()
  await button(page, 'Use llama3.2:latest').click()
  await expect(page.getByText(/^Connected to llama3\.2:latest \(/)).toBeVisible()
  expect(await gatehouse.call('app.state', {})).toMatchObject({
    value: { model: { provider: 'openai-compatible', name: 'llama3.2:latest' } },
  })
  await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
  await button(page, 'Send').click()
  await expect(transcript(page)).toContainText('ready')
})

/** Goes on with Tab until it has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('tabTo: it cannot be reached by Tab')
}

async function pressIt(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, button(page, name))
  await page.keyboard.press('Enter')
}

test('by keyboard only: the tour with a denial, and the model that is proposed @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await pressIt(page, 'Take the tour')
  // The next step has the focus, not the message field below it.
  await expect(button(page, 'Next: it wants to write')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
  // A card takes no press in its first moment.
  await expect(async () => {
    if (await card(page).isVisible()) await page.keyboard.press('d')
    await expect(strip(page)).toContainText('you denied it, and nothing was done', {
      timeout: 1_000,
    })
  }).toPass()
  expect(existsSync(join(workspace, 'gatehouse-tour', 'answer.txt'))).toBe(false)
  await expect(button(page, 'Next: it asks for a key')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(strip(page)).toContainText('on the STOP list')
  await pressIt(page, 'Remove the demo folder')
  await expect(strip(page)).toContainText('The demo folder was removed')
  await pressIt(page, 'Start a run')
  await pressIt(page, 'Use qwen3-coder:30b')
  await expect(page.getByText(/^Connected to qwen3-coder:30b \(/)).toBeVisible()
})

test('Settings by keyboard only: found, led to, refused without losing what was typed, and back to the default @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.getByRole('link', { name: 'Settings', exact: true }).focus()
  await page.keyboard.press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await tabTo(page, search)
  await page.keyboard.type('time to answer')
  await expect(
    page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link'),
  ).toHaveText(['Approvals'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeFocused()
  const seconds = page.getByRole('textbox', { name: 'Time to answer, in seconds' })
  await tabTo(page, seconds)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('90')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => gatehouse.call('app.state', {}))
    .toMatchObject({ value: { approvalTimeoutSeconds: 90 } })
  await pressIt(page, 'Back to 600, the default')
  await expect(seconds).toHaveValue('600')

  await search.focus()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await page.keyboard.type('workspace folder')
  await page.keyboard.press('Enter')
  const folder = page.getByRole('textbox', { name: 'Workspace folder' })
  await tabTo(page, folder)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('/proc')
  await page.keyboard.press('Enter')
  await expect(page.getByText('which no call may touch')).toBeVisible()
  await expect(folder).toHaveValue('/proc')
  await page.keyboard.press('Escape')
  await expect(folder).toHaveValue(gatehouse.workspace)

  await search.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.type('tour')
  await expectOpenToAll(page)
  await pressIt(page, 'Take the tour')
  await expect(strip(page)).toContainText('reading files in your workspace is low risk (R1)')
})
