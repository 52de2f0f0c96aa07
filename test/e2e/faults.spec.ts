// Bad input and a hostile world: a clear word about where and what to do, and nothing lost.
import { rename, writeFile } from 'node:fs/promises'
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

test('an unknown tool and bad arguments are refused in words that help @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  // The field says so before it is sent; it may be sent all the same, and the gate says so too.
  const say = async (text: string, hint: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await expect(page.getByText(hint).first()).toBeVisible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await say('{"tool":"raed_file","args":{"path":"a"}}', 'There is no tool “raed_file”.')
  await expect(transcript(page)).toContainText('There is no tool named raed_file')
  await say('read_file {"pth":"a"}', 'The tool takes no “pth”.')
  await expect(transcript(page)).toContainText('do not fit')
})

test('a workspace that vanishes is said, and comes back by itself @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await rename(workspace, `${workspace}-away`)
  await task(page, 'read README.md')
  await expect(transcript(page)).toContainText('is not there')
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

test.describe('where commands are asked about', () => {
  test.use({ config: 'preset: careful\n' })
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
})

test('a model server that is down, answers garbage or stops in the middle loses nothing @whole', async ({
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
  // What is no answer, and what breaks off, is asked again by itself.
  await expect(transcript(page)).toContainText('Half a thou')
  await expect(transcript(page)).toContainText('Whole again.')
  await server.close()
  await task(page, 'second message')
  await expect(page.getByText('Failed').first()).toBeVisible({ timeout: 120_000 })
  await expect(transcript(page)).toContainText('first message')
  await expect(transcript(page)).toContainText('Whole again.')
})
