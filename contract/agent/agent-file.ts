// An agent of the person's own, as its file says it. main/config reads it from YAML and says line
// and column of what is wrong.
import { z } from 'zod'
import { Cost, UseLimits } from '../policy/config/agent-limits.ts'
import { Scope } from './scope.ts'

/** Also the name of its file. */
export const AgentFileName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    'lower-case letters, digits, _ and -, beginning with a letter or digit',
  )

const CapabilityName = z.string().trim()

/** A name alone, or a name with its scope: `mail_read: {labels: [work]}`. */
const CapabilityEntry = z.union([
  CapabilityName,
  z
    .record(CapabilityName, Scope.nullable())
    .refine((entry) => Object.keys(entry).length === 1, 'one capability, with its scope'),
])

const { shape } = UseLimits

/** Beside the limits of every agent: the lower one applies. */
export const AgentUse = z.strictObject({
  steps: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('Steps of a turn, where that is fewer than for every agent.'),
  minutes: shape.minutes
    .unwrap()
    .unwrap()
    .optional()
    .describe('Time at work of one run, without the time that calls wait for you.'),
  tokens: shape.tokens
    .unwrap()
    .unwrap()
    .optional()
    .describe('Tokens of one run, sent and received together.'),
  cost: Cost.optional().describe(
    'Money of one run. A model whose price is not known in this currency is not asked.',
  ),
})
export type AgentUse = z.infer<typeof AgentUse>

export const AgentFile = z.strictObject({
  name: AgentFileName.describe('Lower-case letters, digits, _ and -. The same as its file.'),
  description: z
    .string()
    .max(1_000)
    .default('')
    .describe('What it is for. An agent that starts a sub-agent chooses by this.'),
  system_prompt: z
    .string()
    .max(100_000)
    .default('')
    .describe('Said to the model before everything else.'),
  capabilities: z
    .array(CapabilityEntry)
    .max(200)
    .default([])
    .describe('What it may use. A name, or a name with its scope.'),
  namespaces: z
    .array(AgentFileName)
    .max(20)
    .default([])
    .describe('Shared texts that it is told: agents/shared/NAME.md.'),
  temperature: z.number().min(0).max(2).default(0.3).describe('0 is steady; higher varies more.'),
  max_tokens: z
    .int()
    .min(16)
    .max(200_000)
    .default(4096)
    .describe('Tokens of one answer of the model at most.'),
  model: z
    .string()
    .max(200)
    .default('sonnet')
    .describe('haiku, sonnet, opus, or a name from model.names or model.name.'),
  limits: AgentUse.prefault({}).describe('Limits of its own.'),
  created_by: z.string().max(200).optional().describe('Who made it.'),
  created_at: z.string().max(100).optional().describe('When it was made.'),
})
export type AgentFile = z.infer<typeof AgentFile>

export const MODEL_WORDS = ['haiku', 'sonnet', 'opus'] as const
