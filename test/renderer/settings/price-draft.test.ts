import { expect, it } from 'vitest'
import { draftOf, readPrice } from '../../../renderer/features/settings/model/price-draft.ts'

it.each([
  [
    { in: '', out: ' ', currency: '?' },
    { ok: true, price: null },
  ],
  [
    { in: '3', out: '15', currency: 'usd' },
    { ok: true, price: { in: 3, out: 15, currency: 'USD' } },
  ],
  [
    { in: '0,25', out: '1.5', currency: ' EUR ' },
    { ok: true, price: { in: 0.25, out: 1.5, currency: 'EUR' } },
  ],
  [
    { in: '3', out: '', currency: 'USD' },
    { ok: false, problem: 'both' },
  ],
  [
    { in: '-3', out: '1', currency: 'USD' },
    { ok: false, problem: 'number' },
  ],
  [
    { in: '1e9', out: '1', currency: 'USD' },
    { ok: false, problem: 'number' },
  ],
  [
    { in: '3', out: '1', currency: 'US' },
    { ok: false, problem: 'currency' },
  ],
])('the price %j reads as %j', (draft, read) => {
  expect(readPrice(draft)).toEqual(read)
})

it('what is kept is shown as it reads', () => {
  const price = { in: 0.25, out: 15, currency: 'EUR' }
  expect([readPrice(draftOf(price)), readPrice(draftOf(null))]).toEqual([
    { ok: true, price },
    { ok: true, price: null },
  ])
})
