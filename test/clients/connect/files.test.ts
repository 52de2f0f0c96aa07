import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardOf } from '../../../contract/policy/paths/guarded-path.ts'
import { clientNames, clients, locationsOn } from '../../../main/clients/connect/agents/clients.ts'
import type { ClientName, HostFacts, Scope } from '../../../main/clients/connect/agents/clients.ts'
import {
  applyDisconnect,
  applyPlan,
  planConnect,
  planDisconnect,
} from '../../../main/clients/connect/connect.ts'
import { tomlEditor } from '../../../main/clients/connect/edit/edit-toml.ts'
import { yamlEditor } from '../../../main/clients/connect/edit/edit-yaml.ts'
import { hooksIn } from '../../../main/clients/connect/hook-state.ts'
import { writtenFor } from '../../../main/clients/connect/written-for.ts'
import type { Result } from '../../../contract/result.ts'
import type { Failure } from '../../../contract/failure.ts'
import { readRecord } from '../../../main/clients/connect/connection-record.ts'

const program = { command: '/usr/bin/node', args: ["/opt/it's/gatehouse.cjs"], env: {} }
let home: string
let hostFacts: HostFacts
let recordFile: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-connect-'))
  hostFacts = { env: {}, platform: 'linux', homedir: home, cwd: join(home, 'project') }
  recordFile = join(home, 'gatehouse', 'connections.json')
  mkdirSync(hostFacts.cwd)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const unwrapped = (read: Result<unknown, Failure>): unknown => (read.ok ? read.value : null)

const wish = (client: ClientName, parts: { scope?: Scope; hooks?: boolean } = {}) => ({
  client,
  scope: 'user' as const,
  hooks: false,
  program,
  endpoint: null,
  ...parts,
})

async function connect(client: ClientName, parts: { scope?: Scope; hooks?: boolean } = {}) {
  const plan = await planConnect(wish(client, parts), hostFacts)
  return plan.ok ? applyPlan(plan.value, recordFile, 1_790_000_000_000) : plan
}

async function disconnect(client: ClientName, scope: Scope | null = null) {
  const plan = await planDisconnect(client, scope, recordFile)
  return plan.ok ? applyDisconnect(plan.value, recordFile) : plan
}

/** Every file and link below a folder with what is in it, modes too. */
function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stat = lstatSync(path)
    if (name.startsWith('gatehouse')) continue
    found[name] = stat.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : stat.isDirectory()
        ? 'folder'
        : `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, 'utf8')}`
  }
  return found
}

it.each<readonly ClientName[]>([
  ['goose', 'claude-desktop', 'vscode'],
  ['claude-desktop', 'goose', 'vscode'],
  ['vscode', 'claude-desktop', 'goose'],
])(
  'folders that several connections share go with the last of them, in any order: %s, %s, %s',
  async (...order) => {
    const before = tree(home)
    for (const client of ['goose', 'claude-desktop', 'vscode'] as const)
      expect((await connect(client)).ok).toBe(true)
    for (const client of order) expect((await disconnect(client)).ok).toBe(true)
    expect(tree(home)).toEqual(before)
  },
)

