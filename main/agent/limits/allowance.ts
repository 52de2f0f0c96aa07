// How much of its limits an agent has used, and whether one more answer fits. Refuses when unsure:
// what the next answer may use is counted before it is asked for. Pure.
import type { AgentLimits, UseLimits } from '../../../contract/policy/config/agent-limits.ts'
import {
  costOf,
  priceOf,
  type ModelPrice,
  type Tokens,
} from '../../../contract/policy/config/model-price.ts'
import type { ModelRequest } from '../../../contract/agent/model.ts'
import type { Spent } from './spending.ts'

/** agent: one run of an agent whose file has limits of its own. */
export type Scope = 'run' | 'day' | 'agent'
const SCOPES: readonly Scope[] = ['run', 'day', 'agent']

/** `price`: of a model by its name; null where nobody said what it costs. */
export type Use = {
  readonly limits: AgentLimits & { readonly agent?: UseLimits }
  readonly spent: { readonly [S in keyof AgentLimits]: readonly Spent[] } & {
    readonly agent?: readonly Spent[]
  }
  readonly price: (model: string) => ModelPrice | null
}

export type Refused = { readonly text: string; readonly hint: string }

/** Tokens that an answer is expected to have, where nobody bounds it. */
const USUAL_ANSWER = 1_000
/** Characters of a token, rather too few than too many. */
const TOKEN_CHARS = 3

export const tokensOf = (text: string): number => Math.ceil(text.length / TOKEN_CHARS)

/** What a request may use, before its server has counted. */
export const expected = ({ system, messages, tools }: ModelRequest): Tokens => ({
  tokensIn: tokensOf(system) + tokensOf(JSON.stringify([messages.map(withoutPictures), tools])),
  tokensOut: USUAL_ANSWER,
})

/** Their base64 is no text: servers count a picture as some thousand tokens at most. */
const withoutPictures = (message: ModelRequest['messages'][number]): unknown =>
  message.role === 'tool' && message.pictures !== undefined
    ? { ...message, pictures: message.pictures.map(() => 'x'.repeat(2_000 * TOKEN_CHARS)) }
    : message

/** Null: one more answer of this model fits into all limits. */
export function refusalOf(use: Use, model: string, next: Tokens): Refused | null {
  for (const scope of SCOPES) {
    const refused = beyond(scope, use, model, next)
    if (refused !== null) return refused
  }
  return null
}

function beyond(scope: Scope, use: Use, model: string, next: Tokens): Refused | null {
  const limits = use.limits[scope]
  if (limits === undefined) return null
  const sum = sumOf(use.spent[scope] ?? [])
  const whose = WHOSE[scope]
  if (limits.steps !== null && sum.steps + 1 > limits.steps)
    return reached(scope, `${limits.steps} steps`, whose, 'steps')
  if (limits.minutes !== null && sum.workMs >= limits.minutes * 60_000)
    return reached(scope, `${limits.minutes} minutes of work`, whose, 'minutes')
  // The person plays the model: that costs nothing.
  if (next.tokensIn + next.tokensOut === 0) return null
  if (limits.tokens !== null && sum.tokens + next.tokensIn + next.tokensOut > limits.tokens)
    return reached(scope, `${limits.tokens} tokens`, whose, 'tokens', sum.tokens)
  if (limits.cost === null) return null
  const money = costIn(limits.cost.currency, use, scope)
  const price = use.price(model)
  if (money === null || price === null || price.currency !== limits.cost.currency)
    return unsure(scope, model, limits.cost.currency)
  const { amount, currency } = limits.cost
  return money + costOf(next, price) > amount
    ? reached(scope, `${amount} ${currency}`, whose, 'cost', Number(money.toFixed(4)))
    : null
}

/** Null: some of it cannot be known in this currency. */
function costIn(currency: string, { spent, price }: Use, scope: Scope): number | null {
  let sum = 0
  for (const { cost, model, tokensIn, tokensOut } of spent[scope] ?? []) {
    if (tokensIn + tokensOut === 0) continue
    const known = cost ?? pricedNow({ tokensIn, tokensOut }, price(model))
    if (known === null || known.currency !== currency) return null
    sum += known.amount
  }
  return sum
}

