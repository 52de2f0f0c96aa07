// An agent as a real process, with its hook and its connection as its children, and a Gatehouse
// that serves both.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bridgeFile, openTestApp, root } from '../../mcp/gateway/test-app.ts'
import type { TestApp } from '../../mcp/gateway/test-app.ts'

/** It has no address: what is let out fails at that. */
const url = 'https://one.invalid/x'

const agentFile = join(root, 'test/fakes/agent/agent.ts')

let testApp: TestApp
let agents: Agent[]
beforeEach(() => {
  testApp = openTestApp('allowlist: { hosts: [one.invalid] }\n')
  agents = []
})
afterEach(async () => {
  for (const agent of agents) await agent.end()
  testApp.remove()
})

type Said = { readonly effect?: string; readonly text?: string }
type Agent = {
  /** What its hook says of one of its own tools. */
  hook(tool: string, input: object): Promise<Said>
  /** What the gateway says of one of its tools. */
  call(tool: string, args: object): Promise<Said>
  end(): Promise<void>
}

/** @param session as the agent itself calls it. */
function startAgent(session: string, client = 'claude-code'): Agent {
  const child = spawn(
    process.execPath,
    [agentFile, bridgeFile, client, session, testApp.workspace],
    {
      env: testApp.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const waiting = new Map<number, (said: Said) => void>()
  let next = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...said } = JSON.parse(line) as Said & { id: number }
    waiting.get(id)?.(said)
  })
  const ask = (what: object): Promise<Said> =>
    new Promise((done) => {
      const id = next++
      waiting.set(id, done)
      child.stdin.write(`${JSON.stringify({ id, ...what })}\n`)
    })
  const agent: Agent = {
    hook: (tool, input) => ask({ hook: tool, input }),
    call: (tool, args) => ask({ call: tool, args }),
    end: () =>
      new Promise((done) => {
        if (child.exitCode !== null) return done()
        child.on('close', () => done())
        child.stdin.end()
      }),
  }
  agents.push(agent)
  return agent
}

/** Tool and codes of the reasons of every decision that was asked about. */
async function decided(tool: string): Promise<readonly (readonly string[])[]> {
  const rows = await testApp.journal()
  return rows.flatMap((row) =>
    row.kind === 'decision' && row.tool === tool
      ? [row.decision.reasons.map(({ code }) => code)]
      : [],
  )
}

async function sessions(...tools: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await testApp.journal()
  return new Set(
    rows.flatMap((row) =>
      row.kind === 'decision' && tools.includes(row.tool) ? [row.principal.session] : [],
    ),
  )
}

it(
  'holds what is sent through the gateway after the agent itself has read a private file, and the other way round',
  { timeout: 600_000 },
  async () => {
    const secret = join(testApp.env['HOME'] ?? '', 'diary.txt')
    writeFileSync(secret, 'dear diary\n')
    const agent = startAgent('one')
    await agent.call('read_file', { path: 'README.md' })

    const reading = agent.hook('Read', { file_path: secret })
    const [held] = await testApp.held(1)
    if (held === undefined) throw new Error('nothing was held')
    // A connected client may be allowed for as long as it works.
    expect(held.answers).toContain('session')
    expect(await testApp.answer(held, 'session')).toBe(true)
    expect(await reading).toEqual({ effect: 'allow' })
    expect(await agent.hook('Read', { file_path: secret })).toEqual({ effect: 'allow' })

    void agent.call('web_fetch', { url })
    void agent.hook('WebFetch', { url, prompt: 'x' })
    for (const each of await testApp.held(2)) await testApp.answer(each, 'deny-once')
    expect(await decided('web_fetch')).toEqual([expect.arrayContaining(['flow.private-out'])])
    expect(await decided('claude_code_WebFetch')).toEqual([
      expect.arrayContaining(['flow.private-out']),
    ])
    expect(
      (await sessions('read_file', 'web_fetch', 'claude_code_Read', 'claude_code_WebFetch')).size,
    ).toBe(1)

    await agent.end()
    const next = startAgent('two')
    // In this order: what a page says of itself would speak against the next request.
    expect(await next.hook('WebFetch', { url, prompt: 'x' })).toEqual({ effect: 'allow' })
    void next.call('web_fetch', { url })
    await expect.poll(async () => (await decided('web_fetch')).length).toBe(2)
    expect((await decided('web_fetch')).at(-1)).not.toContain('flow.private-out')
  },
)

