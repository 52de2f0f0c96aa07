// How much an agent may hand on to sub-agents.
import { z } from 'zod'

/** The most that can be set, whatever the configuration says. */
export const MOST_ALIVE = 10
export const MOST_RUNNING = 5
export const MOST_DEPTH = 3

export const SubagentLimits = z.strictObject({
  alive: z
    .int()
    .min(0)
    .max(MOST_ALIVE)
    .default(MOST_ALIVE)
    .describe('Sub-agents of one run, at all depths, that have not ended. 0: none may be started.'),
  running: z
    .int()
    .min(1)
    .max(MOST_RUNNING)
    .default(MOST_RUNNING)
    .describe('Sub-agents of one run that work at the same time. The others wait.'),
  depth: z
    .int()
    .min(1)
    .max(MOST_DEPTH)
    .default(MOST_DEPTH)
    .describe('How deep sub-agents may start sub-agents of their own, where you approved that.'),
  steps: z.int().min(1).max(200).default(15).describe('Steps of one sub-agent.'),
  seconds: z
    .int()
    .min(10)
    .max(86_400)
    .default(300)
    .describe('Seconds one sub-agent may work. Waiting for your approval does not count.'),
  expiresHours: z
    .int()
    .min(1)
    .max(720)
    .default(24)
    .describe('Hours after which a sub-agent may do nothing more, held calls included.'),
})
export type SubagentLimits = z.infer<typeof SubagentLimits>
