// Writes a whole text file.
import { z } from 'zod'
import { withEndsOf } from '../../contract/line-ends.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'

export const writeFile = defineTool({
  manifest: {
    id: 'fs.write',
    name: 'write_file',
    title: 'Write file',
    description:
      'Write one whole text file, making its folders and replacing what was there. A new file is UTF-8; one that is replaced keeps its encoding and line ends.',
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
    subagentAccess: 'full',
    actions: [],
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 2_000 },
  },
  requiredPowers: ['fs.write'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('File to write, relative to the workspace or absolute.'),
    content: z
      .string()
      .max(10 * 1024 * 1024)
      .describe('The whole new text of the file.'),
  }),

  action: () => null,
  touches: ({ path, content }) => [
    { kind: 'fs.write', path, bytes: new TextEncoder().encode(content).length },
  ],

  async preview({ path, content }, read) {
    const before = await read(path)
    // As the write itself will do it, so that the card shows what will be on the disk.
    return [{ path, before, after: before === null ? content : withEndsOf(before, content) }]
  },

  async execute({ path, content }, { power }) {
    const written = await power['fs.write'].writeText(path, content)
    if (!written.ok) return written
    const { bytes, created } = written.value
    return ok({
      text: `${created ? 'Created' : 'Replaced'} ${path} (${bytes} bytes).`,
      data: { path, bytes, created },
    })
  },
})
