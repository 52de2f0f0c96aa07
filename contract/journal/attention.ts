// How much of people's attention the gate took over a time: approvals per 100 calls, how quickly
// they were answered, and which rules would have saved the most.
import { z } from 'zod'
import { Rule } from '../policy/rule.ts'

/**
 * A rule that would have answered questions that a person approved. Never one for what goes out, for
 * secrets, for places outside the workspace, for protected files, or for R4.
 */
export const SavingRule = z.strictObject({
  rule: Rule,
  /** The rule in words. */
  text: z.string(),
  /** How many of the approvals looked at it would have answered. */
  saves: z.int(),
})
export type SavingRule = z.infer<typeof SavingRule>

/** Times are epoch milliseconds; `width` is that of one bar. */
export const Attention = z.strictObject({
  from: z.int(),
  until: z.int(),
  width: z.number(),
  /** Calls that were decided, and approvals that were asked for. */
  bars: z.array(z.strictObject({ at: z.number(), calls: z.int(), asked: z.int() })),
  calls: z.int(),
  asked: z.int(),
  /** Answered by a person, and of these in less than 1.5 seconds. */
  answered: z.int(),
  quick: z.int(),
  /** The newest answered approvals of that time, over which the rules were counted. */
  looked: z.int(),
  /** Those that save the most first. */
  rules: z.array(SavingRule),
})
export type Attention = z.infer<typeof Attention>
