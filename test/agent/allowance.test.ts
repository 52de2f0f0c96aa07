// Limits on what agents use: of a run and of a day, in steps, time, tokens and money.
import { describe, expect, it } from 'vitest'
import { AgentLimits } from '../../contract/policy/config/agent-limits.ts'
import { costOf, priceOf } from '../../contract/policy/config/model-price.ts'
import type { AgentUse } from '../../contract/agent/agent-file.ts'
import type { Model } from '../../contract/agent/model.ts'
import { costsOf } from '../../main/agent/limits/allowance.ts'
import type { AgentPorts } from '../../main/agent/ports.ts'
import { memorySpending } from '../fakes/spending.ts'
import { ask, end, say, scriptedModel } from '../fakes/scripted-model.ts'
import { brief, openFixture, rested, started, through } from './bench.ts'

const USD = { in: 1_000, out: 1_000, currency: 'USD' }
const settings =
  (
    limits: unknown,
    price: ReturnType<AgentPorts['settings']>['price'] = () => null,
    maxSteps = 25,
  ) =>
  () => ({
    maxSteps,
    contextTokens: null,
    instructions: '',
    workspace: '/w',
    price,
    limits: AgentLimits.parse(limits),
  })
const named = (model: Model): Model => ({ ...model, name: 'm-1' })
/** Goes on for good with another call each time, 12 tokens a step. */
const busy = (): Model => {
  let n = 0
  return {
    label: 'busy',
    name: 'm-1',
    step: async function* () {
      yield* [
        { kind: 'call' as const, id: `c${++n}`, name: 'read_file', args: { n } },
        end('calls'),
      ]
    },
  }
}
async function restOf(model: Model, over: Partial<AgentPorts>) {
  const table = openFixture(model, through, over)
  const { run, items } = await rested(table, await started(table.agent, 'go'))
  return { run, items, table, last: brief(items).at(-1) ?? '' }
}

