import { describe, expect, it } from 'vitest'
import { ask, say, scriptedModel } from '../fakes/scripted-model.ts'
import { snippet } from '../../main/agent/prompt/snippet.ts'
import {
  openFixture,
  brief,
  cancelledResult,
  noLimits,
  rested,
  started,
  through,
  until,
} from './bench.ts'

const value = <T>(result: { ok: true; value: T } | { ok: false; error: { text: string } }): T => {
  if (!result.ok) throw new Error(result.error.text)
  return result.value
}

describe('a message that is edited', () => {
  it('begins a run that knows the messages before it, in the same session, and leaves the old run unchanged', async () => {
    const model = scriptedModel(
      ask(['c1', 'read_file', { path: 'a' }]),
      say('one'),
      say('two'),
      say('other two'),
    )
    const table = openFixture(model, through)
    const run = await started(table.agent, 'first')
    await until(() => table.store.get(run.id)?.state === 'idle')
    value(await table.agent.send(run.id, { text: 'second' }, 'window'))
    await until(() => table.store.get(run.id)?.state === 'idle')
    const before = table.store.items(run.id)
    const second = before.findLast(({ kind }) => kind === 'user')?.id ?? 0

    const other = value(
      await table.agent.branch(run.id, second, { text: 'second, otherwise' }, 'window'),
    )
    const { items } = await rested(table, other)
    expect(other).toMatchObject({
      session: run.session,
      title: 'first',
      from: { run: run.id, item: second },
      tokensIn: 0,
    })
    expect(brief(items)).toEqual([
      'user: first',
      'assistant: ',
      'call c1 read_file done: did c1',
      'assistant: one',
      'user: second, otherwise',
      'assistant: other two',
    ])
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    expect(table.store.items(run.id)).toEqual(before)
    expect(table.agent.get(run.id, 9)?.branches.map(({ id }) => id)).toEqual([other.id])
    expect(
      table.journal.filter((entry) => entry.kind === 'run' && entry.runId === other.id),
    ).toHaveLength(2)
  })

  it.each([
    ['an answer', 2, 'run.no-message'],
    ['nothing', 99, 'run.no-message'],
  ])('is refused for %s', async (_name, item, code) => {
    const table = openFixture(scriptedModel(say('one')), through)
    const run = await started(table.agent, 'first')
    await until(() => table.journal.length === 2)
    expect(await table.agent.branch(run.id, item, { text: 'x' }, 'window')).toMatchObject({
      ok: false,
      error: { code },
    })
    expect(table.store.list(undefined, 9)).toHaveLength(1)
    await table.agent.dispose()
  })
})

describe('files that come with a message', () => {
  it('are read through the pipeline before the model is asked, and are in its message as material', async () => {
    const model = scriptedModel(say('read'))
    const table = openFixture(model, through)
    const run = value(await table.agent.start({ text: 'look', attach: ['a.md', 'b.md'] }, 'window'))
    const { items } = await rested(table, run)
    expect(table.calls.map(({ tool, args, principal }) => [tool, args, principal.kind])).toEqual([
      ['read_file', { path: 'a.md' }, 'agent'],
      ['read_file', { path: 'b.md' }, 'agent'],
    ])
    expect(items.map((item) => [item.kind, item.kind === 'call' ? item.by : undefined])).toEqual([
      ['user', undefined],
      ['call', 'person'],
      ['call', 'person'],
      ['assistant', undefined],
    ])
    expect(model.requests[0]?.messages).toEqual([
      {
        role: 'user',
        text: 'look',
        attached: [
          { path: 'a.md', text: 'did attached_1_1' },
          { path: 'b.md', text: 'did attached_1_2' },
        ],
      },
    ])
  })

  it('are not read twice when the run goes on', async () => {
    const model = scriptedModel(
      [{ kind: 'failed', error: { code: 'model.busy', text: 'Busy.' } }],
      say('now'),
    )
    const table = openFixture(model, through)
    const run = value(await table.agent.start({ text: 'look', attach: ['a.md'] }, 'window'))
    await until(() => table.store.get(run.id)?.state === 'failed')
    value(await table.agent.resume(run.id))
    await rested(table, run)
    expect(table.calls).toHaveLength(1)
  })
})

it('a call can be stopped alone: the run goes on and the model gets the refusal', async () => {
  const model = scriptedModel(ask(['c1', 'write_file', {}]), say('then not'))
  const table = openFixture(model, async (call, notify) => {
    await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
    const end = cancelledResult(call)
    notify({ kind: 'ended', result: end })
    return end
  })
  const run = await started(table.agent, 'go')
  await until(() => table.calls.length === 1)
  const [call] = table.calls
  if (call === undefined) throw new Error('no call')
  value(table.agent.stopCall(run.id, call.id))
  const { run: last, items } = await rested(table, run)
  expect([last.state, brief(items).at(-1)]).toEqual(['idle', 'assistant: then not'])
  expect(table.agent.stopCall(run.id, call.id)).toMatchObject({
    ok: false,
    error: { code: 'run.no-call' },
  })
})

it('tokens cost what the price of their time says, each currency for itself', async () => {
  let price = { in: 3, out: 15, currency: 'USD' }
  const settings = () => ({
    maxSteps: 25,
    contextTokens: null,
    instructions: '',
    workspace: '/w',
    limits: noLimits,
    price: () => price,
  })
  const table = openFixture(scriptedModel(say('a'), say('b')), through, { settings })
  const run = await started(table.agent, 'go')
  await until(() => table.store.get(run.id)?.state === 'idle')
  const { tokensIn, tokensOut, costs } = table.store.get(run.id) ?? run
  expect(costs).toEqual([{ currency: 'USD', amount: (tokensIn * 3 + tokensOut * 15) / 1_000_000 }])
  price = { in: 1, out: 1, currency: 'EUR' }
  value(await table.agent.send(run.id, { text: 'more' }, 'window'))
  const { run: last } = await rested(table, run)
  expect(last.costs.map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
})

describe('the text around a match', () => {
  it.each([
    ['the quick brown fox', ['brown'], { before: 'the quick ', match: 'brown', after: ' fox' }],
    ['Über\n  Öl', ['öl'], { before: 'Über ', match: 'Öl', after: '' }],
    [
      'x'.repeat(200) + ' word ' + 'y'.repeat(200),
      ['word'],
      { before: `…${'x'.repeat(59)} `, match: 'word', after: ` ${'y'.repeat(59)}…` },
    ],
    ['İstanbul has it', ['has'], { before: '', match: '', after: 'İstanbul has it' }],
    ['nothing', ['else'], { before: '', match: '', after: 'nothing' }],
  ])('is cut from %j', (text, words, expected) => {
    expect(snippet(text, words)).toEqual(expected)
  })
})
