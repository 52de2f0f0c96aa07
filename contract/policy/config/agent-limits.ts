// How much an agent of Gatehouse may use: for one run, and for all runs of a day.
import { z } from 'zod'

/** Three letters, as prices have them. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'three letters such as EUR')

export const Cost = z.strictObject({
  amount: z.number().positive().describe('In whole units of the currency, such as 2.50.'),
  currency: Currency.default('USD').describe('That of the model’s price. Three letters.'),
})

export const UseLimits = z.strictObject({
  steps: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .default(null)
    .describe('Answers of the model. Null: no limit.'),
  minutes: z
    .number()
    .positive()
    .max(10_080)
    .nullable()
    .default(null)
    .describe('Time at work, without the time that calls wait for you. Null: no limit.'),
  tokens: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('Tokens sent and received together. Null: no limit.'),
  cost: Cost.nullable()
    .default(null)
    .describe(
      'Money, by the price of the model. Null: no limit. With a limit, a model without a price is not asked.',
    ),
})
export type UseLimits = z.infer<typeof UseLimits>

export const AgentLimits = z.strictObject({
  run: UseLimits.prefault({}).describe('For one run, all of its messages together.'),
  day: UseLimits.prefault({}).describe(
    'For all runs of a day, from midnight to midnight on this machine.',
  ),
})
export type AgentLimits = z.infer<typeof AgentLimits>

const { shape } = UseLimits
const usePatch = z.strictObject({
  steps: shape.steps.unwrap().optional(),
  minutes: shape.minutes.unwrap().optional(),
  tokens: shape.tokens.unwrap().optional(),
  cost: shape.cost.unwrap().optional(),
})

export const AgentLimitsPatch = z.strictObject({
  run: usePatch.optional(),
  day: usePatch.optional(),
})
