// Works out an arithmetic expression.
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { evaluateMath, LONGEST_EXPRESSION } from './math.ts'

export const mathEval = defineTool({
  manifest: {
    id: 'math.eval',
    name: 'math_eval',
    title: 'Arithmetic',
    description:
      'Work out one arithmetic expression: + - * / % ^, parentheses, pi, e, and functions such as sqrt, abs, round, min, max, log, sin. Numbers are double precision.',
    version: '1.0.0',
    category: 'text',
    riskTier: 'R0',
    sideEffects: false,
    dataAccess: [],
    requires: [],
    defaultPolicy: { effect: 'allow', scope: 'always' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 0 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'full',
    actions: [],
    limits: { runTimeMs: 1_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 200 },
  },
  requiredPowers: [],
  input: z.strictObject({
    expression: z
      .string()
      .min(1)
      .max(LONGEST_EXPRESSION)
      .describe('Such as (3 + 4.5) * 2 ^ 10 or round(sqrt(2) * 100) / 100.'),
  }),

  action: () => null,
  touches: () => [],

  async execute({ expression }) {
    const value = evaluateMath(expression)
    if (!value.ok)
      return err(failure('math.invalid', `It cannot be worked out: ${value.error}.`, TAKES))
    const exact = Math.abs(value.value) <= Number.MAX_SAFE_INTEGER
    return ok({
      text: `${value.value}${exact ? '' : ' (rounded: above 9007199254740991 whole numbers are not exact)'}`,
      data: { value: value.value, exact },
    })
  },
})

const TAKES = 'It takes numbers, + - * / % ^, parentheses, pi, e, and functions of numbers.'
