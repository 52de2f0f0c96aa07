// Codex: https://developers.openai.com/codex/hooks.
import {
  HOOK_SECONDS,
  authorization,
  filled,
  plain,
  type Client,
  type ConfigLocations,
  type Program,
  type Scope,
} from './client.ts'
import { hookLine } from '../hook-line.ts'

const codexHook = ({ platform }: ConfigLocations, program: Program) => ({
  matcher: '*',
  hooks: [
    {
      type: 'command',
      command: hookLine(platform === 'win32' ? 'cmd' : 'posix', program, 'codex'),
      timeout: HOOK_SECONDS,
    },
  ],
})

export const codex: Client = {
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
}

const codexHome = ({ env, join, homedir, cwd }: ConfigLocations, scope: Scope): string =>
  scope === 'project' ? join(cwd, '.codex') : (filled(env['CODEX_HOME']) ?? join(homedir, '.codex'))
