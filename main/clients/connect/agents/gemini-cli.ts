// Gemini CLI: its settings, servers and hooks.
import {
  HOOK_SECONDS,
  authorization,
  endOfSession,
  inHome,
  plain,
  type Client,
  type ConfigLocations,
  type Program,
} from './client.ts'
import { hookLine } from '../hook-line.ts'
import type { Entry } from '../entry-editor.ts'

const geminiHook = ({ platform }: ConfigLocations, program: Program): Entry => ({
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

const geminiEnd = ({ platform }: ConfigLocations, program: Program): Entry =>
  endOfSession({
    hooks: [
      {
        type: 'command',
        command: hookLine(platform === 'win32' ? 'powershell' : 'posix', program, 'gemini-cli'),
      },
    ],
  })

export const geminiCli: Client = {
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
}
