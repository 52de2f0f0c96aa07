// The clients that can be connected: where each keeps its configuration on each system, and what an
// entry of ours looks like there.
import {
  HOOK_SECONDS,
  authorization,
  filled,
  inHome,
  plain,
  type Client,
  type ConfigLocations,
  type Scope,
} from './client.ts'
import { claudeDesktop } from './claude-desktop.ts'
import { cline } from './cline.ts'
import { continueDev } from './continue.ts'
import { hookLine } from '../hook-line.ts'
import { openCode } from './opencode.ts'
import type { Entry } from '../location.ts'
import { qwenCode } from './qwen-code.ts'
import { vsCode } from './vscode.ts'

export { locationsOn } from './client.ts'
export type { Endpoint, Format, HostFacts, Program, Scope, ConfigTarget } from './client.ts'

export const clientNames = [
  'claude-code',
  'cursor',
  'goose',
  'codex',
  'vscode',
  'claude-desktop',
  'gemini-cli',
  'opencode',
  'qwen-code',
  'continue',
  'cline',
] as const
export type ClientName = (typeof clientNames)[number]
export const isClientName = (name: string): name is ClientName =>
  clientNames.some((each) => each === name)

const claudeHook = (
  { platform }: ConfigLocations,
  program: Parameters<typeof hookLine>[1],
): Entry => ({
  kind: 'element',
  path: ['hooks', 'PreToolUse'],
  value: {
    matcher: '*',
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'powershell' : 'posix', program, 'claude-code'),
        ...(platform === 'win32' ? { shell: 'powershell' } : {}),
        timeout: HOOK_SECONDS,
        onFailure: 'block',
      },
    ],
  },
})

/** What it read no longer applies to its next session. */
const endOfSession = (value: Entry['value']): Entry => ({
  kind: 'element',
  path: ['hooks', 'SessionEnd'],
  value,
})

const claudeEnd = ({ platform }: ConfigLocations, program: Parameters<typeof hookLine>[1]): Entry =>
  endOfSession({
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'powershell' : 'posix', program, 'claude-code'),
        ...(platform === 'win32' ? { shell: 'powershell' } : {}),
      },
    ],
  })

const geminiEnd = ({ platform }: ConfigLocations, program: Parameters<typeof hookLine>[1]): Entry =>
  endOfSession({
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'powershell' : 'posix', program, 'gemini-cli'),
      },
    ],
  })

const cursorHooks = (
  { platform }: ConfigLocations,
  program: Parameters<typeof hookLine>[1],
): readonly Entry[] => {
  const hook = {
    command: hookLine(platform === 'win32' ? 'cmd' : 'posix', program, 'cursor'),
    timeout: HOOK_SECONDS,
    failClosed: true,
  }
  const on = (event: string): Entry => ({
    kind: 'element',
    path: ['hooks', event],
    value: hook,
  })
  return [
    { kind: 'member', path: ['version'], value: 1 },
    on('beforeShellExecution'),
    on('beforeMCPExecution'),
    on('beforeReadFile'),
    // For every tool: a list of names would let pass what a newer version calls otherwise.
    on('preToolUse'),
    on('sessionEnd'),
  ]
}

const codexHook = ({ platform }: ConfigLocations, program: Parameters<typeof hookLine>[1]) => ({
  matcher: '*',
  hooks: [
    {
      type: 'command',
      command: hookLine(platform === 'win32' ? 'cmd' : 'posix', program, 'codex'),
      timeout: HOOK_SECONDS,
    },
  ],
})

const geminiHook = (
  { platform }: ConfigLocations,
  program: Parameters<typeof hookLine>[1],
): Entry => ({
  kind: 'element',
  path: ['hooks', 'BeforeTool'],
  // Without a name: by a name a project could switch it off.
  value: {
    matcher: '.*',
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'powershell' : 'posix', program, 'gemini-cli'),
        timeout: HOOK_SECONDS * 1000,
      },
    ],
  },
})

