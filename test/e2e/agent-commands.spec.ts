// Who runs the shell commands of a connected agent: said for each agent, offered once, and a switch
// afterwards; by mouse and by keyboard.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { withPersonsHome } from './harness/persons-home.ts'
import { expect, type Gatehouse } from './harness/test.ts'

// The agents' own files are written there.
const test = withPersonsHome()

async function connected(gatehouse: Gatehouse): Promise<void> {
  for (const agent of ['claude-code', 'cursor']) {
    const { code, stderr } = await gatehouse.cli('connect', agent, '--hooks', '--yes')
    expect([code, stderr]).toEqual([0, expect.anything()])
  }
}
const one = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const offer = (page: Page) =>
  page.getByRole('group', { name: 'Run the commands of Claude Code in the sandbox?' })

async function toAgents(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
}

test('is said for each agent, offered once, and a switch afterwards @whole', async ({
  gatehouse,
}, info) => {
  const { page } = gatehouse
  await connected(gatehouse)
  await toAgents(page)
  await expect(one(page, 'Claude Code')).toContainText('runs its shell commands itself')
  await expect(one(page, 'Cursor')).toContainText('The card shows what the command did in a copy')
  await expect(one(page, 'Cursor').getByRole('switch')).toHaveCount(0)
  await expect(offer(page)).toContainText('without network')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: info.outputPath(`offer-${colorScheme}.png`) })
  }
  await expectOpenToAll(page)

  await offer(page).getByRole('button', { name: 'Turn on' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('Shell commands of claude-code run in the sandbox')
  await page.screenshot({ path: info.outputPath('confirm.png') })
  await dialog.getByRole('button', { name: 'Allow more' }).click()
  await expect(offer(page)).toHaveCount(0)
  const toggle = one(page, 'Claude Code').getByRole('switch')
  await expect(toggle).toBeChecked()
  await expect(one(page, 'Claude Code')).toContainText('run in the sandbox of Gatehouse')
  expect(readFileSync(gatehouse.configFile, 'utf8')).toMatch(/commands: sandbox/)
  await page.screenshot({ path: info.outputPath('on-dark.png') })

  const said = await gatehouse.cli('clients', 'commands')
  expect(said.stdout).toMatch(/claude-code +Its shell commands run in the sandbox/)
  for (const agent of ['claude-code', 'cursor']) await gatehouse.cli('disconnect', agent, '--yes')
})

test('“Not now” keeps it as it was, and is not asked again @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await connected(gatehouse)
  await toAgents(page)
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(one(page, 'Claude Code').getByRole('switch')).not.toBeChecked()
  await page.reload()
  await expect(one(page, 'Claude Code').getByRole('switch')).not.toBeChecked()
  await expect(offer(page)).toHaveCount(0)
})
