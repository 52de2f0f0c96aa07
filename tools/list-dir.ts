import { z } from 'zod'
import { assertNever } from '../contract/never.ts'
import type { FolderEntry } from '../contract/call/powers.ts'
import { ok } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'
import { shownName } from './search/search-text.ts'

export const listDir = defineTool({
  manifest: {
    id: 'fs.list',
    name: 'list_dir',
    title: 'List folder',
    description:
      'List the names in one folder, sorted; folders end in "/", links in "@", sizes are in bytes.',
    version: '1.0.0',
    category: 'fs',
    riskTier: 'R1',
    sideEffects: false,
    dataAccess: ['files'],
    requires: [{ kind: 'workspace' }],
    defaultPolicy: { effect: 'allow', scope: 'inside the workspace' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 0 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'full',
    actions: [],
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 50_000 },
  },
  requiredPowers: ['fs.read'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .default('.')
      .describe('Folder to list, relative to the workspace or absolute.'),
  }),

  action: () => null,
  touches: ({ path }) => [{ kind: 'fs.read', path }],

  async execute({ path }, { power }) {
    const listed = await power['fs.read'].list(path)
    if (!listed.ok) return listed
    const entries = listed.value.map(({ name, is, bytes }) => ({ name, is, bytes }))
    return ok({
      text: entries.length === 0 ? 'The folder is empty.' : entries.map(line).join('\n'),
      data: { path, entries },
    })
  },
})

function line({ name: raw, is, bytes }: FolderEntry): string {
  const name = shownName(raw)
  switch (is) {
    case 'file':
      return `${name}  ${bytes}`
    case 'folder':
      return `${name}/`
    case 'link':
      return `${name}@`
    case 'other':
      return `${name}  (not a file)`
    default:
      return assertNever(is, 'line')
  }
}
