import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyPlan, planConnect } from '../../../main/clients/connect/connect.ts'
import type { ClientName } from '../../../main/clients/connect/agents/clients.ts'
import { ownTool } from '../../../main/clients/connect/our-tool.ts'

let home: string
let recordFile: string
const hostFacts = () => ({
  env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(home, 'etc', 'settings.json') },
  platform: 'linux',
  homedir: home,
  cwd: join(home, 'project', 'sub'),
})
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-own-tool-'))
  recordFile = join(home, 'data', 'connections.json')
  mkdirSync(join(home, 'project', 'sub'), { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function connected(client: ClientName): Promise<void> {
  const program = { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} }
  const plan = await planConnect(
    { client, scope: 'user', hooks: false, program, endpoint: null },
    hostFacts(),
  )
  if (!plan.ok) throw new Error(plan.error.text)
  await applyPlan(plan.value, recordFile, 1)
}

function file(name: string, text: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), text)
}

const servers = (...names: readonly string[]): string =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) })

describe('the tool of our gateway that a hook names', () => {
  it.each<readonly [client: ClientName, tool: string, own: string | null]>([
    ['claude-code', 'mcp__gatehouse__read_file', 'read_file'],
    ['claude-code', 'mcp__gatehouse__forge__create', 'forge__create'],
    ['claude-code', 'mcp__gatehouse__', null],
    ['claude-code', 'mcp__gatehouse_x__read_file', null],
    ['claude-code', 'mcp__gatehousex__read_file', null],
    ['claude-code', 'mcp_gatehouse_read_file', null],
    ['claude-code', 'MCP__gatehouse__read_file', null],
    ['codex', 'mcp__gatehouse__read_file', 'read_file'],
    ['gemini-cli', 'mcp_gatehouse_read_file', 'read_file'],
    ['gemini-cli', 'mcp__gatehouse__read_file', 'read_file'],
    ['gemini-cli', 'mcp_gatehousex_read_file', null],
    ['qwen-code', 'mcp__gatehouse__read_file', 'read_file'],
  ])('of %s: %s is %s', async (client, tool, own) => {
    await connected(client)
    expect(await ownTool(client, tool, recordFile, hostFacts())).toBe(own)
  })

  it.each<readonly [client: ClientName, where: string, text: string, tool: string]>([
    ['claude-code', 'project/.mcp.json', servers('gatehouse__x'), 'mcp__gatehouse__x__read_file'],
    [
      'claude-code',
      'project/sub/.mcp.json',
      servers('gatehouse__x'),
      'mcp__gatehouse__x__read_file',
    ],
    ['claude-code', 'project/sub/.mcp.json', servers('gatehouse_'), 'mcp__gatehouse___read_file'],
    ['claude-code', 'project/sub/.mcp.json', servers('gatehouse.'), 'mcp__gatehouse___read_file'],
    ['claude-code', 'project/sub/.mcp.json', '{ not json', 'mcp__gatehouse__read_file'],
    [
      'codex',
      'project/sub/.codex/config.toml',
      '[mcp_servers.gatehouse__x]\ncommand = "x"\n',
      'mcp__gatehouse__x__read_file',
    ],
    [
      'gemini-cli',
      'project/sub/.gemini/settings.json',
      servers('gatehouse_read'),
      'mcp_gatehouse_read_file',
    ],
    [
      'gemini-cli',
      'project/sub/.gemini/settings.json',
      servers('gatehouse-read'),
      'mcp_gatehouse_read_file',
    ],
    ['gemini-cli', 'etc/settings.json', servers('gatehouse_read'), 'mcp_gatehouse_read_file'],
    [
      'gemini-cli',
      '.gemini/extensions/some/gemini-extension.json',
      servers('gatehouse_read'),
      'mcp_gatehouse_read_file',
    ],
    [
      'qwen-code',
      'project/sub/.qwen/settings.json',
      servers('gatehouse__x'),
      'mcp__gatehouse__x__read_file',
    ],
  ])(
    'of %s is none where another server of %s could have it: %s',
    async (client, where, text, tool) => {
      await connected(client)
      const before = await ownTool(client, tool, recordFile, hostFacts())
      file(where, text)
      expect([before !== null, await ownTool(client, tool, recordFile, hostFacts())]).toEqual([
        true,
        null,
      ])
    },
  )

  it('is none where connect wrote no entry, or it is another one now', async () => {
    expect(
      await ownTool('claude-code', 'mcp__gatehouse__read_file', recordFile, hostFacts()),
    ).toBeNull()
    await connected('claude-code')
    file('.claude.json', servers('gatehouse'))
    expect(
      await ownTool('claude-code', 'mcp__gatehouse__read_file', recordFile, hostFacts()),
    ).toBeNull()
    expect(
      await ownTool('somebody', 'mcp__gatehouse__read_file', recordFile, hostFacts()),
    ).toBeNull()
  })
})
