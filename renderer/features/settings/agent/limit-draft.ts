// A limit as it is typed. Pure. Undefined: it cannot be read.
import { UseLimits } from '../../../../contract/policy/config/agent-limits.ts'

export type LimitKey = keyof UseLimits
export const limitKeys = ['steps', 'minutes', 'tokens', 'cost'] as const satisfies LimitKey[]

export const textOf = (limits: UseLimits, key: LimitKey): string => {
  if (key !== 'cost') return limits[key] === null ? '' : String(limits[key])
  return limits.cost === null ? '' : `${limits.cost.amount} ${limits.cost.currency}`
}

/** Empty is no limit. A comma between digits is taken for a point in amounts. */
export function readLimit(key: LimitKey, text: string): Partial<UseLimits> | undefined {
  const typed = text.trim()
  if (typed === '') return { [key]: null }
  const value = key === 'cost' ? readCost(typed) : /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN
  const read = UseLimits.shape[key].safeParse(value)
  return read.success ? { [key]: read.data } : undefined
}

/** Empty is as many as the server of the model says. Separators of thousands are taken away. */
export function readContext(text: string): number | null | undefined {
  const typed = text.replaceAll(/[\s,_’']/g, '')
  if (typed === '') return null
  const value = Number(typed)
  return /^\d{1,8}$/.test(typed) && value >= 4_000 && value <= 10_000_000 ? value : undefined
}

function readCost(text: string): { readonly amount: number; readonly currency: string } | null {
  const [, amount, currency = 'USD'] = /^(\d{1,9}(?:[.,]\d{1,4})?)\s*([a-z]{3})?$/i.exec(text) ?? []
  return amount === undefined
    ? { amount: -1, currency: 'USD' }
    : { amount: Number(amount.replace(',', '.')), currency: currency.toUpperCase() }
}