describe('places', () => {
  const locations = [
    ['linux', {}, 'claude-code', '/h/.claude.json', '/p/.mcp.json'],
    ['linux', { CLAUDE_CONFIG_DIR: '/cc' }, 'claude-code', '/cc/.claude.json', '/p/.mcp.json'],
    ['linux', {}, 'cursor', '/h/.cursor/mcp.json', '/p/.cursor/mcp.json'],
    ['linux', {}, 'goose', '/h/.config/goose/config.yaml', null],
    ['linux', { XDG_CONFIG_HOME: '/x' }, 'goose', '/x/goose/config.yaml', null],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, 'goose', '/h/.config/goose/config.yaml', null],
    ['linux', { GOOSE_PATH_ROOT: '/g' }, 'goose', '/g/config/config.yaml', null],
    ['linux', {}, 'codex', '/h/.codex/config.toml', '/p/.codex/config.toml'],
    ['linux', { CODEX_HOME: '/c' }, 'codex', '/c/config.toml', '/p/.codex/config.toml'],
    ['linux', {}, 'vscode', '/h/.config/Code/User/mcp.json', '/p/.vscode/mcp.json'],
    [
      'darwin',
      {},
      'vscode',
      '/h/Library/Application Support/Code/User/mcp.json',
      '/p/.vscode/mcp.json',
    ],
    [
      'darwin',
      {},
      'claude-desktop',
      '/h/Library/Application Support/Claude/claude_desktop_config.json',
      null,
    ],
    [
      'linux',
      { XDG_CONFIG_HOME: '/x' },
      'claude-desktop',
      '/x/Claude/claude_desktop_config.json',
      null,
    ],
    ['linux', {}, 'gemini-cli', '/h/.gemini/settings.json', '/p/.gemini/settings.json'],
    ['win32', { APPDATA: 'C:\\R' }, 'goose', 'C:\\R\\Block\\goose\\config\\config.yaml', null],
    [
      'win32',
      { APPDATA: 'C:\\R' },
      'vscode',
      'C:\\R\\Code\\User\\mcp.json',
      '\\p\\.vscode\\mcp.json',
    ],
    [
      'win32',
      {},
      'claude-desktop',
      '\\h\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      null,
    ],
    ['linux', {}, 'opencode', '/h/.config/opencode/opencode.json', '/p/opencode.json'],
    ['linux', {}, 'qwen-code', '/h/.qwen/settings.json', '/p/.qwen/settings.json'],
    ['linux', {}, 'continue', '/h/.continue/config.yaml', '/p/.continue/mcpServers/gatehouse.json'],
    ['linux', {}, 'cline', '/h/.cline/data/settings/cline_mcp_settings.json', null],
  ] as const

  it('have a row of each agent', () => {
    expect(
      new Set(locations.map(([, , client]) => client)),
      'add a row of each agent to `locations` above',
    ).toEqual(new Set(clientNames))
  })

  it('are guarded where they lie in a project, or an agent could give itself servers and hooks', () => {
    const inProject = clientNames.flatMap((client) => {
      const facts = locationsOn({ env: {}, platform: 'linux', homedir: '/h', cwd: '/p' })
      const { file, hooks } = clients[client]
      const started = { command: 'gatehouse', args: [], env: {} }
      return [file(facts, 'project'), hooks?.(facts, 'project', started)?.file ?? null].flatMap(
        (path) => (path === null ? [] : [path.slice('/p/'.length)]),
      )
    })
    expect(inProject).toContain('.qwen/settings.json')
    expect(
      inProject.filter((path) => guardOf(path) === null),
      'add it to `agents` of contract/policy/paths/protected-paths.ts',
    ).toEqual([])
  })

  it.each(locations)('%s %j: %s keeps it in %s and %s', (platform, env, client, user, project) => {
    const found = locationsOn({ env, platform, homedir: '/h', cwd: '/p' })
    expect([clients[client].file(found, 'user'), clients[client].file(found, 'project')]).toEqual([
      user,
      project,
    ])
  })
})

