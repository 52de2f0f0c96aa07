// Lays out JSON and YAML that a call gives.
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { formatJson } from './format-json.ts'
import { formatYaml } from './format-yaml.ts'

const LONGEST = 50_000
const LONGEST_RESULT = 200_000
const RUN_TIME_MS = 2_000

export const codeFormat = defineTool({
  manifest: {
    id: 'code.format',
    name: 'code_format',
    title: 'Code format',
    description:
      'Lay out a JSON, JSONC (JSON with comments) or YAML text evenly, or say where it is wrong. Comments and the order of keys stay. Nothing else is formatted.',
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
    limits: {
      runTimeMs: RUN_TIME_MS,
      stdoutBytes: 0,
      stderrBytes: 0,
      resultChars: LONGEST_RESULT,
    },
  },
  requiredPowers: [],
  input: z.strictObject({
    language: z.enum(['json', 'jsonc', 'yaml']).describe('What the text is written in.'),
    text: z.string().max(LONGEST).describe('The text itself.'),
    indent: z.int().min(1).max(8).default(2).describe('Spaces for each level.'),
  }),

  action: () => null,
  touches: () => [],

  async execute({ language, text, indent }) {
    const bounds = { indent, until: performance.now() + RUN_TIME_MS, mostChars: LONGEST_RESULT }
    const formatted =
      language === 'yaml'
        ? await formatYaml(text, bounds)
        : await formatJson(text, { ...bounds, comments: language === 'jsonc' })
    if (!formatted.ok)
      return err(
        failure(
          'format.invalid',
          `This ${language.toUpperCase()} cannot be formatted: ${formatted.error}.`,
        ),
      )
    return ok({ text: formatted.value })
  },
})
