import { z } from 'zod'
import { failure } from '../contract/failure.ts'
import type { Failure } from '../contract/failure.ts'
import { hasWindowsEnds } from '../contract/line-ends.ts'
import { err, ok } from '../contract/result.ts'
import type { Result } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'

const MAX_BYTES = 10 * 1024 * 1024

export const editFile = defineTool({
  manifest: {
    id: 'fs.edit',
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Replace one piece of a text file (UTF-8, or UTF-16 with a byte order mark). The old text has to occur exactly once. Encoding and line ends stay.',
    version: '1.0.0',
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
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 2_000 },
  },
  requiredPowers: ['fs.read', 'fs.write'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('File to edit, relative to the workspace or absolute.'),
    old_text: z
      .string()
      .min(1)
      .describe('Text to replace, exactly as it is in the file, found once.'),
    new_text: z.string().describe('Text to put in its place.'),
  }),

  action: () => null,
  touches: ({ path }) => [
    { kind: 'fs.read', path },
    { kind: 'fs.write', path },
  ],

  async preview({ path, old_text, new_text }, read) {
    const before = await read(path)
    if (before === null) return []
    const edited = replaceOnce(before, old_text, new_text, path)
    return edited.ok ? [{ path, before, after: edited.value }] : []
  },

  async execute({ path, old_text, new_text }, { power }) {
    const read = await power['fs.read'].readText(path, { maxBytes: MAX_BYTES })
    if (!read.ok) return read
    const edited = replaceOnce(read.value.text, old_text, new_text, path)
    if (!edited.ok) return edited
    const written = await power['fs.write'].writeText(path, edited.value)
    if (!written.ok) return written
    return ok({
      text: `Edited ${path} (${written.value.bytes} bytes).`,
      data: { path, bytes: written.value.bytes },
    })
  },
})

/**
 * In a file whose lines all end in `\r\n`, a text that says nothing of `\r` means those line ends.
 */
function replaceOnce(
  text: string,
  oldText: string,
  newText: string,
  path: string,
): Result<string, Failure> {
  const windows = hasWindowsEnds(text)
  const as = (given: string): string =>
    windows && !given.includes('\r') ? given.replaceAll('\n', '\r\n') : given
  const old = as(oldText)
  const first = text.indexOf(old)
  if (first < 0)
    return err(
      failure(
        'edit.not-found',
        `The old text does not occur in ${path}.`,
        'Read the file again and copy the text exactly.',
      ),
    )
  if (text.includes(old, first + 1)) {
    return err(
      failure(
        'edit.not-unique',
        `The old text occurs more than once in ${path}.`,
        'Add the lines around it until it occurs once.',
      ),
    )
  }
  return ok(text.slice(0, first) + as(newText) + text.slice(first + old.length))
}
