// Sums of money as text. Pure.

type Cost = { readonly amount: number; readonly currency: string }

/**
 * `$0.0123 + €1.20`; empty while nothing has a price. Small sums keep what makes them differ from
 * nothing.
 */
export const costText = (costs: readonly Cost[]): string =>
  costs
    .filter(({ amount }) => amount > 0)
    .map(({ currency, amount }) => {
      const digits = amount >= 1 ? 2 : amount >= 0.01 ? 4 : 6
      return new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
        minimumFractionDigits: 2,
        maximumFractionDigits: digits,
      }).format(amount)
    })
    .join(' + ')
