// What a person writes of a token's limits, as a request. Pure.
import type { ClientRequest } from '../../../contract/server/gateway.ts'
import { strings } from './strings.ts'

const words = strings.gateway.limits

export type LimitsDraft = {
  /** Names with commas or spaces between them; empty: all. */
  readonly tools: string
  readonly time: keyof typeof SECONDS
  /** Empty: as many as the policy allows. */
  readonly calls: string
}

const HOUR = 3_600
export const SECONDS = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
  year: null,
} as const

export const NO_LIMITS: LimitsDraft = { tools: '', time: 'day', calls: '' }

const NAME = /^[A-Za-z][\w-]*(\.[\w-]+|__\*)?$/

export type LimitsFault = { readonly field: 'tools' | 'calls'; readonly text: string }

/** Main knows which tools there are, and says so. */
export function requestIn({ tools, time, calls }: LimitsDraft): ClientRequest | LimitsFault {
  const names = tools.split(/[\s,]+/).filter((name) => name !== '')
  const odd = names.find((name) => !NAME.test(name))
  if (odd !== undefined) return { field: 'tools', text: words.toolWrong(odd) }
  if (calls.trim() !== '' && !/^[1-9]\d{0,5}$/.test(calls.trim()))
    return { field: 'calls', text: words.callsWrong }
  return {
    tools: names.length === 0 ? null : names,
    seconds: SECONDS[time],
    calls: calls.trim() === '' ? null : Number(calls),
  }
}
