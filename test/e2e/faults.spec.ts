// Bad input and a hostile world: a clear word about where and what to do, and nothing lost.
import { rename, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { modelServer } from '../fakes/model-server.ts'
import { answer, card, task, transcript } from './harness/act.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

test('a malformed configuration says line and hint, and the one before stays in force', async ({
  gatehouse,
}) => {
  const { page, configFile } = gatehouse
  await writeFile(configFile, 'exfiltrationGuard:\n  enabled: true\n')
  await expect(page.getByRole('switch', { name: /Exfiltration guard/ })).toBeChecked()
  await writeFile(configFile, 'exfiltrationGuard:\n  enabled: true\naprovals: {}\n')
  await expect(page.getByText(/config\.yaml, line 3/)).toBeVisible()
  await expect(page.getByText(/approvals/).first()).toBeVisible()
  await expect(page.getByRole('switch', { name: /Exfiltration guard/ })).toBeChecked()
  await writeFile(configFile, 'exfiltrationGuard:\n  enabled: false\n')
  await expect(page.getByText(/config\.yaml, line 3/)).toHaveCount(0)
})

const runs = (page: Page): Locator => page.getByRole('list', { name: 'Runs' })

test('an unknown tool and bad arguments are refused in words that help', async ({ gatehouse }) => {
  const { page } = gatehouse
  // The field says so before anything is sent; what comes from elsewhere meets the gate.
  await task(page, '{"tool":"raed_file","args":{"path":"a"}}')
  await expect(
    page.getByText('There is no tool “raed_file”. Did you mean “read_file”?').first(),
  ).toBeVisible()
  await task(page, 'read_file {"pth":"a"}')
  await expect(page.getByText('Did you mean “path”?').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('')
  await gatehouse.call('runs.start', { text: '{"tool":"raed_file","args":{"path":"a"}}' })
  await runs(page).getByText('raed_file').click()
  await expect(transcript(page)).toContainText('There is no tool named raed_file')
  await gatehouse.call('runs.start', { text: 'read_file {"pth":"a"}' })
  await runs(page).getByText('pth').click()
  await expect(transcript(page)).toContainText('do not fit')
})

test('a workspace that vanishes is said, and comes back by itself', async ({ gatehouse }) => {
  const { page, workspace } = gatehouse
  await rename(workspace, `${workspace}-away`)
  await task(page, 'read README.md')
  await expect(transcript(page)).toContainText('does not exist')
  await rename(`${workspace}-away`, workspace)
  await writeFile(`${workspace}/back.txt`, 'here again\n')
  await task(page, 'read back.txt')
  await expect(transcript(page)).toContainText('here again')
})

const withModel = async (gatehouse: Gatehouse, baseUrl: string): Promise<void> => {
  const set = await gatehouse.call('config.update', {
    model: { provider: 'openai-compatible', name: 'test-model', baseUrl },
  })
  if (!set.ok) throw new Error(set.error.text)
}

test('a model on a real server asks for a command, is held, and goes on with the result', async ({
  gatehouse,
}) => {
  const server = await modelServer([
    {
      kind: 'say',
      text: ['Let me ', 'look.'],
      calls: [{ id: 'call_1', name: 'exec', args: { command: 'echo forty-two' } }],
    },
    { kind: 'say', text: ['The answer is forty-two.'] },
  ])
  try {
    await withModel(gatehouse, server.url)
    await task(gatehouse.page, 'What is the answer?')
    await expect(card(gatehouse.page)).toContainText('echo forty-two')
    await answer(gatehouse.page, 'Allow once')
    await expect(transcript(gatehouse.page)).toContainText('The answer is forty-two.')
    expect(JSON.stringify(server.asked[1]?.body)).toContain('forty-two')
  } finally {
    await server.close()
  }
})

test('a model server that is down, answers garbage or stops in the middle loses nothing', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const server = await modelServer([
    { kind: 'body', type: 'text/html', body: '<h1>It works!</h1>' },
    { kind: 'stops', after: 2, reset: true, text: ['Half a thou', 'ght'] },
    { kind: 'say', text: ['Whole again.'] },
  ])
  await withModel(gatehouse, server.url)
  await task(page, 'first message')
  await expect(page.getByText('Failed').first()).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(transcript(page)).toContainText('Half a thou')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(transcript(page)).toContainText('Whole again.')
  await server.close()
  await task(page, 'second message')
  await expect(page.getByText('Failed').first()).toBeVisible({ timeout: 60_000 })
  await expect(transcript(page)).toContainText('first message')
  await expect(transcript(page)).toContainText('Whole again.')
})