it('keeps two agents apart that work at the same time @whole', { timeout: 600_000 }, async () => {
  const secret = join(testApp.env['HOME'] ?? '', 'diary.txt')
  writeFileSync(secret, 'dear diary\n')
  const [one, other] = [startAgent('one'), startAgent('two')]
  await Promise.all([
    one.call('read_file', { path: 'README.md' }),
    other.call('read_file', { path: 'README.md' }),
  ])
  const reading = one.hook('Read', { file_path: secret })
  for (const each of await testApp.held(1)) await testApp.answer(each, 'once')
  expect(await reading).toEqual({ effect: 'allow' })
  expect(await other.hook('WebFetch', { url, prompt: 'x' })).toEqual({ effect: 'allow' })
  expect((await decided('claude_code_WebFetch')).at(-1)).not.toContain('flow.private-out')
})

it('keeps a deny always for a tool of an agent @whole', { timeout: 600_000 }, async () => {
  const agent = startAgent('one')
  await agent.call('read_file', { path: 'README.md' })
  const first = agent.hook('Brandnew', { a: 1 })
  const held = await testApp.heldOne()
  expect(held.answers).toContain('deny-always')
  expect(await testApp.answer(held, 'deny-always')).toBe(true)
  expect(await first).toMatchObject({ effect: 'deny' })
  expect(await agent.hook('Brandnew', { a: 2 })).toMatchObject({ effect: 'deny' })
  expect(await testApp.pending()).toEqual([])
})

it(
  'lets only tools of our own gateway through at the hook, with a row for each, and says where a hook is silent @whole',
  { timeout: 600_000 },
  async () => {
    const home = testApp.env['HOME'] ?? ''
    const entry = {
      type: 'stdio',
      command: process.execPath,
      args: [bridgeFile, 'mcp', '--client', 'claude-code'],
    }
    const servers = (more: object) =>
      writeFileSync(
        join(home, '.claude.json'),
        JSON.stringify({ mcpServers: { gatehouse: entry, ...more } }),
      )
    servers({})
    const data = join(testApp.env['GATEHOUSE_HOME'] ?? '', 'data')
    mkdirSync(data, { recursive: true })
    const written = (path: readonly string[], file: string, value: unknown, kind = 'member') => ({
      file: join(home, file),
      format: 'json',
      existed: false,
      madeFolders: [],
      backup: null,
      before: '',
      after: '',

      edit: { at: 0, removed: '', inserted: '' },
      entries: [{ kind, path, value }],
      made: [],
    })
    writeFileSync(
      join(data, 'connections.json'),
      JSON.stringify({
        version: 1,
        connections: [
          {
            client: 'claude-code',
            scope: 'user',
            at: 1,
            files: [
              written(['mcpServers', 'gatehouse'], '.claude.json', entry),
              written(['hooks', 'PreToolUse'], '.claude/settings.json', {}, 'element'),
            ],
          },
        ],
      }),
    )
    const agent = startAgent('one')
    await agent.call('read_file', { path: 'README.md' })
    const state = async () => {
      const listed = await (await testApp.person()).call('clients.list', {})
      return listed.ok ? listed.value.connected.map(({ hook }) => hook) : []
    }
    await expect.poll(state).toEqual(['silent'])
    expect(await agent.hook('mcp__gatehouse__read_file', { path: 'README.md' })).toEqual({
      effect: 'allow',
    })
    await expect.poll(state).toEqual(['set'])
    const rows = await testApp.journal()
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'outcome',
        tool: 'claude_code_gateway:read_file',
        leftTo: 'claude-code',
      }),
    )

    servers({ gatehouse__x: { command: 'x' } })
    const foreign = agent.hook('mcp__gatehouse__x__read_file', { path: 'README.md' })
    const held = await testApp.heldOne()
    expect(held.tool).toBe('claude_code_mcp__gatehouse__x__read_file')
    await testApp.answer(held, 'deny-once')
    expect(await foreign).toMatchObject({ effect: 'deny' })
    // No server of that name is known, and none of our tools either.
    servers({})
    const unknown = agent.hook('mcp__gatehouse__x__read_file', { path: 'README.md' })
    const second = await testApp.heldOne()
    await testApp.answer(second, 'deny-once')
    expect(await unknown).toMatchObject({ effect: 'deny' })
  },
)
