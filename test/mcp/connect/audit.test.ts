import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditAgents } from '../../../main/mcp/connect/audit.ts'
import { clientNames, clients } from '../../../main/mcp/connect/clients.ts'
import { applyPlan, planConnect } from '../../../main/mcp/connect/connect.ts'

let home: string
const machine = () => ({ env: {}, platform: 'linux', homedir: home, cwd: join(home, 'project') })
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'))
  mkdirSync(join(home, 'project'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const found = async () =>
  (await auditAgents(machine())).flatMap(({ findings }) =>
    findings.map(({ agent, kind, file, line }) => [agent, kind, file.slice(home.length + 1), line]),
  )

describe('agents audit', () => {
  it.each([
    [
      '.claude.json',
      '{\n  "mcpServers": {\n    "forge": { "command": "x", "env": { "TOKEN": "s3cret-value" } }\n  },\n  "projects": {\n    "/q": {\n      "mcpServers": { "other": {} }\n    }\n  }\n}',
      [
        ['claude-code', 'direct-server', 3],
        ['claude-code', 'direct-server', 7],
      ],
    ],
    [
      '.claude/settings.json',
      '{\n  // mine\n  "permissions": {\n    "defaultMode": "bypassPermissions",\n    "allow": ["Bash(*)"]\n  },\n  "disableAllHooks": true\n}',
      [
        ['claude-code', 'free-mode', 4],
        ['claude-code', 'auto-approve', 5],
        ['claude-code', 'hooks-off', 7],
      ],
    ],
    ['project/.mcp.json', '{"mcpServers":{"a":{}}}', [['claude-code', 'direct-server', 1]]],
    ['.cursor/mcp.json', '{"mcpServers":{"a":{},"gatehouse":{}}}', [['cursor', 'direct-server', 1]]],
    ['.cursor/cli-config.json', '{"approvalMode":"unrestricted"}', [['cursor', 'free-mode', 1]]],
    [
      '.config/goose/config.yaml',
      'GOOSE_MODE: auto\nextensions:\n  developer:\n    type: builtin\n    enabled: true\n  forge:\n    type: stdio\n    enabled: true\n  off:\n    type: stdio\n    enabled: false\n',
      [
        ['goose', 'direct-server', 6],
        ['goose', 'free-mode', 1],
      ],
    ],
    [
      '.codex/config.toml',
      'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n\n[mcp_servers.forge]\ncommand = "x"\n',
      [
        ['codex', 'direct-server', 4],
        ['codex', 'free-mode', 1],
        ['codex', 'free-mode', 2],
      ],
    ],
    ['.config/Code/User/settings.json', '{"chat.tools.global.autoApprove": true}', [['vscode', 'free-mode', 1]]],
    ['.gemini/settings.json', '{"general":{"defaultApprovalMode":"yolo"}}', [['gemini-cli', 'free-mode', 1]]],
    ['.cursor/hooks.json', '{"hooks": ', [['cursor', 'unreadable', null]]],
  ] as const)('of %s', async (name, text, wanted) => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    const [first, ...rest] = await found()
    expect(first).toEqual([wanted[0]?.[0], 'own-tools', name, null])
    expect(rest).toEqual(wanted.map(([agent, kind, line]) => [agent, kind, name, line]))
    expect(JSON.stringify(await auditAgents(machine()))).not.toContain('s3cret')
    expect(readFileSync(join(home, name), 'utf8')).toBe(text)
  })

  it('finds nothing on a machine with no agent', async () => {
    expect(await auditAgents(machine())).toEqual([])
  })

  it.each(clientNames.filter((name) => clients[name].hooks !== null))(
    'finds nothing open in %s once it is connected with its hooks',
    async (client) => {
      const program = { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} }
      const plan = await planConnect({ client, scope: 'user', hooks: true, program, endpoint: null }, machine())
      if (!plan.ok) throw new Error(plan.error.text)
      await applyPlan(plan.value, join(home, 'data', 'connections.json'), 1)
      expect(await found()).toEqual([])
    },
  )
})
