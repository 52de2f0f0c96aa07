// Claude Code: its settings, servers and hooks.
import {
  HOOK_SECONDS,
  authorization,
  endOfSession,
  filled,
  plain,
  type Client,
  type ConfigLocations,
  type Program,
} from './client.ts'
import { hookLine } from '../hook-line.ts'
import type { Entry } from '../entry-editor.ts'

const claudeHook = ({ platform }: ConfigLocations, program: Program): Entry => ({
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

const claudeEnd = ({ platform }: ConfigLocations, program: Program): Entry =>
  endOfSession({
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'powershell' : 'posix', program, 'claude-code'),
        ...(platform === 'win32' ? { shell: 'powershell' } : {}),
      },
    ],
  })

export const claudeCode: Client = {
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
}

const claudeHome = ({ env, join, homedir }: ConfigLocations): string =>
  filled(env['CLAUDE_CONFIG_DIR']) ?? join(homedir, '.claude')
