// Finds lines in the text files of the workspace.
import { z } from 'zod'
import type { FoundLine, FoundLines } from '../../contract/call/powers/file-power.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { leftOutText, shownName } from './search-text.ts'

const TIME_MS = 20_000

export const searchFiles = defineTool({
  manifest: {
    id: 'fs.search',
    name: 'search_files',
    title: 'Search files',
    description:
      'Search the text of files below a folder, line by line, with a regular expression or plain text. Answers with path:line: text. Hidden files and what .gitignore leaves out are skipped unless you ask for them; binary files are skipped. Use this instead of a shell command such as grep or rg.',
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
      .describe(
        'Regular expression for one line, as grep -E and ripgrep have it: no look-around, no back references. \\d, \\w, \\s and \\b mean ASCII.',
      ),
    path: z
      .string()
      .min(1)
      .max(4096)
      .default('.')
      .describe('Folder or file to search, relative to the workspace or absolute.'),
    literal: z.boolean().default(false).describe('Take the pattern as plain text.'),
    ignore_case: z.boolean().default(false).describe('Upper and lower case are the same.'),
    glob: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Only files such as *.ts or src/**/*.md.'),
    context: z.int().min(0).max(10).default(0).describe('Lines shown before and after each match.'),
    hidden: z.boolean().default(false).describe('Also files that begin with a dot.'),
    ignored: z.boolean().default(false).describe('Also what .gitignore and .ignore leave out.'),
    max_results: z.int().min(1).max(1_000).default(100).describe('At most this many lines.'),
  }),

  action: () => null,
  touches: ({ path }) => [{ kind: 'fs.read', path }],

  async execute(input, { power }) {
    const { pattern, path, literal, ignore_case, glob, context, hidden, ignored } = input
    const searched = await power['fs.read'].search(path, {
      pattern,
      literally: literal,
      ignoreCase: ignore_case,
      around: context,
      glob: glob ?? null,
      hidden,
      ignored,
      most: input.max_results,
      timeMs: TIME_MS,
    })
    if (!searched.ok) return searched
    const { found, more, cut } = searched.value
    return ok({
      text: text(path, searched.value, context > 0),
      data: {
        path,
        matches: found.flatMap(({ file, lines }) =>
          lines.map(({ line, text: shown }) => ({
            file: file === '' ? path : file,
            line,
            text: shown,
          })),
        ),
        complete: !more && cut === null,
      },
    })
  },
})

function text(path: string, searched: FoundLines, apart: boolean): string {
  const blocks = searched.found.flatMap(({ file, lines }) =>
    lines.map((line) => block(shownName(file === '' ? path : file), line)),
  )
  return [
    blocks.length === 0 ? 'No line matches.' : blocks.join(apart ? '\n--\n' : '\n'),
    ...(searched.more ? ['[There are more. Ask for a narrower pattern, glob or folder.]'] : []),
    ...leftOutText(searched, 'search'),
  ].join('\n')
}

/** A colon behind the line that matches, a dash behind those round it, as grep has it. */
const block = (file: string, { line, text: shown, before, after }: FoundLine): string =>
  [
    ...before.map((each, at) => `${file}-${line - before.length + at}- ${each}`),
    `${file}:${line}: ${shown}`,
    ...after.map((each, at) => `${file}-${line + 1 + at}- ${each}`),
  ].join('\n')