describe('connect and disconnect', () => {
  it.each(clientNames)(
    '%s: on a machine where it has no file, makes it, and leaves nothing behind',
    async (client) => {
      const hooks = clients[client].hooks !== null
      const before = tree(home)
      expect(await connect(client, { hooks })).toMatchObject({ ok: true })
      expect(Object.values(tree(home)).join('\n')).toContain('gatehouse.cjs')
      expect(statSync(recordFile).mode & 0o777).toBe(0o600)
      const again = await planConnect(wish(client, { hooks }), hostFacts)
      expect(again.ok && again.value.changes).toEqual([])
      expect(await disconnect(client)).toMatchObject({ ok: true })
      expect(tree(home)).toEqual(before)
      expect(await disconnect(client)).toMatchObject({
        ok: false,
        error: { code: 'connect.not-connected' },
      })
    },
  )

  it('writes the hook of Claude Code beside other hooks, and takes only that back', async () => {
    const settings = join(home, '.claude', 'settings.json')
    mkdirSync(join(home, '.claude'))
    const before =
      '{\n  // mine\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [] }\n    ]\n  }\n}\n'
    writeFileSync(settings, before)
    await connect('claude-code', { hooks: true })
    const written = readFileSync(settings, 'utf8')
    expect(written).toContain('// mine')
    expect(JSON.parse(written.replace('// mine', ''))).toEqual({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [] },
          {
            matcher: '*',
            hooks: [
              {
                type: 'command',
                command: String.raw`NODE_OPTIONS='' NODE_PATH='' GATEHOUSE_HOME='' '/usr/bin/node' '/opt/it'\''s/gatehouse.cjs' hook claude-code || { echo 'gatehouse: the hook did not answer, so the call is stopped.' >&2; false; } || exit 2`,
                timeout: 600,
                onFailure: 'block',
              },
            ],
          },
        ],
        SessionEnd: [
          { hooks: [{ type: 'command', command: expect.stringContaining('hook claude-code ||') }] },
        ],
      },
    })
    writeFileSync(settings, written.replace('// mine', '// theirs'))
    const back = await disconnect('claude-code')
    expect(back.ok && back.value.map(({ text }) => text)).toEqual([
      'was changed since: only the entry of Gatehouse is removed',
      'was made by Gatehouse and is removed',
    ])
    expect(readFileSync(settings, 'utf8')).toBe(before.replace('// mine', '// theirs'))
  })

  it('goes through a link to the file it leads to, and keeps link, mode and a copy', async () => {
    mkdirSync(join(home, 'dotfiles'))
    mkdirSync(join(home, '.cursor'))
    const real = join(home, 'dotfiles', 'mcp.json')
    writeFileSync(real, '{}\n', { mode: 0o640 })
    chmodSync(real, 0o640)
    symlinkSync('../dotfiles/mcp.json', join(home, '.cursor', 'mcp.json'))
    const before = tree(home)
    const done = await connect('cursor')
    const backup = done.ok ? done.value[0]?.backup : null
    expect(backup).toBe(`${real}.before-gatehouse-20260921T141320Z`)
    expect([
      readFileSync(backup ?? '', 'utf8'),
      statSync(backup ?? '').mode & 0o777,
      statSync(real).mode & 0o777,
    ]).toEqual(['{}\n', 0o600, 0o640])
    expect(lstatSync(join(home, '.cursor', 'mcp.json')).isSymbolicLink()).toBe(true)
    await disconnect('cursor')
    expect(tree(home)).toEqual(before)
  })

  it.each([
    [
      'a link that leads nowhere',
      (file: string) => symlinkSync('nowhere', file),
      'connect.dangling',
    ],
    ['a folder', (file: string) => mkdirSync(file), 'connect.not-file'],
    [
      'a read-only file',
      (file: string) => writeFileSync(file, '{}', { mode: 0o400 }),
      'connect.read-only',
    ],
    [
      'a file with two names',
      (file: string) => (writeFileSync(file, '{}'), linkSync(file, `${file}.other`)),
      'connect.two-names',
    ],
    ['a malformed file', (file: string) => writeFileSync(file, '{"a": '), 'connect.malformed'],
    [
      'a file that is no text',
      (file: string) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b])),
      'connect.not-text',
    ],
    [
      'an entry of that name that is not ours',
      (file: string) => writeFileSync(file, '{"mcpServers":{"gatehouse":{"command":"x"}}}'),
      'connect.taken',
    ],
  ])('leaves %s as it is and says so', async (_what, make, code) => {
    mkdirSync(join(home, '.cursor'))
    make(join(home, '.cursor', 'mcp.json'))
    const before = tree(home)
    expect(await connect('cursor')).toMatchObject({ ok: false, error: { code } })
    expect(tree(home)).toEqual(before)
    expect(existsSync(recordFile)).toBe(false)
  })

  it('does not write over what somebody else wrote between the look and the write', async () => {
    mkdirSync(join(home, '.cursor'))
    const file = join(home, '.cursor', 'mcp.json')
    writeFileSync(file, '{}')
    const plan = await planConnect(wish('cursor'), hostFacts)
    writeFileSync(file, '{"theirs":1}')
    expect(plan.ok && (await applyPlan(plan.value, recordFile, 0))).toMatchObject({
      ok: false,
      error: { code: 'connect.changed' },
    })
    expect(readdirSync(join(home, '.cursor'))).toEqual(['mcp.json'])
    expect(readFileSync(file, 'utf8')).toBe('{"theirs":1}')
  })

  it('takes two connections of one file back in turn', async () => {
    mkdirSync(join(home, '.gemini'))
    const file = join(home, '.gemini', 'settings.json')
    writeFileSync(file, '{"a":1}')
    await connect('gemini-cli')
    await connect('gemini-cli', { hooks: true })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      a: 1,
      mcpServers: { gatehouse: {} },
      hooks: { BeforeTool: [{}] },
    })
    expect((await disconnect('gemini-cli')).ok).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}')
  })

  it('writes nothing over a record that it cannot read', async () => {
    mkdirSync(join(home, 'gatehouse'))
    writeFileSync(recordFile, '{')
    expect(await connect('cursor')).toMatchObject({ ok: false, error: { code: 'connect.record' } })
    expect(existsSync(join(home, '.cursor'))).toBe(false)
  })
})

