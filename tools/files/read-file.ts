// Reads a text file in parts, or hands over a picture or a PDF.
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { base64InTurns } from './base64.ts'
import { linesFrom } from './lines-from.ts'
import { pictureKind } from './picture-kind.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** What a result can carry besides its text. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024

export const readFile = defineTool({
  manifest: {
    id: 'fs.read',
    name: 'read_file',
    title: 'Read file',
    description:
      'Read one text file (UTF-8, or UTF-16 with a byte order mark), or look at a picture (PNG, JPEG, GIF, WebP) or a PDF. Paths are relative to the workspace. A long file comes in parts: go on with the offset that the answer names.',
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
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 50_000 },
  },
  requiredPowers: ['fs.read'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('File to read, relative to the workspace or absolute.'),
    offset: z
      .int()
      .min(1)
      .max(10_000_000)
      .default(1)
      .describe('First line to read; 1 is the first.'),
    limit: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Lines at most. Left out: as many as one answer holds.'),
  }),

  action: () => null,
  touches: ({ path }) => [{ kind: 'fs.read', path }],

  async execute({ path, offset, limit }, { power }) {
    const read = await power['fs.read'].readText(path, { maxBytes: MAX_BYTES })
    if (read.ok && !read.value.text.startsWith('%PDF-'))
      return linesFrom(read.value, { path, offset, limit: limit ?? null })
    if (!read.ok && read.error.code !== 'file.binary') return read
    const whole = await power['fs.read'].readBytes(path, { maxBytes: MAX_BYTES })
    if (!whole.ok) return whole
    const mimeType = pictureKind(whole.value)
    if (mimeType === null)
      return read.ok ? linesFrom(read.value, { path, offset, limit: limit ?? null }) : read
    const bytes = whole.value.length
    if (bytes > MAX_PICTURE_BYTES)
      return err(
        failure(
          'file.too-large',
          `${path} is a picture or PDF of ${bytes} bytes; at most ${MAX_PICTURE_BYTES} can be shown.`,
          'Make a smaller one, or take a part of it.',
        ),
      )
    const data = await base64InTurns(whole.value)
    return ok({
      text: `${path}: ${mimeType}, ${bytes} bytes. A model that can see pictures has it with this answer.`,
      data: { path, bytes, mimeType },
      content: [
        mimeType === 'application/pdf'
          ? { kind: 'blob', uri: path, mimeType, data }
          : { kind: 'image', mimeType, data },
      ],
    })
  },
})