export const clients: Readonly<Record<ClientName, Client>> = {
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    path: ['mcpServers'],
    file: ({ join, env, homedir, cwd }, scope) =>
      scope === 'project'
        ? join(cwd, '.mcp.json')
        : join(filled(env['CLAUDE_CONFIG_DIR']) ?? homedir, '.claude.json'),
    stdio: (program) => ({ type: 'stdio', ...plain(program) }),
    http: (endpoint) => ({ type: 'http', url: endpoint.url, headers: authorization(endpoint) }),
    hooks: (hostFacts, scope, program) => ({
      // The project's file that is not committed: the command is one of this machine.
      file:
        scope === 'project'
          ? hostFacts.join(hostFacts.cwd, '.claude', 'settings.local.json')
          : hostFacts.join(claudeHome(hostFacts), 'settings.json'),
      format: 'json',
      entries: [claudeHook(hostFacts, program), claudeEnd(hostFacts, program)],
    }),
    managedHooks: (hostFacts, file, program) => ({
      file,
      format: 'json',
      entries: [claudeHook(hostFacts, program), claudeEnd(hostFacts, program)],
    }),
    after: null,
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    path: ['mcpServers'],
    file: inHome('.cursor', 'mcp.json'),
    stdio: plain,
    http: (endpoint) => ({ url: endpoint.url, headers: authorization(endpoint) }),
    hooks: (hostFacts, scope, program) => ({
      file: inHome('.cursor', 'hooks.json')(hostFacts, scope),
      format: 'json',
      entries: cursorHooks(hostFacts, program),
    }),
    managedHooks: (hostFacts, file, program) => ({
      file,
      format: 'json',
      entries: cursorHooks(hostFacts, program),
    }),
    after: null,
  },
  goose: {
    title: 'Goose',
    format: 'yaml',
    path: ['extensions'],
    file: ({ join, env, platform, config, roaming }, scope) => {
      if (scope === 'project') return null
      const root = filled(env['GOOSE_PATH_ROOT'])
      if (root !== null) return join(root, 'config', 'config.yaml')
      return platform === 'win32'
        ? join(roaming, 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml')
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
    managedHooks: null,
    after: null,
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    path: ['mcp_servers'],
    file: (hostFacts, scope) => hostFacts.join(codexHome(hostFacts, scope), 'config.toml'),
    // Without its approval mode Codex asks about, or refuses, every call of the gateway, which asks
    // by itself.
    stdio: (program) => ({
      ...plain(program),
      tool_timeout_sec: 600,
      default_tools_approval_mode: 'approve',
    }),
    http: (endpoint) => ({
      url: endpoint.url,
      http_headers: authorization(endpoint),
      tool_timeout_sec: 600,
      default_tools_approval_mode: 'approve',
    }),
    hooks: (hostFacts, scope, program) => ({
      file: hostFacts.join(codexHome(hostFacts, scope), 'hooks.json'),
      format: 'json',
      entries: [
        { kind: 'element', path: ['hooks', 'PreToolUse'], value: codexHook(hostFacts, program) },
      ],
    }),
    managedHooks: (hostFacts, file, program) => ({
      file,
      format: 'toml',
      entries: [
        { kind: 'member', path: ['hooks'], value: { PreToolUse: [codexHook(hostFacts, program)] } },
      ],
    }),
    after: (hooks) =>
      hooks
        ? 'Trust the hook there with /hooks: until then Codex does not run it, and its calls bypass Gatehouse.'
        : null,
  },
  vscode: vsCode,
  'claude-desktop': claudeDesktop,
  'gemini-cli': {
    title: 'Gemini CLI',
    format: 'json',
    path: ['mcpServers'],
    file: inHome('.gemini', 'settings.json'),
    // Without its trust Gemini CLI asks about, or refuses, every call of the gateway, which asks by
    // itself.
    stdio: (program) => ({ ...plain(program), timeout: 600_000, trust: true }),
    http: (endpoint) => ({
      httpUrl: endpoint.url,
      headers: authorization(endpoint),
      timeout: 600_000,
      trust: true,
    }),
    hooks: (hostFacts, scope, program) => ({
      file: inHome('.gemini', 'settings.json')(hostFacts, scope),
      format: 'json',
      entries: [geminiHook(hostFacts, program), geminiEnd(hostFacts, program)],
    }),
    managedHooks: (hostFacts, file, program) => ({
      file,
      format: 'json',
      entries: [
        geminiHook(hostFacts, program),
        geminiEnd(hostFacts, program),
        { kind: 'member', path: ['hooksConfig', 'enabled'], value: true },
      ],
    }),
    after: null,
  },
  opencode: openCode,
  'qwen-code': qwenCode,
  continue: continueDev,
  cline,
}

const claudeHome = ({ env, join, homedir }: ConfigLocations): string =>
  filled(env['CLAUDE_CONFIG_DIR']) ?? join(homedir, '.claude')
const codexHome = ({ env, join, homedir, cwd }: ConfigLocations, scope: Scope): string =>
  scope === 'project' ? join(cwd, '.codex') : (filled(env['CODEX_HOME']) ?? join(homedir, '.codex'))
