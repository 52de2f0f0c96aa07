// An agent of the person’s own, as screens and commands see it: what its file says, what is wrong
// with it, and what the agent sees and may do.
import { z } from 'zod'
import { AgentFileName, AgentUse } from './agent-file.ts'
import { AgentMaker } from './agent-maker.ts'
import { Scope } from './scope.ts'
import { Effect } from '../policy/decision.ts'
import { Tier } from '../call/tier.ts'

export const AgentDefinition = z.strictObject({
  name: AgentFileName,
  description: z.string(),
  systemPrompt: z.string(),
  capabilities: z.array(z.strictObject({ name: z.string(), scope: Scope.nullable() })),
  namespaces: z.array(z.string()),
  temperature: z.number(),
  maxTokens: z.int(),
  model: z.string(),
  limits: AgentUse,
  createdBy: z.string().nullable(),
  createdAt: z.string().nullable(),
})
export type AgentDefinition = z.infer<typeof AgentDefinition>

export const AgentProblem = z.strictObject({
  line: z.int(),
  column: z.int(),
  text: z.string(),
  hint: z.string(),
})
export type AgentProblem = z.infer<typeof AgentProblem>

/**
 * Broken: it has a problem, and runs nothing until that is fixed. Off: a program made it, and no
 * person has turned it on as it is now.
 */
export const OwnAgent = z.strictObject({
  name: z.string(),
  file: z.string(),
  state: z.enum(['ready', 'off', 'broken']),
  maker: AgentMaker,
  /** Where text came from that anyone may have written and that its maker had read; null: nowhere. */
  untrusted: z.string().nullable(),
  definition: AgentDefinition.nullable(),
  problems: z.array(AgentProblem),
  warnings: z.array(AgentProblem),
})
export type OwnAgent = z.infer<typeof OwnAgent>

/** One tool that an agent has, in the words of the table. */
export const AgentTool = z.strictObject({
  tool: z.string(),
  title: z.string(),
  /** Which of its capabilities hold it. */
  capabilities: z.array(z.string()),
  /** Those it has of the tool; empty for a tool without actions. */
  actions: z.array(z.strictObject({ name: z.string(), readOnly: z.boolean() })),
  /** The tool has more actions than these. */
  narrowed: z.boolean(),
  tier: Tier,
  /** What the tier does under the preset in force, when nothing else decides. */
  usually: Effect,
  outbound: z.boolean(),
  readOnly: z.boolean(),
  /** Each in words; empty: no limit. */
  scopes: z.array(z.string()),
  /** Why the model does not see it now; null: it does. */
  missing: z.string().nullable(),
})
export type AgentTool = z.infer<typeof AgentTool>

/** What a text would be as an agent file. */
export const AgentCheck = z.strictObject({
  definition: AgentDefinition.nullable(),
  problems: z.array(AgentProblem),
  warnings: z.array(AgentProblem),
  tools: z.array(AgentTool),
  /** Names of tools that its capabilities hold and that this version does not have. */
  absent: z.array(z.string()),
})
export type AgentCheck = z.infer<typeof AgentCheck>
