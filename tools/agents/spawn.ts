// Starts a sub-agent. What runs one is not built yet: the tool requires it, so that it is seen in
// the table of capabilities and offered to no model.
import { z } from 'zod'
import { err } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { noSubagents } from './no-subagents.ts'

export const spawn = defineTool({
  manifest: {
    id: 'agents.spawn',
    name: 'spawn',
    title: 'Start a sub-agent',
    description:
      'Start a sub-agent for one task that it can do alone. It can do less than you, never more, and answers when it is done.',
    version: '1.0.0',
    category: 'agents',
    riskTier: 'R2',
    sideEffects: true,
    dataAccess: [],
    requires: [{ kind: 'subagents' }],
    defaultPolicy: { effect: 'confirm', scope: 'this task' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 20, perMinute: 5 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'denied',
    actions: [],
    limits: { runTimeMs: 300_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 10_000 },
  },
  requiredPowers: [],
  input: z.strictObject({
    task: z.string().min(1).max(10_000).describe('What it is to do, with all that it has to know.'),
    label: z
      .string()
      .min(1)
      .max(60)
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'one line of text')
      .optional()
      .describe('A name for it, for the person.'),
    context: z.string().max(2_000).optional().describe('What it should know besides the task.'),
  }),

  action: () => null,
  touches: () => [],
  execute: async () => err(noSubagents),
})
