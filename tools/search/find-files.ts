// Finds files of the workspace by their names.
import { z } from 'zod'
import type { FoundFiles } from '../../contract/call/powers/file-power.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { leftOutText, shownName } from './search-text.ts'

const TIME_MS = 20_000

export const findFiles = defineTool({
  manifest: {
    id: 'fs.find',
    name: 'find_files',
    title: 'Find files',
    description:
      'Find files by name below a folder. Give a glob: "*.ts" matches a name in any folder, "src/**/*.test.ts" a path from the folder. Hidden files and what .gitignore leaves out are skipped unless you ask for them. Use this instead of a shell command such as find or ls -R.',
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
    limits: { runTimeMs: 30_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 50_000 },
  },
  requiredPowers: ['fs.read'],
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .max(1_000)
      .default('**')
      .describe('Glob such as *.ts, src/**/*.md or *.{js,ts}. Left out: every file.'),
    path: z
      .string()
      .min(1)
      .max(4096)
      .default('.')
      .describe('Folder to look in, relative to the workspace or absolute.'),
    type: z.enum(['file', 'folder', 'both']).default('file').describe('What to find.'),
    hidden: z.boolean().default(false).describe('Also names that begin with a dot.'),
    ignored: z.boolean().default(false).describe('Also what .gitignore and .ignore leave out.'),
    max_results: z.int().min(1).max(5_000).default(500).describe('At most this many paths.'),
  }),

  action: () => null,
  touches: ({ path }) => [{ kind: 'fs.read', path }],

  async execute({ pattern, path, type, hidden, ignored, max_results }, { power }) {
    const found = await power['fs.read'].find(path, {
      glob: pattern === '**' ? null : pattern,
      what: type,
      hidden,
      ignored,
      most: max_results,
      timeMs: TIME_MS,
    })
    if (!found.ok) return found
    return ok({
      text: text(found.value),
      data: {
        path,
        files: [...found.value.files],
        complete: !found.value.more && found.value.cut === null,
      },
    })
  },
})

const text = (found: FoundFiles): string =>
  [
    found.files.length === 0 ? 'No file matches.' : found.files.map(shownName).join('\n'),
    ...(found.more ? ['[There are more. Ask for a narrower pattern or a deeper folder.]'] : []),
    ...leftOutText(found, 'find'),
  ].join('\n')
