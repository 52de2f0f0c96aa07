import { z } from 'zod'
import { ok } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'

const MAX_BYTES = 10 * 1024 * 1024

export const readFile = defineTool({
  manifest: {
    id: 'fs.read',
    name: 'read_file',
    title: 'Read file',
    description:
      'Read one text file (UTF-8, or UTF-16 with a byte order mark). Paths are relative to the workspace.',
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
      .describe('File to read, relative to the workspace or absolute.'),
  }),

  action: () => null,
  touches: ({ path }) => [{ kind: 'fs.read', path }],

  async execute({ path }, { power }) {
    const read = await power['fs.read'].readText(path, { maxBytes: MAX_BYTES })
    if (!read.ok) return read
    return ok({ text: read.value.text, data: { path, bytes: read.value.bytes } })
  },
})
