// What providers asked for their models when this list was written. Only proposed to a person, who
// saves it or not: nothing is reckoned with a price that nobody set. Pure.
import type { ModelPrice } from './model-price.ts'

/** The month in which the lists of the providers were read. */
export const KNOWN_SINCE = 'November 2025'

/** In USD for a million tokens: sent, sent from the server's cache, received. */
const KNOWN: readonly (readonly [name: string, sent: number, cached: number, received: number])[] =
  [
    ['claude-haiku-4-5', 1, 0.1, 5],
    ['claude-sonnet-4-5', 3, 0.3, 15],
    ['claude-opus-4-5', 5, 0.5, 25],
    ['claude-opus-4-1', 15, 1.5, 75],
    ['claude-sonnet-4', 3, 0.3, 15],
    ['claude-3-5-haiku', 0.8, 0.08, 4],
    ['gpt-5', 1.25, 0.125, 10],
    ['gpt-5-mini', 0.25, 0.025, 2],
    ['gpt-5-nano', 0.05, 0.005, 0.4],
    ['gpt-4.1', 2, 0.5, 8],
    ['gpt-4.1-mini', 0.4, 0.1, 1.6],
    ['gpt-4.1-nano', 0.1, 0.025, 0.4],
    ['gpt-4o', 2.5, 1.25, 10],
    ['gpt-4o-mini', 0.15, 0.075, 0.6],
    ['o3', 2, 0.5, 8],
    ['o4-mini', 1.1, 0.275, 4.4],
  ]

/** Providers end the name of one release with its day: -20250929, -2025-08-07, -latest. */
const RELEASE = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/

/** Null: this version knows no price for it. */
export function knownPrice(model: string): ModelPrice | null {
  const plain = model.toLowerCase().replace(RELEASE, '')
  const known = KNOWN.find(([name]) => name === plain)
  if (known === undefined) return null
  const [, sent, cached, received] = known
  return { in: sent, cached, out: received, currency: 'USD' }
}