describe('a run', () => {
  it.each([
    ['steps', { run: { steps: 3 } }, 3, 'Paused at the limit of 3 steps for this run.'],
    ['steps of the day', { day: { steps: 2 } }, 2, 'Paused at the limit of 2 steps for one day.'],
  ])('pauses at its limit of %s', async (_, limits, steps, text) => {
    const { run, last } = await restOf(busy(), { settings: settings(limits) })
    expect([run.state, run.steps, last]).toEqual(['idle', steps, `info: ${text}`])
  })

  it('does not ask the model where the answer could exceed its tokens', async () => {
    const { table, last } = await restOf(busy(), { settings: settings({ run: { tokens: 1_000 } }) })
    expect([table.calls, last]).toEqual([
      [],
      'info: Paused at the limit of 1000 tokens for this run. 0 are used, and the next answer may go beyond.',
    ])
  })

  const voice = (limits: AgentUse) => () => ({
    name: 'main',
    description: '',
    systemPrompt: '',
    temperature: 0,
    maxTokens: 100,
    limits,
    shared: [],
  })

  it.each<[what: string, own: AgentUse, limits: unknown, text: string]>([
    [
      'tokens',
      { tokens: 1_000 },
      {},
      'Paused at the limit of 1000 tokens for one run of this agent. 0 are used, and the next answer may go beyond.',
    ],
    [
      'money',
      { cost: { amount: 0.5, currency: 'USD' } },
      {},
      'Paused at the limit of 0.5 USD for one run of this agent. 0 are used, and the next answer may go beyond.',
    ],
    [
      'money in a currency that has no price',
      { cost: { amount: 5, currency: 'EUR' } },
      {},
      'Paused: there is a limit in EUR for each run of this agent, and what m-1 costs in EUR is not known.',
    ],
    [
      'tokens, where that of every run is lower',
      { tokens: 1_000_000 },
      { run: { tokens: 1_000 } },
      'Paused at the limit of 1000 tokens for this run. 0 are used, and the next answer may go beyond.',
    ],
  ])('pauses at the limit of its own file in %s', async (_, own, limits, text) => {
    const { table, last } = await restOf(busy(), {
      settings: settings(limits, () => USD),
      voice: voice(own),
    })
    expect([table.calls, last]).toEqual([[], `info: ${text}`])
  })

  it('pauses when the time of its own file is used up', async () => {
    let at = 0
    const { run, last } = await restOf(busy(), {
      now: () => (at += 1_000),
      settings: settings({}),
      voice: voice({ minutes: 1 }),
    })
    expect([run.state, last]).toEqual([
      'idle',
      'info: Paused at the limit of 1 minutes of work for one run of this agent.',
    ])
  })

  it('counts what was used before a restart into its day', async () => {
    const spending = memorySpending()
    const over = { spending, settings: settings({ day: { steps: 3 } }, undefined, 2) }
    expect((await restOf(busy(), over)).run.steps).toBe(2)
    const next = await restOf(busy(), over)
    expect([next.run.steps, next.last]).toEqual([
      1,
      'info: Paused at the limit of 3 steps for one day.',
    ])
  })

  it('counts an answer that a kill took with as much as it might have used', async () => {
    const spending = memorySpending()
    const day = { steps: null, tokens: 30_000 }
    spending.open({
      runId: 'run_00000000' as never,
      day: '1970-01-01',
      model: 'm-1',
      cost: null,
      tokensIn: 29_500,
      tokensOut: 0,
    })
    const { table } = await restOf(named(scriptedModel(say('x'))), {
      spending,
      settings: settings({ day }),
    })
    expect(table.calls).toEqual([])
    expect(spending.rows).toHaveLength(1)
  })

  it.each([
    ['no price', () => null, 'and what m-1 costs in USD is not known.'],
    ['a price in another currency', () => ({ ...USD, currency: 'EUR' }), 'is not known.'],
    ['a price too high for one answer', () => USD, 'Paused at the limit of 1 USD for this run.'],
  ])('with a limit of money is not begun with %s', async (_, price, text) => {
    const model = named(scriptedModel(say('x')))
    const { last } = await restOf(model, {
      settings: settings({ run: { cost: { amount: 1 } } }, price),
    })
    expect(last).toContain(text)
  })

  it('with a limit of money goes on while the sum is known and below it', async () => {
    const price = () => ({ in: 1, out: 1, currency: 'USD' })
    const { last } = await restOf(named(scriptedModel(say('done'))), {
      settings: settings({ run: { cost: { amount: 1 } } }, price),
    })
    expect(last).toBe('assistant: done')
  })

  it('costs nothing when a person plays the model', async () => {
    const { last } = await restOf(scriptedModel(say('mine')), {
      settings: settings({ day: { cost: { amount: 0.01 }, tokens: 1 } }),
    })
    expect(last).toBe('assistant: mine')
  })

  it('is cut off in the middle of an answer when its time is up', async () => {
    const waits: number[] = []
    const spoken = Promise.withResolvers<void>()
    const scripted = scriptedModel([{ kind: 'text', delta: 'Well' }, { kind: 'pause' }])
    const model = named({
      ...scripted,
      async *step(request, signal) {
        for await (const line of scripted.step(request, signal)) {
          yield line
          spoken.resolve()
        }
      },
    })
    const { run, items } = await restOf(model, {
      settings: settings({ run: { minutes: 2 } }),
      wait: async (ms) => {
        waits.push(ms)
        await spoken.promise
      },
    })
    expect([run.state, brief(items).slice(1)]).toEqual([
      'idle',
      ['assistant: Well', 'info: Paused: the time for this run or this day is used up.'],
    ])
    expect(waits).toEqual([120_000])
  })
})

describe('near a limit', () => {
  it('each request reminds the model, and the person is told once, from 70 % on', async () => {
    const asked: (string | undefined)[] = []
    const model = busy()
    const watched: Model = {
      ...model,
      step: (request, signal) => {
        asked.push(
          /(\d of 10 steps for one message)/.exec(request.messages.at(-1)?.text ?? '')?.[1],
        )
        return model.step(request, signal)
      },
    }
    const { items } = await restOf(watched, { settings: settings({}, undefined, 10) })
    expect(asked).toEqual([
      ...Array.from({ length: 7 }, () => undefined),
      ...[7, 8, 9].map((n) => `${n} of 10 steps for one message`),
    ])
    expect(brief(items).filter((line) => line.includes('asked to finish'))).toEqual([
      'info: The agent was asked to finish: 7 of 10 steps for one message are used.',
    ])
  })
})

