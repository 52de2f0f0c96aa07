// The clients that can be connected: where each keeps its configuration on each system, and what an entry of ours looks like there.
import { posix, win32 } from 'node:path'
import type { Json } from '../../../contract/json.ts'
import type { Entry } from './place.ts'

export const clientNames = ['claude-code', 'cursor', 'goose', 'codex', 'vscode', 'claude-desktop', 'gemini-cli'] as const
export type ClientName = (typeof clientNames)[number]
export const isClientName = (name: string): name is ClientName => clientNames.some((each) => each === name)

/** Where to look: nothing here is read from the process itself. */
export type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.platform` names it. */
  readonly platform: string
  readonly homedir: string
  /** The folder of the project, for `--project`. */
  readonly cwd: string
}

export type Scope = 'user' | 'project'
export type Format = 'json' | 'yaml' | 'toml'
/** Absolute path of the program and its first words: those that make it `gatehouse`. */
export type Program = {
  readonly command: string
  readonly args: readonly string[]
  /** What has to be in its environment, where Gatehouse's home is not the usual one. */
  readonly env: Readonly<Record<string, string>>
}
export type Endpoint = { readonly url: string; readonly token: string }
export type Spot = { readonly file: string; readonly format: Format; readonly entries: readonly Entry[] }

type Client = {
  readonly title: string
  readonly format: Format
  readonly path: readonly string[]
  /** Null: it has no configuration of that scope. */
  file(machine: Places, scope: Scope): string | null
  stdio(program: Program): Json
  /** Null: it cannot be given an address in its file. */
  http: ((endpoint: Endpoint) => Json) | null
  hooks: ((machine: Places, scope: Scope, program: Program) => Spot) | null
}

type Places = Machine & { readonly join: (...parts: readonly string[]) => string; readonly config: string; readonly roaming: string }

/** The longest a hook may take, in seconds. The hook itself answers before that: a time-out lets the call through in most clients. */
export const HOOK_SECONDS = 600

const authorization = ({ token }: Endpoint): { readonly Authorization: string } => ({ Authorization: `Bearer ${token}` })
const plain = ({ command, args, env }: Program) => ({ command, args: [...args], ...(Object.keys(env).length === 0 ? {} : { env }) })
const inHome =
  (...parts: readonly string[]) =>
  ({ join, homedir, cwd }: Places, scope: Scope): string =>
    join(scope === 'user' ? homedir : cwd, ...parts)

export const clients: Readonly<Record<ClientName, Client>> = {
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    path: ['mcpServers'],
    file: ({ join, env, homedir, cwd }, scope) =>
      scope === 'project' ? join(cwd, '.mcp.json') : join(filled(env['CLAUDE_CONFIG_DIR']) ?? homedir, '.claude.json'),
    stdio: (program) => ({ type: 'stdio', ...plain(program) }),
    http: (endpoint) => ({ type: 'http', url: endpoint.url, headers: authorization(endpoint) }),
    hooks: (machine, scope, program) => ({
      // The project's file that is not committed: the command is one of this machine.
      file:
        scope === 'project'
          ? machine.join(machine.cwd, '.claude', 'settings.local.json')
          : machine.join(claudeHome(machine), 'settings.json'),
      format: 'json',
      entries: [
        {
          kind: 'element',
          path: ['hooks', 'PreToolUse'],
          value: {
            matcher: '*',
            hooks: [{ type: 'command', command: shellLine(machine, program, 'claude-code'), timeout: HOOK_SECONDS, onFailure: 'block' }],
          },
        },
      ],
    }),
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    path: ['mcpServers'],
    file: inHome('.cursor', 'mcp.json'),
    stdio: plain,
    http: (endpoint) => ({ url: endpoint.url, headers: authorization(endpoint) }),
    hooks: (machine, scope, program) => {
      const hook = { command: shellLine(machine, program, 'cursor'), timeout: HOOK_SECONDS, failClosed: true }
      const on = (event: string, more: { readonly matcher?: string } = {}): Entry => ({
        kind: 'element',
        path: ['hooks', event],
        value: { ...hook, ...more },
      })
      return {
        file: inHome('.cursor', 'hooks.json')(machine, scope),
        format: 'json',
        entries: [
          { kind: 'member', path: ['version'], value: 1 },
          on('beforeShellExecution'),
          on('beforeMCPExecution'),
          on('beforeReadFile'),
          on('preToolUse', { matcher: 'Write|Delete' }),
        ],
      }
    },
  },
  goose: {
    title: 'Goose',
    format: 'yaml',
    path: ['extensions'],
    file: ({ join, env, platform, config, roaming }, scope) => {
      if (scope === 'project') return null
      const root = filled(env['GOOSE_PATH_ROOT'])
      if (root !== null) return join(root, 'config', 'config.yaml')
      return platform === 'win32' ? join(roaming, 'Block', 'goose', 'config', 'config.yaml') : join(config, 'goose', 'config.yaml')
    },
    stdio: ({ command, args, env }) => ({
      enabled: true,
      type: 'stdio',
      name: 'gatehouse',
      description: 'Tools behind the gate of Gatehouse',
      cmd: command,
      args: [...args],
      envs: env,
      env_keys: [],
      timeout: 600,
    }),
    http: (endpoint) => ({
      enabled: true,
      type: 'streamable_http',
      name: 'gatehouse',
      description: 'Tools behind the gate of Gatehouse',
      uri: endpoint.url,
      headers: authorization(endpoint),
      envs: {},
      env_keys: [],
      timeout: 600,
    }),
    hooks: null,
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    path: ['mcp_servers'],
    file: (machine, scope) => machine.join(codexHome(machine, scope), 'config.toml'),
    stdio: (program) => ({ ...plain(program), tool_timeout_sec: 600 }),
    http: (endpoint) => ({ url: endpoint.url, http_headers: authorization(endpoint), tool_timeout_sec: 600 }),
    hooks: (machine, scope, program) => ({
      file: machine.join(codexHome(machine, scope), 'hooks.json'),
      format: 'json',
      entries: [
        {
          kind: 'element',
          path: ['hooks', 'PreToolUse'],
          value: { matcher: '*', hooks: [{ type: 'command', command: shellLine(machine, program, 'codex'), timeout: HOOK_SECONDS }] },
        },
      ],
    }),
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    path: ['servers'],
    file: ({ join, cwd, homedir, platform, config, roaming }, scope) => {
      if (scope === 'project') return join(cwd, '.vscode', 'mcp.json')
      if (platform === 'win32') return join(roaming, 'Code', 'User', 'mcp.json')
      return platform === 'darwin'
        ? join(homedir, 'Library', 'Application Support', 'Code', 'User', 'mcp.json')
        : join(config, 'Code', 'User', 'mcp.json')
    },
    stdio: (program) => ({ type: 'stdio', ...plain(program) }),
    http: (endpoint) => ({ type: 'http', url: endpoint.url, headers: authorization(endpoint) }),
    hooks: null,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    path: ['mcpServers'],
    file: ({ join, homedir, platform, config, roaming }, scope) => {
      if (scope === 'project') return null
      if (platform === 'win32') return join(roaming, 'Claude', 'claude_desktop_config.json')
      return platform === 'darwin'
        ? join(homedir, 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json')
        : join(config, 'Claude', 'claude_desktop_config.json')
    },
    stdio: plain,
    http: null,
    hooks: null,
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    format: 'json',
    path: ['mcpServers'],
    file: inHome('.gemini', 'settings.json'),
    stdio: (program) => ({ ...plain(program), timeout: 600_000 }),
    http: (endpoint) => ({ httpUrl: endpoint.url, headers: authorization(endpoint), timeout: 600_000 }),
    hooks: (machine, scope, program) => ({
      file: inHome('.gemini', 'settings.json')(machine, scope),
      format: 'json',
      entries: [
        {
          kind: 'element',
          path: ['hooks', 'BeforeTool'],
          value: {
            matcher: '.*',
            hooks: [
              { name: 'gatehouse', type: 'command', command: shellLine(machine, program, 'gemini-cli'), timeout: HOOK_SECONDS * 1000 },
            ],
          },
        },
      ],
    }),
  },
}

const claudeHome = ({ env, join, homedir }: Places): string => filled(env['CLAUDE_CONFIG_DIR']) ?? join(homedir, '.claude')
const codexHome = ({ env, join, homedir, cwd }: Places, scope: Scope): string =>
  scope === 'project' ? join(cwd, '.codex') : (filled(env['CODEX_HOME']) ?? join(homedir, '.codex'))

/** One line for the shell that the client starts its hooks with. */
function shellLine({ platform }: Machine, { command, args, env }: Program, agent: string): string {
  const windows = platform === 'win32'
  const quoted = windows ? (word: string) => `"${word}"` : (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`
  const set = Object.entries(env).map(([name, value]) => (windows ? `set "${name}=${value}" &&` : `${name}=${quoted(value)}`))
  return [...set, ...[command, ...args].map(quoted), 'hook', agent].join(' ')
}

/** With what every row of the table needs; relative folders in variables count for nothing, as the XDG rules say. */
export function placesOn(machine: Machine): Places {
  const { join, isAbsolute } = machine.platform === 'win32' ? win32 : posix
  const set = (name: string, otherwise: string): string => {
    const said = filled(machine.env[name])
    return said !== null && isAbsolute(said) ? said : otherwise
  }
  return {
    ...machine,
    join,
    config: set('XDG_CONFIG_HOME', join(machine.homedir, '.config')),
    roaming: set('APPDATA', join(machine.homedir, 'AppData', 'Roaming')),
  }
}

const filled = (text: string | undefined): string | null => (text === undefined || text.trim() === '' ? null : text)
