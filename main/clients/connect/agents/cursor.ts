// Cursor: https://cursor.com/docs/hooks.
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

const cursorHooks = ({ platform }: ConfigLocations, program: Program): readonly Entry[] => {
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

export const cursor: Client = {
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
}
