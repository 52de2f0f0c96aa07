// Keeps the account of one run: says whether one more answer may be asked for, writes down what it may
// use before it is asked, and what it did use afterwards.
import type { AgentUse } from '../../../contract/agent/agent-file.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Model } from '../../../contract/agent/model.ts'
import { costOf, type Tokens } from '../../../contract/policy/config/model-price.ts'
import { failure } from '../../../contract/failure.ts'
import { refusalOf, workLeft, type Refused, type Use } from './allowance.ts'
import type { AgentPorts } from '../ports.ts'
import type { Spent } from './spending.ts'
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

/** Whose use is counted. */
export type Account = {
  /** The run that a person talks to: what its sub-agents use is used by it. */
  readonly root: RunId
  /** The run itself, as it is now. */
  readonly run: () => Run | null
  /** What the file of its agent allows; null: no file, or no limit. */
  readonly own: () => AgentUse | null
}

export function openBudget(
  ports: Pick<AgentPorts, 'settings' | 'spending' | 'now'>,
  { root, run, own }: Account,
  clock: WorkClock,
): Budget {
  const { spending } = ports
  const current = (): Use => {
    const { limits, price } = ports.settings()
    const spent = { run: spending.ofRun(root), day: spending.ofDay(dayOf(ports.now())) }
    const use = own()
    if (use === null) return { limits, price, spent }
    // Steps of a file are those of a turn, which the turn counts.
    const agent = { steps: null, ...givenOf(use) }
    return {
      limits: { ...limits, agent },
      price,
      spent: { ...spent, agent: spentByAgent(spent.run) },
    }
  }
  /** Its own part of the account, where a sub-agent shares that with others. */
  function spentByAgent(all: readonly Spent[]): readonly Spent[] {
    const now = run()
    if (now?.parent === undefined) return all
    const { tokensIn, tokensOut, steps, costs } = now
    // Of several currencies nobody knows which tokens were of which: then it is not known.
    const cost = costs.length === 1 ? (costs[0] ?? null) : null
    return [{ model: '', steps, workMs: clock.read(), tokensIn, tokensOut, cost }]
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
      const entry = { runId: root, day: dayOf(ports.now()), model: name, cost: costIn(name, next) }
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

const givenOf = ({ minutes, tokens, cost }: AgentUse) => ({
  minutes: minutes ?? null,
  tokens: tokens ?? null,
  cost: cost ?? null,
})

const NONE: Tokens = { tokensIn: 0, tokensOut: 0 }

/** The answer was cut off by the limit of time. */
export const overtime = failure(
  'agent.overtime',
  'Paused: the time for this run or this day is used up.',
  'Raise agent.limits under Settings, Agent, or go on later.',
)
