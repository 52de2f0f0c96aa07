// Lists a folder.
import { z } from 'zod'
import { assertNever } from '../../contract/never.ts'
import type { FolderEntry, FoundFiles } from '../../contract/call/powers/file-power.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { leftOutText, shownName } from '../search/search-text.ts'

const TIME_MS = 8_000
const MOST = 2_000

export const listDir = defineTool({
  manifest: {
    id: 'fs.list',
    name: 'list_dir',
    title: 'List folder',
    description:
      'List the names in one folder, sorted; folders end in "/", links in "@", sizes are in bytes. With depth, glob or ignore_files it lists the paths below the folder, without links and sizes.',
    version: '1.1.0',
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
    limits: { runTimeMs: 20_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 50_000 },
  },
  requiredPowers: ['fs.read'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .default('.')
      .describe('Folder to list, relative to the workspace or absolute.'),
    depth: z
      .int()
      .min(1)
      .max(20)
      .default(1)
      .describe('How many folders deep; 1 is this one alone.'),
    glob: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Only what matches, such as *.ts or src/**.'),
    ignore_files: z
      .boolean()
      .default(false)
      .describe('Leave out what .gitignore and .ignore leave out.'),
    hidden: z.boolean().default(true).describe('Also names that begin with a dot.'),
  }),

  action: () => null,
  touches: ({ path }) => [{ kind: 'fs.read', path }],

  async execute({ path, depth, glob, ignore_files, hidden }, { power }) {
    if (depth === 1 && glob === undefined && !ignore_files) {
      const listed = await power['fs.read'].list(path)
      if (!listed.ok) return listed
      const entries = listed.value
        .filter(({ name }) => hidden || !name.startsWith('.'))
        .map(({ name, is, bytes }) => ({ name, is, bytes }))
      return ok({
        text: entries.length === 0 ? 'The folder is empty.' : entries.map(line).join('\n'),
        data: { path, entries },
      })
    }
    const request = {
      glob: glob ?? null,
      hidden,
      ignored: !ignore_files,
      depth,
      most: MOST,
      timeMs: TIME_MS,
    }
    const folders = await power['fs.read'].find(path, { ...request, what: 'folder' })
    if (!folders.ok) return folders
    const files = await power['fs.read'].find(path, { ...request, what: 'file' })
    if (!files.ok) return files
    const names = [...folders.value.files.map((name) => `${name}/`), ...files.value.files].toSorted(
      (a, b) => (a < b ? -1 : 1),
    )
    const [shown, complete] = [names.slice(0, MOST), isWhole(folders.value, files.value)]
    return ok({
      text: [
        shown.length === 0 ? 'Nothing matches.' : shown.map(shownName).join('\n'),
        ...(names.length > MOST || folders.value.more || files.value.more
          ? ['[There are more. List a deeper folder, or give a narrower glob.]']
          : []),
        ...leftOutText(files.value, 'find'),
      ].join('\n'),
      data: { path, names: shown, complete: complete && names.length <= MOST },
    })
  },
})

const isWhole = (...found: readonly FoundFiles[]): boolean =>
  found.every(({ more, cut }) => !more && cut === null)

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
