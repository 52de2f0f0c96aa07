// Changes a text that a call gives.
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { LONGEST_RESULT, LONGEST_TEXT, operations, transformText } from './text.ts'

export const textTransform = defineTool({
  manifest: {
    id: 'text.transform',
    name: 'text_transform',
    title: 'Text transform',
    description:
      'Change a text that you give: letter case, lines (trim, sort, unique, reverse, number), replace one text by another, base64, hex and URL coding, HTML escaping, or count its characters, words and lines.',
    version: '1.0.0',
    category: 'text',
    riskTier: 'R0',
    sideEffects: false,
    dataAccess: [],
    requires: [],
    defaultPolicy: { effect: 'allow', scope: 'always' },
    redaction: { args: [], result: [], journal: ['/text'] },
    rateLimits: { perSession: 0, perMinute: 0 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'full',
    actions: [],
    limits: { runTimeMs: 2_000, stdoutBytes: 0, stderrBytes: 0, resultChars: LONGEST_RESULT },
  },
  requiredPowers: [],
  input: z.strictObject({
    operation: z.enum(operations).describe('What to do with the text.'),
    text: z.string().max(LONGEST_TEXT).describe('The text itself.'),
    find: z.string().max(1_000).default('').describe('For replace: what to look for, as it is.'),
    replacement: z.string().max(10_000).default('').describe('For replace: what to put there.'),
  }),

  action: () => null,
  touches: () => [],

  async execute({ operation, text, find, replacement }) {
    const changed = transformText(operation, text, { find, replacement })
    if (!changed.ok) return err(failure('text.invalid', changed.error))
    return ok({ text: changed.value })
  },
})
