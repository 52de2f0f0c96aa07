// Keeps the account of one run: says whether one more answer may be asked for, writes down what it may
// use before it is asked, and what it did use afterwards.
import type { RunId } from '../../contract/ids.ts'
import type { Model } from '../../contract/agent/model.ts'
import { costOf, type Tokens } from '../../contract/policy/model-price.ts'
import { failure } from '../../contract/failure.ts'
import { refusalOf, workLeft, type Refused, type Use } from './allowance.ts'
import type { AgentPorts } from './ports.ts'
import { dayOf, type WorkClock } from './work-clock.ts'

export type BudgetedStep = {
  /** What the answer used. */
  used(tokens: Tokens): void
  /** Time at work since the step began, its calls included. */
  worked(): void
  /** Milliseconds of work that are left; null: without end. */
  readonly leftMs: number | null
}

export type Budget = {
  readonly current: () => Use
  /** `next`: what the answer is expected to use. */
  readonly begin: (model: Model, next: Tokens) => Refused | BudgetedStep
}

export const isRefused = (step: Refused | BudgetedStep): step is Refused => 'text' in step

export function openBudget(
  ports: Pick<AgentPorts, 'settings' | 'spending' | 'now'>,
  runId: RunId,
  clock: WorkClock,
): Budget {
  const { spending } = ports
  const current = (): Use => {
    const { limits, price } = ports.settings()
    const spent = { run: spending.ofRun(runId), day: spending.ofDay(dayOf(ports.now())) }
    return { limits, price, spent }
  }
  /** A model without a name is the person, who costs nothing. */
  const costIn = (model: string, tokens: Tokens) => {
    const price = model === '' ? null : ports.settings().price(model)
    return price === null ? null : { amount: costOf(tokens, price), currency: price.currency }
  }
  return {
    current,
    begin({ name = '' }, asked) {
      const next = name === '' ? NONE : asked
      const now = current()
      const refused = refusalOf(now, name, next)
      if (refused !== null) return refused
      const entry = { runId, day: dayOf(ports.now()), model: name, cost: costIn(name, next) }
      const id = spending.open({ ...entry, ...next })
      const startedAt = clock.read()
      let counted = 0
      return {
        leftMs: workLeft(now),
        used: (tokens) => spending.correct(id, { ...tokens, cost: costIn(name, tokens) }),
        worked() {
          const ms = clock.read() - startedAt
          spending.worked(id, ms - counted)
          counted = ms
        },
      }
    },
  }
}

const NONE: Tokens = { tokensIn: 0, tokensOut: 0 }

/** The answer was cut off by the limit of time. */
export const overtime = failure(
  'agent.overtime',
  'Paused: the time for this run or this day is used up.',
  'Raise agent.limits under Settings, Agent, or go on later.',
)
