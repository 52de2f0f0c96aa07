// What a person sets for one tool. Apart from the configuration, because lists of tools show it: a
// command that prints one builds no schema of the whole file.
import { z } from 'zod'
import { Effect } from '../decision.ts'
import { CpuSeconds } from '../limits.ts'
import { Tier } from '../../call/tier.ts'

/**
 * What a person sets for one tool. A tier only ever goes up; a default frees a tool up to R2 and no
 * further.
 */
export const ToolSetting = z.strictObject({
  tier: Tier.optional().describe('Raises the tool. Lower than its own is an error.'),
  default: Effect.optional().describe(
    'What happens when nothing else decides. It can allow a tool up to R2; above that it can only be stricter.',
  ),
  disabled: z.boolean().default(false).describe('True: every call of it is denied.'),
  reviewResults: z
    .boolean()
    .optional()
    .describe('True: what it brings back waits for you before an agent reads it.'),
  rateLimits: z
    .strictObject({
      perSession: z.int().min(0).optional().describe('Calls in one session; 0 is no limit.'),
      perMinute: z.int().min(0).optional().describe('Calls in a minute; 0 is no limit.'),
    })
    .optional()
    .describe('Applied in addition to the tool’s own limits; the lower one wins.'),
  cpuSeconds: CpuSeconds.optional().describe(
    'Seconds of processor time for one process that it starts, in place of limits.cpuSeconds.',
  ),
})
export type ToolSetting = z.infer<typeof ToolSetting>

/**
 * A change to it. What is left out stays; null takes it out, so that the tool's own word counts
 * again.
 */
export const ToolPatch = z.strictObject({
  tier: Tier.nullable().optional(),
  default: Effect.nullable().optional(),
  disabled: z.boolean().nullable().optional(),
  reviewResults: z.boolean().nullable().optional(),
  rateLimits: z
    .strictObject({
      perSession: z.int().min(0).nullable().optional(),
      perMinute: z.int().min(0).nullable().optional(),
    })
    .optional(),
})
export type ToolPatch = z.infer<typeof ToolPatch>
