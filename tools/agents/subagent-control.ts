// Looks at the sub-agents of a run and ends one. What runs them is not built yet, as for `spawn`.
import { z } from 'zod'
import { err } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { noSubagents } from './no-subagents.ts'

const AgentId = z
  .string()
  .regex(/^agent_[a-z0-9]{8,32}$/, 'an id as list gives it')
  .describe('Which sub-agent, as list gives it.')

export const subagentControl = defineTool({
  manifest: {
    id: 'agents.control',
    name: 'subagent_control',
    title: 'Control sub-agents',
    description: 'List the sub-agents of this run, or cancel one.',
    version: '1.0.0',
    category: 'agents',
    riskTier: 'R2',
    sideEffects: true,
    dataAccess: [],
    requires: [{ kind: 'subagents' }],
    defaultPolicy: { effect: 'allow', scope: 'sub-agents of the same run' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 30 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'denied',
    actions: [
      { name: 'list', readOnly: true, riskTier: 'R0' },
      { name: 'cancel', readOnly: false },
    ],
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 10_000 },
  },
  requiredPowers: [],
  input: z
    .strictObject({
      action: z.enum(['list', 'cancel']).describe('Look at them all, or end one.'),
      agent_id: AgentId.optional(),
    })
    .refine(({ action, agent_id }) => (action === 'cancel') === (agent_id !== undefined), {
      message: 'an agent_id belongs to cancel, and cancel needs one',
      path: ['agent_id'],
    }),

  action: ({ action }) => action,
  touches: () => [],
  execute: async () => err(noSubagents),
})
