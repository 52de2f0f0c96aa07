// What an agent gives a tool of one of its own servers, over a running app: all of it is on the card,
// and an answer for the session covers it as it was, with what other tools call a description.
// @module-tag whole
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../../fakes/agent/start-agent.ts'
import type { Agent } from '../../fakes/agent/start-agent.ts'
import { openTestApp } from '../../mcp/gateway/test-app.ts'
import type { TestApp } from '../../mcp/gateway/test-app.ts'

let testApp: TestApp
let agent: Agent | null = null
beforeAll(async () => {
  testApp = openTestApp()
  agent = startAgent(testApp, 'first')
  await agent.ask({ call: 'read_file', args: { path: 'README.md' } })
  await testApp.person()
}, 600_000)
afterEach(async () => {
  await agent?.end()
  agent = null
})
afterAll(() => testApp.remove())

type Row = readonly [client: string, tool: string, first: object, second: object]
const ROWS: readonly Row[] = [
  ['claude-code', 'mcp__tracker__create', { description: 'one' }, { description: 'two' }],
  ['claude-code', 'mcp__tracker__create', { title: 'a' }, { title: 'a', description: 'b' }],
  ['claude-code', 'mcp__tracker__Bash', { command: 'ls', description: 'a' }, { command: 'ls' }],
  [
    'claude-code',
    'mcp__tracker__run',
    { command: 'ls', timeout: 1, run_in_background: false },
    { command: 'ls', timeout: 2, run_in_background: false },
  ],
  [
    'claude-code',
    'mcp__files__Read',
    { file_path: 'README.md', offset: 1 },
    { file_path: 'README.md', offset: 2 },
  ],
  [
    'claude-code',
    'mcp__tracker__deep',
    { issue: { fields: [{ description: 'one' }] } },
    { issue: { fields: [{ description: 'two' }] } },
  ],
  ['claude-code', 'mcp__tracker__kind', { description: 1 }, { description: '1' }],
  ['claude-code', 'mcp__tracker__empty', { description: '' }, {}],
  ['claude-code', 'mcp__tracker__null', { description: null }, { description: '' }],
  ['codex', 'mcp__tracker__create', { description: 'one' }, { description: 'two' }],
  ['gemini-cli', 'mcp_tracker_create', { description: 'one' }, { description: 'two' }],
  ['cursor', 'create', { instruction: 'one' }, { instruction: 'two' }],
]

describe('a call to a server of the agent’s own', () => {
  it.each(ROWS)('%s %s %j then %j', { timeout: 600_000 }, async (client, tool, first, second) => {
    agent = startAgent(testApp, `${client} ${tool} ${JSON.stringify(first)}`, client)
    const shown: unknown[] = []
    for (const input of [first, first, second]) {
      const said = agent.ask({ hook: tool, input })
      let over = false
      void said.finally(() => (over = true))
      while (!over) {
        const [held] = await testApp.pending()
        if (held !== undefined) {
          shown.push((held.args as { input: unknown }).input)
          const lasting = held.answers.includes('session') ? 'session' : 'once'
          if (!(await testApp.answer(held, lasting))) throw new Error('It was not taken.')
        }
        await Promise.race([said, new Promise((done) => setTimeout(done, 20))])
      }
    }
    // The second time either nobody was asked, or the same was.
    expect([shown[0], shown.at(-1)]).toEqual([first, second])
    expect(shown.length).toBeGreaterThanOrEqual(2)
  })
})