describe('what is written for', () => {
  const mcp = (client: string) => ["/opt/it's/gatehouse.cjs", 'mcp', '--client', client]
  const readYaml = (name: string): unknown => {
    const read = yamlEditor.read(readFileSync(join(home, name), 'utf8'))
    return read.ok ? read.value : null
  }
  const readToml = (name: string): unknown => {
    const read = tomlEditor.read(readFileSync(join(home, name), 'utf8'))
    return read.ok ? read.value : null
  }
  const json = (name: string): unknown => JSON.parse(readFileSync(join(home, name), 'utf8'))

  it('Codex lets it call the gateway, whose tools ask by themselves', async () => {
    await connect('codex')
    expect(readToml('.codex/config.toml')).toMatchObject({
      mcp_servers: {
        gatehouse: {
          args: mcp('codex'),
          tool_timeout_sec: 600,
          default_tools_approval_mode: 'approve',
        },
      },
    })
  })

  it.each(['gemini-cli', 'qwen-code'] as const)(
    '%s lets it call the gateway, whose tools ask by themselves',
    async (client) => {
      await connect(client)
      expect(
        json(client === 'gemini-cli' ? '.gemini/settings.json' : '.qwen/settings.json'),
      ).toMatchObject({
        mcpServers: { gatehouse: { args: mcp(client), timeout: 600_000, trust: true } },
      })
    },
  )

  it('OpenCode is in its own form, beside what is there', async () => {
    mkdirSync(join(home, '.config', 'opencode'), { recursive: true })
    writeFileSync(join(home, '.config/opencode/opencode.json'), '{\n  // mine\n  "model": "x"\n}\n')
    await connect('opencode')
    const text = readFileSync(join(home, '.config/opencode/opencode.json'), 'utf8')
    expect(text).toContain('// mine')
    expect(JSON.parse(text.replace('// mine', ''))).toMatchObject({
      model: 'x',
      mcp: {
        gatehouse: {
          type: 'local',
          command: ['/usr/bin/node', ...mcp('opencode')],
          enabled: true,
          timeout: 600_000,
        },
      },
    })
  })

  it('Cline is in the one file of all its programs', async () => {
    await connect('cline')
    expect(json('.cline/data/settings/cline_mcp_settings.json')).toEqual({
      mcpServers: {
        gatehouse: { command: '/usr/bin/node', args: mcp('cline'), disabled: false, timeout: 600 },
      },
    })
  })

  it('Continue is an element of its list; a file that was not there is one that Continue can read', async () => {
    await connect('continue', { hooks: true })
    expect(readYaml('.continue/config.yaml')).toMatchObject({
      name: 'My configuration',
      version: '1.0.0',
      schema: 'v1',
      mcpServers: [{ name: 'gatehouse', command: '/usr/bin/node', args: mcp('continue') }],
    })
    expect(json('.continue/settings.json')).toMatchObject({
      hooks: { PreToolUse: [{ matcher: '*' }] },
    })
    expect((await disconnect('continue')).ok).toBe(true)
    mkdirSync(join(home, '.continue'), { recursive: true })
    const before = '# mine\nname: a\nmcpServers:\n  - name: b\n    command: c # why\nrules: []\n'
    writeFileSync(join(home, '.continue/config.yaml'), before)
    await connect('continue')
    expect(readYaml('.continue/config.yaml')).toMatchObject({
      name: 'a',
      mcpServers: [{ name: 'b' }, { name: 'gatehouse' }],
      rules: [],
    })
    await disconnect('continue')
    expect(readFileSync(join(home, '.continue/config.yaml'), 'utf8')).toBe(before)
  })

  it('a project of Continue is a file of its own', async () => {
    await connect('continue', { scope: 'project' })
    expect(json('project/.continue/mcpServers/gatehouse.json')).toMatchObject({
      mcpServers: { gatehouse: { args: mcp('continue') } },
    })
  })

  it('the running Gatehouse says whose hook is set up, and how long each waits', async () => {
    for (const client of ['codex', 'gemini-cli', 'goose', 'cline', 'cursor'] as const)
      await connect(client, { hooks: client === 'codex' })
    const found = await writtenFor(recordFile, hostFacts)
    expect(Object.fromEntries(found)).toEqual({
      codex: { hooks: true, waits: 600 },
      'gemini-cli': { hooks: false, waits: 600 },
      goose: { hooks: false, waits: 600 },
      cline: { hooks: false, waits: 600 },
      cursor: { hooks: false, waits: null },
    })
  })
})

