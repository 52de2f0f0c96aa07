// What tokens cost, by the name of the model.
import { z } from 'zod'
import { Currency } from './agent-limits.ts'

export const ModelPrice = z.strictObject({
  in: z.number().nonnegative().describe('For a million tokens sent.'),
  cached: z
    .number()
    .nonnegative()
    .optional()
    .describe('For a million tokens sent that the server had cached. Left out: as others sent.'),
  out: z.number().nonnegative().describe('For a million tokens received.'),
  currency: Currency.default('USD').describe('Three letters such as EUR.'),
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** By the model's name; one that ends in * is for all that begin like it. */
export const ModelPrices = z.record(z.string().min(1).max(200), ModelPrice)
export type ModelPrices = z.infer<typeof ModelPrices>

/** Tokens that were sent and received. `tokensCached`: of those sent, what the server had cached. */
export type Tokens = {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly tokensCached?: number
}

type Priced = {
  readonly name: string
  readonly price: ModelPrice | null
  readonly prices: ModelPrices
}

/**
 * The exact name goes before the longest beginning, and that before the one price of the model that is
 * set. Null: nobody said what it costs.
 */
export function priceOf({ name: own, price, prices }: Priced, name: string): ModelPrice | null {
  const exact = Object.hasOwn(prices, name) ? prices[name] : undefined
  if (exact !== undefined) return exact
  const [longest] = Object.keys(prices)
    .filter((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))
    .toSorted((a, b) => b.length - a.length)
  const prefixed = longest === undefined ? undefined : prices[longest]
  return prefixed ?? (name === own ? price : null)
}

export function costOf(
  { tokensIn, tokensOut, tokensCached = 0 }: Tokens,
  price: ModelPrice,
): number {
  const cached = Math.min(tokensCached, tokensIn)
  const sent = (tokensIn - cached) * price.in + cached * (price.cached ?? price.in)
  return (sent + tokensOut * price.out) / 1_000_000
}
