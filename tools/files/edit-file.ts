// Replaces pieces of a text file.
import { createTwoFilesPatch } from 'diff'
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { applyEdits, type Edit } from './apply-edits.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** Two texts that have nothing in common take long to compare. */
const COMPARED_MS = 300

const oldText = z
  .string()
  .min(1)
  .max(1_000_000)
  .describe('Text to replace, as it is in the file, found once.')
const newText = z.string().max(10_000_000).describe('Text to put in its place.')

const Input = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('File to edit, relative to the workspace or absolute.'),
    old_text: oldText.optional(),
    new_text: newText.optional(),
    edits: z
      .array(z.strictObject({ old_text: oldText, new_text: newText }))
      .min(1)
      .max(100)
      .optional()
      .describe('Several edits in their order, in place of old_text and new_text: all or none.'),
    matching: z
      .enum(['exact', 'lines'])
      .default('exact')
      .describe('exact: every character. lines: whole lines, whatever their indentation is.'),
    dry_run: z.boolean().default(false).describe('Show what would change, and write nothing.'),
  })
  .superRefine(({ old_text, new_text, edits }, context) => {
    const one = old_text !== undefined && new_text !== undefined
    const none = old_text === undefined && new_text === undefined
    if (!(edits === undefined ? one : none))
      context.addIssue({ code: 'custom', message: 'give old_text and new_text, or edits' })
  })
type Asked = z.output<typeof Input>

const editsOf = ({ old_text = '', new_text = '', edits }: Asked): readonly Edit[] =>
  edits ?? [{ old_text, new_text }]

export const editFile = defineTool({
  manifest: {
    id: 'fs.edit',
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Replace pieces of a text file (UTF-8, or UTF-16 with a byte order mark). Each old text has to occur exactly once. Several edits in one call are all made or none. Encoding and line ends stay. With dry_run you see what would change.',
    version: '1.1.0',
    category: 'fs',
    riskTier: 'R2',
    sideEffects: true,
    dataAccess: ['files'],
    requires: [{ kind: 'workspace' }],
    defaultPolicy: { effect: 'confirm', scope: 'this file, for the session' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 60 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'denied',
    actions: [],
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 20_000 },
  },
  requiredPowers: ['fs.read', 'fs.write'],
  input: Input,

  action: () => null,
  touches: ({ path, dry_run }) => [
    { kind: 'fs.read', path },
    ...(dry_run ? [] : [{ kind: 'fs.write' as const, path }]),
  ],

  async preview(asked, read) {
    const { path, matching } = asked
    const before = await read(path)
    if (before === null) return []
    const edited = applyEdits(before, editsOf(asked), matching, path)
    return edited.ok ? [{ path, before, after: edited.value }] : []
  },

  async execute(asked, { power }) {
    const { path, matching, dry_run } = asked
    const read = await power['fs.read'].readText(path, { maxBytes: MAX_BYTES })
    if (!read.ok) return read
    const { text } = read.value
    const edits = editsOf(asked)
    const edited = applyEdits(text, edits, matching, path)
    if (!edited.ok) return edited
    if (dry_run)
      return ok({
        text:
          createTwoFilesPatch(path, path, text, edited.value, undefined, undefined, {
            context: 3,
            timeout: COMPARED_MS,
          }) ?? `${path} would change in more places than can be shown.`,
        data: { path, edits: edits.length, written: false },
      })
    const written = await power['fs.write'].writeText(path, edited.value)
    if (!written.ok) return written
    const { bytes } = written.value
    return ok({
      text: `Edited ${path}${edits.length === 1 ? '' : ` in ${edits.length} places`} (${bytes} bytes).`,
      data: { path, bytes, edits: edits.length, written: true },
    })
  },
})
