import { describe, expect, it } from 'vitest'
import { priceOf } from '../../../contract/policy/config/model-price.ts'
import {
  draftOf,
  priceRows,
  readPrice,
} from '../../../renderer/features/settings/model/price-draft.ts'

const draft = (given: Partial<ReturnType<typeof draftOf>>) => ({ ...draftOf(null), ...given })

it.each([
  [draft({ out: ' ', currency: '?' }), { ok: true, price: null }],
  [
    draft({ in: '3', out: '15', currency: 'usd' }),
    { ok: true, price: { in: 3, out: 15, currency: 'USD' } },
  ],
  [
    draft({ in: '0,25', cached: '0,025', out: '1.5', currency: ' EUR ' }),
    { ok: true, price: { in: 0.25, cached: 0.025, out: 1.5, currency: 'EUR' } },
  ],
  [
    draft({ in: '3', cached: '0', out: '15' }),
    { ok: true, price: { in: 3, cached: 0, out: 15, currency: 'USD' } },
  ],
  [draft({ in: '3' }), { ok: false, problem: 'both' }],
  [draft({ cached: '3' }), { ok: false, problem: 'both' }],
  [draft({ in: '-3', out: '1' }), { ok: false, problem: 'number' }],
  [draft({ in: '1e9', out: '1' }), { ok: false, problem: 'number' }],
  [draft({ in: '1', cached: 'x', out: '1' }), { ok: false, problem: 'number' }],
  [draft({ in: '3', out: '1', currency: 'US' }), { ok: false, problem: 'currency' }],
])('the price %j reads as %j', (typed, read) => {
  expect(readPrice(typed)).toEqual(read)
})

it.each([
  null,
  { in: 0.25, out: 15, currency: 'EUR' },
  { in: 1, cached: 0.1, out: 2, currency: 'USD' },
])('the price %j is shown as it reads', (price) =>
  expect(readPrice(draftOf(price))).toEqual({ ok: true, price }),
)

describe('the rows of prices', () => {
  const euro = (amount: number) => ({ in: amount, out: amount, currency: 'EUR' })
  const models = {
    name: 'claude-sonnet-4-5-20250929',
    names: { small: 'claude-haiku-4-5', local: 'qwen3:4b' },
    price: null,
    prices: { 'qwen3*': euro(0), o3: euro(2) },
  }

  it('are of the model in use, of those that agent files can name, of those with a price and of those added', () => {
    expect(priceRows(models, ['gpt-9'])).toEqual([
      {
        model: models.name,
        price: null,
        from: null,
        known: { in: 3, cached: 0.3, out: 15, currency: 'USD' },
      },
      {
        model: 'claude-haiku-4-5',
        price: null,
        from: null,
        known: { in: 1, cached: 0.1, out: 5, currency: 'USD' },
      },
      { model: 'gpt-9', price: null, from: null, known: null },
      { model: 'o3', price: euro(2), from: null, known: null },
      { model: 'qwen3*', price: euro(0), from: null, known: null },
      { model: 'qwen3:4b', price: euro(0), from: 'qwen3*', known: null },
    ])
  })

  it('show each price that is in force, the older key of the model in use too', () => {
    const older = { ...models, price: euro(7) }
    expect(priceRows(older)[0]).toEqual({
      model: models.name,
      price: euro(7),
      from: null,
      known: null,
    })
    for (const { model, price } of priceRows(older)) expect(price).toEqual(priceOf(older, model))
  })

  it('are none while no model is named and none has a price', () =>
    expect(priceRows({ name: '', names: {}, price: null, prices: {} })).toEqual([]))
})
