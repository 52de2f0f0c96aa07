// An app that is told to end while a command runs: it lets the command finish, or cuts it off and
// says so, also after the start.
// @module-tag whole
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdCommands } from '../../hold-commands.ts'
import { openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let testApp: TestApp
let client: Client
beforeEach(async () => {
  testApp = openTestApp(holdCommands)
  client = new Client({ name: 'some-client', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({ ...testApp.command('tester'), stderr: 'inherit' }),
  )
})
afterEach(async () => {
  await client.close()
  testApp.remove()
})

const exec = (command: string) => ({ name: 'exec', arguments: { command } })
const text = (result: unknown): string => JSON.stringify(result)

/** What the client gets of a command that is under way when its Gatehouse is told to end. */
async function endedUnder(command: string, sign: string): Promise<unknown> {
  const result = client.callTool(exec(command)).catch((error: unknown) => String(error))
  await testApp.answer(await testApp.heldOne(), 'once')
  await expect.poll(() => existsSync(join(testApp.workspace, sign))).toBe(true)
  process.kill(testApp.pid() ?? 0, 'SIGTERM')
  return result
}

/** From the app that comes after: the one that ends takes nothing new. */
async function callAfterwards(command: string): Promise<unknown> {
  for (;;) {
    const result = await client.callTool(exec(command)).catch((error: unknown) => String(error))
    if (!/is quitting|quit while this/.test(text(result))) return result
  }
}

it(
  'lets a command finish that needs no longer, and its client gets the result',
  { timeout: 600_000 },
  async () => {
    const result = await endedUnder(
      'touch began; sleep 2; echo over > ended; echo all of it',
      'began',
    )
    expect(text(result)).toContain('all of it')
    expect(readFileSync(join(testApp.workspace, 'ended'), 'utf8')).toBe('over\n')
  },
)

it(
  'cuts off what takes longer, tells its client so, and never runs it again unseen @whole',
  { timeout: 600_000 },
  async () => {
    const command = 'echo once >> ran; sleep 600; echo late >> ran'
    const first = await endedUnder(command, 'ran')
    expect(text(first)).toMatch(/ran in part/)
    // The bridge starts another app. The same call is told of once, and asked about after that.
    const reported = await callAfterwards(command)
    expect(text(reported)).toMatch(/already made.*ran in part/)
    const again = client.callTool(exec(command))
    const approval = await testApp.heldOne()
    expect(approval.again).toMatch(
      /^The same call ran in part: it was cut off at \d\d:\d\d:\d\d UTC, when Gatehouse ended\.$/,
    )
    await testApp.answer(approval, 'deny-once')
    await again
    expect(readFileSync(join(testApp.workspace, 'ran'), 'utf8')).toBe('once\n')
    const outcomes = (await testApp.journal()).filter(({ kind }) => kind === 'outcome')
    expect(outcomes).toMatchObject([{ status: 'cancelled', error: { code: 'call.cut-off' } }])
  },
)
