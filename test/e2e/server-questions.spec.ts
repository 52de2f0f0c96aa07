// What a server asks during a call of another agent goes through the person: the server is a program on
// the official library, the agent an official client over HTTP, the person is at the window.
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Locator, Page } from '@playwright/test'
import { journal } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'
import { root } from './harness/root.ts'

const program = join(root, 'test/fakes/mcp/honest/asking-server.ts')
const server = (name: string, asks: string): string =>
  `  ${name}: { transport: stdio, command: ${process.execPath}, args: [${program}], folders: [{ path: ${root} }], trust: verified, asks: ${asks} }\n`
const rule = `rules:\n  - { id: free, when: { tools: [forms__*, quiet__*] }, effect: allow, reason: tried }\n`
test.use({ config: `servers:\n${server('forms', 'ask')}${server('quiet', 'off')}${rule}` })

async function accept(gatehouse: Gatehouse, name: string): Promise<void> {
  await expect(async () => {
    const review = await gatehouse.call('servers.review', { name })
    if (!review.ok) throw new Error(review.error.text)
    const items = review.value.items.map(({ what, name: own }) => ({ what, name: own }))
    const { digest } = review.value
    expect(await gatehouse.call('servers.accept', { name, items, digest })).toMatchObject({
      ok: true,
    })
  }).toPass()
}

/** An agent whose model always says the same, and which counts how often that was asked. */
async function anAgent(gatehouse: Gatehouse) {
  const added = await gatehouse.call('clients.add', { name: 'scribe' })
  if (!added.ok) throw new Error(added.error.text)
  const { url, token } = added.value
  const client = new Client(
    { name: 'scribe', version: '1.0.0' },
    { capabilities: { sampling: {}, elicitation: {} } },
  )
  let asked = 0
  client.setRequestHandler(CreateMessageRequestSchema, () => {
    asked += 1
    return {
      role: 'assistant' as const,
      model: 'small',
      content: { type: 'text' as const, text: 'All agreed.' },
    }
  })
  const transport = new StreamableHTTPClientTransport(new URL(url ?? ''), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  // The library's own type is not exact about what may be left out.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return {
    run: async (name: string): Promise<string> =>
      JSON.stringify((await client.callTool({ name, arguments: {} })).content),
    asked: () => asked,
    close: () => client.close(),
  }
}
const card = (page: Page): Locator =>
  page.getByRole('region', { name: 'The server forms asks you something' })
const button = (page: Page, name: string): Locator =>
  card(page).getByRole('button', { name, exact: true })

test('a person answers, denies or passes on what a server asks; a secret is never asked for, and a server that is off asks nothing @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await accept(gatehouse, 'forms')
  await accept(gatehouse, 'quiet')
  const agent = await anAgent(gatehouse)
  await page.getByRole('link', { name: /^Approvals/ }).click()

  // Words of the person.
  const chosen = agent.run('forms__choose')
  await expect(card(page)).toContainText('Which colour, and how many?')
  await expect(card(page)).toContainText('It is working on choose for scribe')
  await expect(card(page).getByRole('button').first()).toHaveText('Deny')
  await expectOpenToAll(page)
  await button(page, 'Send this answer').click()
  await expect(card(page).getByRole('alert')).toBeVisible()
  await card(page)
    .getByLabel(/Colour/)
    .fill('green')
  await card(page).getByLabel(/Count/).fill('2')
  await button(page, 'Send this answer').click()
  expect(await chosen).toContain('accept {\\"colour\\":\\"green\\",\\"count\\":2}')

  // Denied.
  const denied = agent.run('forms__choose')
  await button(page, 'Deny').click()
  expect(await denied).toMatch(/decline|cancel/)

  // A model's answer comes from the agent that called, once the person says so.
  const summed = agent.run('forms__sum_up')
  await expect(card(page)).toContainText('Sum up the minutes.')
  expect(agent.asked()).toBe(0)
  await button(page, 'Let scribe answer').click()
  expect(await summed).toContain('All agreed.')
  expect(agent.asked()).toBe(1)

  // Nobody is asked for a secret, and one that is switched off for a server asks nothing.
  expect(await agent.run('forms__sign_on')).toMatch(/decline|cancel/)
  expect(await agent.run('quiet__choose')).not.toContain('accept')
  expect(await agent.run('quiet__sum_up')).not.toContain('All agreed.')
  await expect(card(page)).toBeHidden()
  expect(agent.asked()).toBe(1)
  await agent.close()

  const noted = (await journal(gatehouse)).flatMap((entry) =>
    entry.kind === 'server' ? [`${entry.server} ${entry.text ?? ''}`] : [],
  )
  expect(noted.join('\n')).toMatch(
    /forms elicitation: Your password, please\..*it asks for a secret/,
  )
  for (const end of ['answered', 'denied', 'passed on to the client'])
    expect(noted.filter((line) => line.includes(`(${end})`))).toHaveLength(1)
})
