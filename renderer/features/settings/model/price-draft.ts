// Prices of models as they are typed. Pure.
import { knownPrice } from '../../../../contract/policy/config/known-prices.ts'
import { priceOf, type ModelPrice } from '../../../../contract/policy/config/model-price.ts'
import type { ModelConfig } from '../../../../contract/policy/config/config.ts'

export type PriceDraft = {
  readonly in: string
  readonly cached: string
  readonly out: string
  readonly currency: string
}
export type PriceRead =
  | { readonly ok: true; readonly price: ModelPrice | null }
  | { readonly ok: false; readonly problem: 'number' | 'both' | 'currency' }

export const draftOf = (price: ModelPrice | null): PriceDraft =>
  price === null
    ? { in: '', cached: '', out: '', currency: 'USD' }
    : {
        in: String(price.in),
        cached: price.cached === undefined ? '' : String(price.cached),
        out: String(price.out),
        currency: price.currency,
      }

/** All empty is no price. A comma is taken for a point. */
export function readPrice(draft: PriceDraft): PriceRead {
  const [sent, cached, received] = [draft.in.trim(), draft.cached.trim(), draft.out.trim()]
  if (sent + cached + received === '') return { ok: true, price: null }
  if (sent === '' || received === '') return { ok: false, problem: 'both' }
  if (![sent, cached, received].every((text) => /^(?:\d{1,9}(?:[.,]\d{1,9})?)?$/.test(text)))
    return { ok: false, problem: 'number' }
  const currency = draft.currency.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) return { ok: false, problem: 'currency' }
  const number = (text: string): number => Number(text.replace(',', '.'))
  const price = { in: number(sent), out: number(received), currency }
  return { ok: true, price: cached === '' ? price : { ...price, cached: number(cached) } }
}

type Models = Pick<ModelConfig, 'name' | 'names' | 'price' | 'prices'>

export type PriceRow = {
  /** As the server calls it, or a beginning with * behind it. */
  readonly model: string
  /** The price in force; null: none was set. */
  readonly price: ModelPrice | null
  /** The other name under which that price was set; null: under this one. */
  readonly from: string | null
  /** What this version knows, where none was set. */
  readonly known: ModelPrice | null
}

/** Every model that agents use or that has a price: the one in use first, then by name. */
export function priceRows(models: Models, added: readonly string[] = []): readonly PriceRow[] {
  const others = [...Object.values(models.names), ...Object.keys(models.prices), ...added]
    .filter((name) => name !== models.name)
    .toSorted()
  const all = new Set([...(models.name === '' ? [] : [models.name]), ...others])
  return [...all].map((model) => {
    const price = priceOf(models, model)
    const own = Object.hasOwn(models.prices, model) || (model === models.name && isOwn(models))
    return {
      model,
      price,
      from: price === null || own ? null : beginningOf(models, model),
      known: price === null ? knownPrice(model) : null,
    }
  })
}

/** Its price is the one of `price`, not of a beginning. */
const isOwn = ({ name, price, prices }: Models): boolean =>
  price !== null && beginningOf({ prices }, name) === null

const beginningOf = ({ prices }: Pick<Models, 'prices'>, model: string): string | null =>
  Object.keys(prices)
    .filter((key) => key.endsWith('*') && model.startsWith(key.slice(0, -1)))
    .toSorted((a, b) => b.length - a.length)[0] ?? null