/** What was spent, each currency for itself. Where no price was known then, by that of now. */
export function costsOf(
  spent: readonly Spent[],
  prices: Parameters<typeof priceOf>[0],
): { currency: string; amount: number }[] {
  const sums = new Map<string, number>()
  for (const { cost, model, ...tokens } of spent) {
    const known = cost ?? pricedNow(tokens, priceOf(prices, model))
    if (known !== null) sums.set(known.currency, (sums.get(known.currency) ?? 0) + known.amount)
  }
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

const pricedNow = (tokens: Tokens, price: ModelPrice | null): Spent['cost'] =>
  price === null ? null : { amount: costOf(tokens, price), currency: price.currency }

type Sum = { readonly steps: number; readonly workMs: number; readonly tokens: number }

const sumOf = (spent: readonly Spent[]): Sum => ({
  steps: spent.reduce((sum, { steps }) => sum + steps, 0),
  workMs: spent.reduce((sum, { workMs }) => sum + workMs, 0),
  tokens: spent.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0),
})

/** Milliseconds of work that are left; null: without end. */
export function workLeft({ limits, spent }: Use): number | null {
  const left = SCOPES.flatMap((scope) => {
    const minutes = limits[scope]?.minutes ?? null
    return minutes === null ? [] : [minutes * 60_000 - sumOf(spent[scope] ?? []).workMs]
  })
  return left.length === 0 ? null : Math.max(0, Math.min(...left))
}

/** How much of the nearest limit of rounds or tokens is used, from 0 on, and in words. */
export function nearest(
  { limits, spent }: Pick<Use, 'limits' | 'spent'>,
  turn: { readonly steps: number; readonly maxSteps: number },
): { readonly share: number; readonly text: string } {
  const shares = [
    shareOf(turn.steps, turn.maxSteps, 'steps for one message'),
    ...SCOPES.flatMap((scope) => {
      const sum = sumOf(spent[scope] ?? [])
      const of = (used: number, key: 'steps' | 'tokens'): ReturnType<typeof shareOf>[] => {
        const limit = limits[scope]?.[key] ?? null
        return limit === null
          ? []
          : [shareOf(used, limit, `${key} of ${scope === 'day' ? 'today' : 'this run'}`)]
      }
      return [...of(sum.steps, 'steps'), ...of(sum.tokens, 'tokens')]
    }),
  ]
  return shares.reduce((most, each) => (each.share > most.share ? each : most))
}

const shareOf = (used: number, limit: number, what: string) => ({
  share: used / limit,
  text: `${used} of ${limit} ${what}`,
})

function reached(
  scope: Scope,
  limit: string,
  whose: string,
  key: keyof UseLimits,
  used?: number,
): Refused {
  const sofar = used === undefined ? '' : ` ${used} are used, and the next answer may go beyond.`
  return {
    text: `Paused at the limit of ${limit} for ${whose}.${sofar}`,
    hint: {
      run: `Start a new run, or raise agent.limits.run.${key} under Settings, Agent.`,
      day: `Go on tomorrow, or raise agent.limits.day.${key} under Settings, Agent.`,
      agent: `Start a new run, or raise limits.${key} in the file of the agent.`,
    }[scope],
  }
}

const WHOSE: Readonly<Record<Scope, string>> = {
  run: 'this run',
  day: 'one day',
  agent: 'one run of this agent',
}

const unsure = (scope: Scope, model: string, currency: string): Refused => ({
  text: `Paused: there is a limit in ${currency} for ${scope === 'day' ? 'each day' : 'each run'}${scope === 'agent' ? ' of this agent' : ''}, and what ${model === '' ? 'the model' : model} costs in ${currency} is not known.`,
  hint: `Give its price in ${currency} under Settings, Model (model.prices in the file), or remove ${scope === 'agent' ? 'limits.cost from the file of the agent' : `agent.limits.${scope}.cost`}.`,
})
