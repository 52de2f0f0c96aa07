import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditAgents } from '../../../main/clients/audit/audit.ts'
import { clientNames, clients } from '../../../main/clients/connect/agents/clients.ts'
import type { ClientName } from '../../../main/clients/connect/agents/clients.ts'
import { codexHash } from '../../../main/clients/connect/hook-state.ts'
import { applyPlan, planConnect } from '../../../main/clients/connect/connect.ts'

let home: string
const hostFacts = () => ({ env: {}, platform: 'linux', homedir: home, cwd: join(home, 'project') })
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'))
  mkdirSync(join(home, 'project'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const found = async () =>
  (await auditAgents(hostFacts())).flatMap(({ findings }) =>
    findings.map(({ agent, kind, file, line }) => [agent, kind, file.slice(home.length + 1), line]),
  )

const location = (name: string): string => {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  return join(home, name)
}

/** As Codex 0.169.0 itself names and hashes this very hook: `hooks/list` of its app server. */
const codexLine = "'/usr/bin/node' '/opt/gatehouse.cjs' hook codex || exit 2"
const codexOwnHash = 'sha256:9daba22595ccb948794ec617e89f1d45bd417e30ea4920c3c1b625e002e3c059'

/** What Codex writes when a person trusts a hook with /hooks. */
function trustInCodex(hash?: string): void {
  const hooks = JSON.parse(readFileSync(join(home, '.codex', 'hooks.json'), 'utf8')) as {
    hooks: { PreToolUse: [{ matcher: string; hooks: [Record<string, unknown>] }] }
  }
  const [group] = hooks.hooks.PreToolUse
  const known = hash ?? codexHash(group.matcher, group.hooks[0])
  const file = join(home, '.codex', 'config.toml')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(
    file,
    `${before}\n[hooks.state."${join(home, '.codex', 'hooks.json')}:pre_tool_use:0:0"]\ntrusted_hash = "${known}"\n`,
  )
}

async function connected(client: ClientName): Promise<void> {
  const program = { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} }
  const plan = await planConnect(
    { client, scope: 'user', hooks: true, program, endpoint: null },
    hostFacts(),
  )
  if (!plan.ok) throw new Error(plan.error.text)
  await applyPlan(plan.value, join(home, 'data', 'connections.json'), 1)
}

describe('a hook of ours', () => {
  it('is hashed as Codex hashes it', () => {
    expect(codexHash('*', { type: 'command', command: codexLine, timeout: 600 })).toBe(codexOwnHash)
  })

  it.each([
    ['nobody trusted it', () => undefined],
    ['it is another one than the trusted one', () => trustInCodex(codexOwnHash)],
  ])('does not count with Codex where %s', async (_what, make) => {
    await connected('codex')
    make()
    expect(await found()).toEqual([['codex', 'untrusted', '.codex/hooks.json', null]])
  })

  it('does not count where it lets calls through when it cannot start, or guards some tools only', async () => {
    const line = "'/usr/bin/node' '/opt/gatehouse.cjs' hook claude-code"
    const hook = (matcher: string, command: string) =>
      JSON.stringify({
        hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command }] }] },
      })
    writeFileSync(location('.claude/settings.json'), hook('*', line))
    expect(await found()).toEqual([['claude-code', 'fails-open', '.claude/settings.json', null]])
    writeFileSync(location('.claude/settings.json'), hook('Bash', `${line} || exit 2`))
    expect(await found()).toEqual([['claude-code', 'own-tools', '.claude/settings.json', null]])
  })

  it.each<readonly [client: ClientName, file: string, text: string]>([
    ['claude-code', '.claude/settings.local.json', '{"disableAllHooks":true}'],
    ['claude-code', 'project/.claude/settings.json', '{"disableAllHooks":true}'],
    ['claude-code', 'project/.claude/settings.local.json', '{"disableAllHooks":true}'],
    ['claude-code', 'project/.claude/settings.json', '{"env":{"CLAUDE_CODE_SIMPLE":"1"}}'],
    ['codex', 'project/.codex/config.toml', '[features]\nhooks = false\n'],
    ['codex', 'project/.codex/config.toml', '[features]\ncodex_hooks = false\n'],
    ['codex', 'project/.codex/config.toml', '[profiles.fast.features]\nhooks = false\n'],
    ['gemini-cli', 'project/.gemini/settings.json', '{"hooksConfig":{"enabled":false}}'],
    ['gemini-cli', 'project/.gemini/settings.json', '{"hooksConfig":{"disabled":["gatehouse"]}}'],
    ['gemini-cli', 'project/.gemini/settings.json', '{"hooks":{"disabled":["x"]}}'],
    ['gemini-cli', 'project/.gemini/settings.json', '{"tools":{"enableHooks":false}}'],
    ['gemini-cli', 'project/.gemini/.env', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH=/tmp/x\n'],
    ['qwen-code', 'project/.qwen/settings.json', '{"disableAllHooks":true}'],
    ['qwen-code', 'project/.env', 'export QWEN_CODE_SYSTEM_SETTINGS_PATH=/tmp/x\n'],
    ['continue', 'project/.continue/settings.json', '{"disableAllHooks":true}'],
    // Variables that load code into the program of the hook, or lead it to another Gatehouse.
    ...[
      'NODE_OPTIONS',
      'LD_PRELOAD',
      'GATEHOUSE_HOME',
      'HOME',
      'XDG_RUNTIME_DIR',
      'BASH_ENV',
    ].flatMap((name): (readonly [ClientName, string, string])[] => [
      ['claude-code', 'project/.claude/settings.json', `{"env":{"${name}":"x"}}`],
      ['claude-code', 'project/.claude/settings.local.json', `{"env":{"${name}":""}}`],
      ['gemini-cli', 'project/.env', `A=1\n ${name} = x\n`],
      ['qwen-code', 'project/.qwen/.env', `export ${name}=x\n`],
    ]),
  ])('of %s is said to be off by %s: %s', async (client, file, text) => {
    await connected(client)
    if (client === 'codex') trustInCodex()
    writeFileSync(location(file), text)
    expect((await found()).map(([agent, kind, name]) => [agent, kind, name])).toEqual([
      [client, 'hooks-off', file],
    ])
  })

  it.each<readonly [what: string, kind: string, change: Record<string, unknown>]>([
    ['the agent does not wait for it', 'fails-open', { async: true }],
    ['it may take a second only', 'fails-open', { timeout: 1 }],
    ['it may take less than its own answer', 'fails-open', { timeout: 539 }],
    ['it is asked about some calls', 'own-tools', { if: 'Bash(rm *)' }],
    ['it is asked once', 'own-tools', { once: true }],
    ['its line is a prompt', 'own-tools', { type: 'prompt' }],
    ['it never starts', 'fails-open', { command: 'true || node g.cjs hook claude-code || exit 2' }],
  ])('does not count where %s', async (_what, kind, change) => {
    const command = "'/usr/bin/node' '/opt/gatehouse.cjs' hook claude-code || exit 2"
    const handler = { type: 'command', command, timeout: 600, ...change }
    writeFileSync(
      location('.claude/settings.json'),
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [handler] }] } }),
    )
    expect(await found()).toEqual([['claude-code', kind, '.claude/settings.json', null]])
  })

  it('is not said to be off by variables in the settings of the person', async () => {
    await connected('claude-code')
    writeFileSync(location('.claude/settings.local.json'), '{"env":{"NODE_OPTIONS":"-r x"}}')
    expect(await found()).toEqual([])
  })

  it('has a note beside it where another hook of a project may change what it let through', async () => {
    await connected('claude-code')
    const hooks = [{ type: 'command', command: './fix.sh' }]
    writeFileSync(
      location('project/.claude/settings.json'),
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } }),
    )
    const [audited] = await auditAgents(hostFacts())
    expect(audited?.notes.filter((note) => note.includes('another hook'))).toEqual([
      `${join(home, 'project/.claude/settings.json')} has another hook before its tools: one that changes a call does so without Gatehouse.`,
    ])
  })

  it('is said to be off by a variable, and by a flag of an agent that runs', async () => {
    await connected('claude-code')
    const kinds = async (env: Record<string, string>, running: readonly (readonly string[])[]) =>
      (await auditAgents({ ...hostFacts(), env }, running)).flatMap(({ findings }) =>
        findings.map(({ kind, text }) => [kind, text]),
      )
    expect(await kinds({ CLAUDE_CODE_SIMPLE: '1' }, [])).toMatchObject([
      ['hooks-off', expect.stringContaining('CLAUDE_CODE_SIMPLE')],
    ])
    expect(await kinds({}, [['/usr/bin/node', '/usr/bin/claude', '--bare']])).toMatchObject([
      ['free-mode', expect.stringContaining('--bare')],
    ])
    expect(
      await kinds({}, [
        ['/usr/bin/vim', 'claude', '--bare.txt'],
        ['/usr/bin/claude', '-p', 'x'],
        ['grep', '--bare'],
      ]),
    ).toEqual([])
  })

  it('is noted as one that a project can switch off, unless it is in the settings of the system', async () => {
    const system = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: location('system/settings.json') }
    const at = { ...hostFacts(), env: system }
    await connected('gemini-cli')
    writeFileSync(location('project/.gemini/settings.json'), '{"hooksConfig":{"enabled":false}}')
    const before = await auditAgents(at)
    expect(before[0]?.notes).toMatchObject([expect.stringContaining('--managed')])
    expect(
      before[0]?.findings.filter(({ file }) => file.includes('project')).map(({ kind }) => kind),
    ).toEqual(['hooks-off'])
    const program = { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} }
    const plan = await planConnect(
      { client: 'gemini-cli', scope: 'managed', hooks: true, program, endpoint: null },
      at,
    )
    if (!plan.ok) throw new Error(plan.error.text)
    await applyPlan(plan.value, join(home, 'data', 'connections.json'), 2)
    expect(JSON.parse(readFileSync(join(home, 'system', 'settings.json'), 'utf8'))).toMatchObject({
      hooks: { BeforeTool: [{ matcher: '.*' }] },
      hooksConfig: { enabled: true },
    })
    const after = await auditAgents(at)
    expect(after[0]?.notes).toEqual([])
    expect(after[0]?.findings.filter(({ file }) => file.includes('project'))).toEqual([])
  })

  it('is noted where the agent is newer than the list of its tools', async () => {
    await connected('claude-code')
    const bin = location('versions/99.0.1/claude')
    writeFileSync(bin, '')
    mkdirSync(join(home, 'bin'))
    symlinkSync(bin, join(home, 'bin', 'claude'))
    const notes = async (version: string) => {
      rmSync(join(home, 'bin', 'claude'))
      const file = location(`lib/${version}/package.json`)
      writeFileSync(file, JSON.stringify({ name: '@anthropic-ai/claude-code', version }))
      writeFileSync(join(dirname(file), 'cli.js'), '')
      symlinkSync(join(dirname(file), 'cli.js'), join(home, 'bin', 'claude'))
      return (await auditAgents({ ...hostFacts(), env: { PATH: join(home, 'bin') } })).flatMap(
        (each) => each.notes,
      )
    }
    expect(
      (await auditAgents({ ...hostFacts(), env: { PATH: join(home, 'bin') } })).flatMap(
        (each) => each.notes,
      ),
    ).toContainEqual(expect.stringContaining('99.0.1'))
    expect(await notes('2.9.0')).toContainEqual(expect.stringContaining('2.9.0 is newer'))
    expect(await notes('1.0.0')).not.toContainEqual(expect.stringContaining('newer'))
  })
})

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
    [
      '.cursor/mcp.json',
      '{"mcpServers":{"a":{},"gatehouse":{}}}',
      [['cursor', 'direct-server', 1]],
    ],
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
    [
      '.config/Code/User/settings.json',
      '{"chat.tools.global.autoApprove": true}',
      [['vscode', 'free-mode', 1]],
    ],
    [
      '.gemini/settings.json',
      '{"general":{"defaultApprovalMode":"yolo"}}',
      [['gemini-cli', 'free-mode', 1]],
    ],
    ['.cursor/hooks.json', '{"hooks": ', [['cursor', 'unreadable', null]]],
  ] as const)('of %s', async (name, text, wanted) => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    const [first, ...rest] = await found()
    expect(first).toEqual([wanted[0]?.[0], 'own-tools', name, null])
    expect(rest).toEqual(wanted.map(([agent, kind, line]) => [agent, kind, name, line]))
    expect(JSON.stringify(await auditAgents(hostFacts()))).not.toContain('s3cret')
    expect(readFileSync(join(home, name), 'utf8')).toBe(text)
  })

  it('finds nothing on a machine with no agent', async () => {
    expect(await auditAgents(hostFacts())).toEqual([])
  })

  it.each(clientNames.filter((name) => clients[name].hooks !== null))(
    'finds nothing open in %s once it is connected with its hooks',
    async (client) => {
      const program = { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} }
      const plan = await planConnect(
        { client, scope: 'user', hooks: true, program, endpoint: null },
        hostFacts(),
      )
      if (!plan.ok) throw new Error(plan.error.text)
      await applyPlan(plan.value, join(home, 'data', 'connections.json'), 1)
      if (client === 'codex') trustInCodex()
      expect(await found()).toEqual([])
    },
  )
})
