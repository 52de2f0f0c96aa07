// What the hook of another agent asks before one of that agent's own tools runs, and what it is
// told.
import { z } from 'zod'
import { JsonObject } from '../json.ts'
import { hookAgents } from './hook-agent.ts'

export const HookCall = z.strictObject({
  agent: z.enum(hookAgents),
  /** By the agent's own name for it. */
  tool: z.string().min(1).max(200),
  input: JsonObject,
  /** Where the agent works; absolute. */
  cwd: z.string().min(1).max(4_096),
  /** The agent's own name of its session. */
  session: z.string().max(500),
  /**
   * The hook's own process, by which the agent that started it is found. Left out: nobody can say.
   */
  pid: z.int().positive().optional(),
  /**
   * So long the agent's hook can wait for a person; zero: nobody can be asked, so what needs a
   * person is not allowed.
   */
  waitSeconds: z.int().min(0).max(86_400),
  /** This hook can have the command run by `gatehouse exec`. */
  exec: z.boolean().optional(),
})
export type HookCall = z.infer<typeof HookCall>

/** An agent says that a session of its own is over. */
export const HookEnded = HookCall.pick({ agent: true, session: true, pid: true })
export type HookEnded = z.infer<typeof HookEnded>

/**
 * ask: the agent asks the person in its own prompt. `updatedInput`: the arguments as a person
 * edited them, whole.
 */
export const HookDecided = z.strictObject({
  effect: z.enum(['allow', 'deny', 'ask']),
  reason: z.string(),
  updatedInput: JsonObject.optional(),
  /**
   * The agent has to run `gatehouse exec --call TOKEN` in place of its command. `note`: what the
   * model should know about it. `folder`: where the agent's shell goes once the command has
   * succeeded, because the command went there.
   */
  exec: z
    .strictObject({
      token: z.string(),
      note: z.string().nullable(),
      folder: z.string().nullable().optional(),
    })
    .optional(),
})
export type HookDecided = z.infer<typeof HookDecided>
