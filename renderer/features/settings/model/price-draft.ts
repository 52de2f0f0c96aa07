// The price of a model as it is typed. Pure.
import type { ModelConfig } from '../../../../contract/policy/config/config.ts'

export type PriceDraft = { readonly in: string; readonly out: string; readonly currency: string }
export type PriceRead =
  | { readonly ok: true; readonly price: ModelConfig['price'] }
  | { readonly ok: false; readonly problem: 'number' | 'both' | 'currency' }

export const draftOf = (price: ModelConfig['price']): PriceDraft =>
  price === null
    ? { in: '', out: '', currency: 'USD' }
    : { in: String(price.in), out: String(price.out), currency: price.currency }

/** Both empty is no price. A comma is taken for a point. */
export function readPrice(draft: PriceDraft): PriceRead {
  const [given, got] = [draft.in.trim(), draft.out.trim()]
  if (given === '' && got === '') return { ok: true, price: null }
  if (given === '' || got === '') return { ok: false, problem: 'both' }
  if (![given, got].every((text) => /^\d{1,9}([.,]\d{1,9})?$/.test(text)))
    return { ok: false, problem: 'number' }
  const currency = draft.currency.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) return { ok: false, problem: 'currency' }
  const number = (text: string): number => Number(text.replace(',', '.'))
  return { ok: true, price: { in: number(given), out: number(got), currency } }
}
