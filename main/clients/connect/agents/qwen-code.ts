// Qwen Code: https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings and
// /features/mcp and /features/hooks.
import {
  HOOK_SECONDS,
  authorization,
  inHome,
  plain,
  type Client,
  type ConfigLocations,
  type Program,
} from './client.ts'
import { hookLine } from '../hook-line.ts'
import type { Entry } from '../entry-editor.ts'

const hook = ({ platform }: ConfigLocations, program: Program): Entry => ({
  kind: 'element',
  path: ['hooks', 'PreToolUse'],
  value: {
    matcher: '*',
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'cmd' : 'posix', program, 'qwen-code'),
        timeout: HOOK_SECONDS * 1000,
      },
    ],
  },
})

export const qwenCode: Client = {
  title: 'Qwen Code',
  format: 'json',
  path: ['mcpServers'],
  file: inHome('.qwen', 'settings.json'),
  // As with Gemini CLI, of which it is a descendant: without its trust it asks about every call of
  // the gateway as well.
  stdio: (program) => ({ ...plain(program), timeout: 600_000, trust: true }),
  http: (endpoint) => ({
    httpUrl: endpoint.url,
    headers: authorization(endpoint),
    timeout: 600_000,
    trust: true,
  }),
  hooks: (hostFacts, scope, program) => ({
    file: inHome('.qwen', 'settings.json')(hostFacts, scope),
    format: 'json',
    entries: [hook(hostFacts, program)],
  }),
  managedHooks: (hostFacts, file, program) => ({
    file,
    format: 'json',
    entries: [
      hook(hostFacts, program),
      { kind: 'member', path: ['disableAllHooks'], value: false },
    ],
  }),
  after: null,
}