describe('an agent that repeats two calls in turns', () => {
  it('is warned at the second round and ended at the third', async () => {
    const [a, b] = [ask(['a', 'read_file', { n: 1 }]), ask(['b', 'read_file', { n: 2 }])]
    const { table, last } = await restOf(scriptedModel(a, b, a, b, a, b, say('never')), {})
    expect([table.calls.length, last]).toEqual([
      5,
      'error: Ended: the model made the same two calls in turns 3 times.',
    ])
  })

  it('is not an agent that makes a third call between them', async () => {
    const calls = [1, 2, 1, 2, 3, 1, 2, 1, 2].map((n) => ask([`c${n}`, 'read_file', { n }]))
    const { last } = await restOf(scriptedModel(...calls, say('ok')), {})
    expect(last).toBe('assistant: ok')
  })
})

describe('a model that says nothing', () => {
  it('is asked twice more, and its answer counts', async () => {
    const model = scriptedModel([end()], [end()], say('here'))
    const { last } = await restOf(model, {})
    expect([last, model.requests.length]).toEqual(['assistant: here', 3])
    expect(model.requests[1]?.messages.at(-1)?.text).toContain('your last answer was empty')
  })

  it('is asked again after 1, 2 and 4 seconds where its answer breaks off, then no more', async () => {
    const waits: number[] = []
    const { run } = await restOf(scriptedModel([{ kind: 'text', delta: 'a' }]), {
      wait: async (ms) => void waits.push(ms),
    })
    expect([run.state, waits]).toEqual(['failed', [1_000, 2_000, 4_000]])
  })
})

it.each([
  [{ tokensIn: 1_000_000, tokensOut: 100_000 }, 4],
  [{ tokensIn: 1_000_000, tokensCached: 400_000, tokensOut: 100_000 }, 2.92],
  // A server that counts its cache beside what was sent is not paid twice.
  [{ tokensIn: 100_000, tokensCached: 900_000, tokensOut: 0 }, 0.03],
])('%j cost %d', (tokens, cost) => {
  const price = { in: 3, cached: 0.3, out: 10, currency: 'USD' }
  expect(costOf(tokens, price)).toBeCloseTo(cost, 9)
})

it('cached input costs as much as other input where nobody said otherwise', () => {
  const price = { in: 3, out: 10, currency: 'USD' }
  const tokens = { tokensIn: 1_000, tokensCached: 900, tokensOut: 0 }
  expect(costOf(tokens, price)).toBe(costOf({ ...tokens, tokensCached: 0 }, price))
})

it('what was spent is told in each currency, by the price of its time or else by that of now', () => {
  const tokens = { tokensIn: 1_000_000, tokensOut: 0, steps: 1, workMs: 0 }
  const prices = { name: 'a', price: null, prices: { a: { in: 2, out: 2, currency: 'USD' } } }
  expect(
    costsOf(
      [
        { ...tokens, model: 'a', cost: { amount: 0.5, currency: 'USD' } },
        { ...tokens, model: 'b', cost: { amount: 1, currency: 'EUR' } },
        { ...tokens, model: 'a', cost: null },
        { ...tokens, model: 'c', cost: null },
      ],
      prices,
    ),
  ).toEqual([
    { currency: 'EUR', amount: 1 },
    { currency: 'USD', amount: 2.5 },
  ])
})

describe('the price of a model', () => {
  const price = (n: number) => ({ in: n, out: n, currency: 'USD' })
  const model = {
    name: 'own',
    price: price(1),
    prices: { 'claude-*': price(2), 'claude-opus-*': price(3), 'claude-opus-4': price(4) },
  }
  it.each([
    ['own', 1],
    ['claude-haiku', 2],
    ['claude-opus-3', 3],
    ['claude-opus-4', 4],
    ['other', null],
    ['__proto__', null],
  ])('of %s is %s', (name, of) => {
    expect(priceOf(model, name)?.in ?? null).toBe(of)
  })
})
