import { expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { Model, ModelEvent } from '../../contract/agent/model.ts'
import { openCircuitBreaker } from '../../main/model/circuit-breaker.ts'

const request = { system: '', messages: [], tools: [] }
const end: ModelEvent = { kind: 'end', reason: 'said', tokensIn: 1, tokensOut: 1 }
const failed = (code: string): ModelEvent => ({ kind: 'failed', error: failure(code, 'x') })

function fixture() {
  let time = 1_000
  let next: ModelEvent = end
  let asked = 0
  let changes = 0
  const breaker = openCircuitBreaker(
    () => time,
    () => void changes++,
  )
  const model: Model = breaker.guard({
    label: 'm at s',
    async *step() {
      asked += 1
      yield next
    },
  })
  const step = async (): Promise<string> => {
    for await (const event of model.step(request, new AbortController().signal))
      return event.kind === 'failed' ? event.error.code : event.kind
    return ''
  }
  return {
    breaker,
    model,
    step,
    answers: (event: ModelEvent) => void (next = event),
    later: (ms: number) => void (time += ms),
    counts: () => ({ asked, changes }),
  }
}

const fail = async (
  { step, answers }: ReturnType<typeof fixture>,
  times: number,
): Promise<void> => {
  answers(failed('model.unreachable'))
  for (let n = 0; n < times; n++) await step()
}

it('leaves a server alone for 60 s after five failures in a row, and then tries it once', async () => {
  const test = fixture()
  await fail(test, 5)
  expect(test.breaker.state()).toEqual({ kind: 'resting', until: 61_000 })
  expect([await test.step(), test.counts().asked]).toEqual(['model.resting', 5])
  test.later(59_999)
  expect(await test.step()).toBe('model.resting')
  test.later(1)
  expect([await test.step(), test.counts().asked]).toEqual(['model.unreachable', 6])
  expect(test.breaker.state()).toEqual({ kind: 'resting', until: 121_000 })
  test.later(60_000)
  test.answers(end)
  expect([await test.step(), test.breaker.state()]).toEqual(['end', { kind: 'closed' }])
})

it('begins to count again after an answer, and counts no failure that is not the server’s', async () => {
  const test = fixture()
  await fail(test, 4)
  test.answers(end)
  await test.step()
  await fail(test, 4)
  test.answers(failed('model.key'))
  await test.step()
  await fail(test, 4)
  expect([test.breaker.state(), test.counts().changes]).toEqual([{ kind: 'closed' }, 0])
})

it('lets one request try, and no second one at the same time', async () => {
  const test = fixture()
  await fail(test, 5)
  test.later(60_000)
  test.answers(end)
  const probe = test.model.step(request, new AbortController().signal)[Symbol.asyncIterator]()
  await probe.next()
  expect([test.breaker.state(), await test.step()]).toEqual([{ kind: 'trying' }, 'model.resting'])
  await probe.return?.(undefined)
  expect(test.breaker.state()).toEqual({ kind: 'closed' })
})

it('lets the next one try when the one that tried was stopped', async () => {
  const test = fixture()
  await fail(test, 5)
  test.later(60_000)
  test.answers({ kind: 'text', delta: 'a' })
  const probe = test.model.step(request, new AbortController().signal)[Symbol.asyncIterator]()
  await probe.next()
  await probe.return?.(undefined)
  test.answers(end)
  expect(await test.step()).toBe('end')
})