describe('the settings of the system', () => {
  it.each<readonly [client: ClientName, file: string, read: (text: string) => unknown]>([
    ['claude-code', '/etc/claude-code/managed-settings.d/50-gatehouse.json', JSON.parse],
    ['codex', '/etc/codex/requirements.toml', (text) => unwrapped(tomlEditor.read(text))],
    ['gemini-cli', '/etc/gemini-cli/settings.json', JSON.parse],
    ['qwen-code', '/etc/qwen-code/settings.json', JSON.parse],
    ['cursor', '/etc/cursor/hooks.json', JSON.parse],
  ])('have the hook of %s in %s, and nothing of the user', async (client, file, read) => {
    const plan = await planConnect({ ...wish(client), scope: 'managed', hooks: true }, hostFacts)
    if (!plan.ok) throw new Error(plan.error.text)
    expect(plan.value.changes.map(({ target }) => target.file)).toEqual([file])
    const data = read(plan.value.changes[0]?.after ?? '')
    expect(Object.keys(data as object)).not.toContain('mcpServers')
    const where = client === 'cursor' ? 'user' : 'managed'
    const hooks = hooksIn(client, [{ file, text: '', data, where }])
    expect(hooks.length).toBeGreaterThan(0)
    expect(
      hooks.filter(({ opens, whole, trusted }) => opens !== null || !whole || trusted === false),
    ).toEqual([])
  })

  it.each(['opencode', 'cline', 'goose', 'vscode', 'claude-desktop', 'continue'] as const)(
    'of %s take no hook, and that is said',
    async (client) => {
      const plan = await planConnect({ ...wish(client), scope: 'managed', hooks: true }, hostFacts)
      expect(plan).toMatchObject({
        ok: false,
        error: { code: clients[client].hooks === null ? 'connect.no-hooks' : 'connect.no-managed' },
      })
    },
  )
})

describe('several at once', () => {
  const all: readonly ClientName[] = [
    'cursor',
    'codex',
    'goose',
    'vscode',
    'claude-code',
    'claude-desktop',
  ]

  it('each is written down, and each is taken back', async () => {
    // Folders that several of them would make stay as long as one of them is in there.
    for (const folder of ['.codex', '.config']) mkdirSync(join(home, folder))
    writeFileSync(join(home, '.codex/config.toml'), 'model = "o"\n')
    const before = tree(home)
    for (let round = 0; round < 3; round++) {
      expect((await Promise.all(all.map((client) => connect(client)))).map(({ ok }) => ok)).toEqual(
        all.map(() => true),
      )
      const known = await readRecord(recordFile)
      expect(known.ok && known.value.map(({ client }) => client).toSorted()).toEqual(all.toSorted())
      expect(
        (await Promise.all(all.map((client) => disconnect(client)))).map(({ ok }) => ok),
      ).toEqual(all.map(() => true))
      expect(tree(home)).toEqual(before)
    }
    expect(readdirSync(join(home, 'gatehouse'))).toEqual(['connections.json'])
  })

  it('does not wait for one that was killed in the middle', async () => {
    mkdirSync(join(home, 'gatehouse'))
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(`${recordFile}.busy`, String(pid))
    expect(await connect('cursor')).toMatchObject({ ok: true })
  })
})
