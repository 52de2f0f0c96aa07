import { hash } from 'node:crypto'
import { canonicalJson } from '../../contract/json.ts'
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { ask, say, scriptedModel } from '../fakes/scripted-model.ts'
import { openFixture, brief, result, rested, started, through, toolsOf } from './bench.ts'

/** Events in short: what a window hears, in order. */
const received = (events: readonly PanelEvent[]): string[] =>
  events.map((event) => {
    if (event.kind === 'run-changed') return `run ${event.run.state} ${event.run.steps}`
    if (event.kind === 'text-added') return `text ${event.itemId} ${event.delta}`
    if (event.kind === 'item-put') return `item ${event.item.id} ${brief([event.item])[0] ?? ''}`
    return event.kind
  })

describe('an agent turn', () => {
  it('goes from message to step to call to step to its end, and reports all of it in order', async () => {
    const model = scriptedModel(
      [
        { kind: 'text', delta: 'Let me ' },
        { kind: 'text', delta: 'look.' },
        ...ask(['c1', 'read_file', { path: 'a' }]),
      ],
      say('It says hi.'),
    )
    const table = openFixture(model, through)
    const run = await started(table.agent, 'What is in a?\nPlease.')
    const { run: last, items } = await rested(table, run)

    expect(received(table.events)).toEqual([
      'run working 0',
      'item 1 user: What is in a?\nPlease.',
      'run working 1',
      'item 2 assistant (streaming): ',
      'text 2 Let me ',
      'text 2 look.',
      'item 2 assistant: Let me look.',
      'run working 1',
      'item 3 call c1 read_file deciding',
      'item 3 call c1 read_file running',
      'item 3 call c1 read_file done: did c1',
      'run working 2',
      'item 4 assistant (streaming): ',
      'text 4 It says hi.',
      'item 4 assistant: It says hi.',
      'run working 2',
      'run idle 2',
    ])
    expect(brief(items)).toEqual([
      'user: What is in a?\nPlease.',
      'assistant: Let me look.',
      'call c1 read_file done: did c1',
      'assistant: It says hi.',
    ])
    expect(last).toEqual({
      ...run,
      state: 'idle',
      title: 'What is in a?',
      agent: 'main',
      model: 'scripted',
      steps: 2,
      tokensIn: 20,
      tokensOut: 4,
      updatedAt: last.updatedAt,
    })
    expect(table.journal).toEqual([
      { kind: 'run', runId: run.id, change: 'created', text: 'What is in a?' },
      { kind: 'run', runId: run.id, change: 'finished', text: 'The model ended its turn.' },
    ])
    expect(model.requests[1]?.messages).toEqual([
      { role: 'user', text: 'What is in a?\nPlease.' },
      {
        role: 'assistant',
        text: 'Let me look.',
        calls: [{ id: 'c1', name: 'read_file', args: { path: 'a' } }],
      },
      { role: 'tool', callId: 'c1', name: 'read_file', text: 'did c1', ok: true },
    ])
  })

  it('hands the pipeline the arguments as written and keeps them with secrets replaced', async () => {
    const model = scriptedModel(
      ask(['c1', 'write_file', { path: 'a', content: 'hunter2' }]),
      say('ok'),
    )
    const table = openFixture(model, through)
    const run = await started(table.agent, 'the password is hunter2')
    const { items } = await rested(table, run)
    const [call] = table.calls
    expect(call).toEqual({
      id: call?.id,
      principal: { kind: 'agent', name: 'main', session: run.session, runId: run.id },
      channel: 'window',
      runId: run.id,
      modelCallId: 'c1',
      tool: 'write_file',
      args: { path: 'a', content: 'hunter2' },
      promptHash: hash('sha256', canonicalJson(model.requests[0]), 'hex'),
      signal: expect.any(AbortSignal) as AbortSignal,
    })
    expect(items.find((item) => item.kind === 'call')?.args).toEqual({
      path: 'a',
      content: '[secret]',
    })
    expect(JSON.stringify(table.journal)).not.toContain('hunter2')
  })

  it('runs neighbouring reads together and everything else alone, in the order of the model', async () => {
    const model = scriptedModel(
      ask(
        ['r1', 'read_file', { n: 1 }],
        ['r2', 'read_file', { n: 2 }],
        ['w1', 'write_file', { n: 3 }],
        ['w2', 'write_file', { n: 4 }],
        ['r3', 'read_file', { n: 5 }],
      ),
      say('done'),
    )
    const second = Promise.withResolvers<void>()
    const table = openFixture(model, async (call) => {
      // The first read ends last: the report must not depend on who is quick.
      if (call.modelCallId === 'r1') await second.promise
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (call.modelCallId === 'r2') setTimeout(second.resolve, 5)
      return result(call.id, `did ${call.modelCallId}`)
    })
    await rested(table, await started(table.agent, 'go'))
    expect(table.log).toEqual([
      'begin r1',
      'begin r2',
      'end r2',
      'end r1',
      'begin w1',
      'end w1',
      'begin w2',
      'end w2',
      'begin r3',
      'end r3',
    ])
    expect(
      model.requests[1]?.messages
        .slice(2)
        .map((message) => message.role === 'tool' && message.text),
    ).toEqual(['did r1', 'did r2', 'did w1', 'did w2', 'did r3'])
  })

  it('has at most eight reads at once', async () => {
    let now = 0
    let most = 0
    const eight = Promise.withResolvers<void>()
    const reads = Array.from({ length: 20 }, (_, n) => [`r${n}`, 'read_file', { n }] as const)
    const table = openFixture(scriptedModel(ask(...reads), say('done')), async (call) => {
      most = Math.max(most, ++now)
      // The first eight wait for each other; a ninth would come in the time after that.
      if (now === 8) setTimeout(eight.resolve, 20)
      await eight.promise
      now--
      return result(call.id, 'x')
    })
    await rested(table, await started(table.agent, 'go'))
    expect([most, table.calls.length]).toEqual([8, 20])
  })

  it('asks for the tools again before every step, so that a guard switched on between is seen at once', async () => {
    let guard = false
    const model = scriptedModel(ask(['c1', 'read_file']), say('ok'))
    const table = openFixture(
      model,
      async (call, notify) => {
        guard = true
        return through(call, notify)
      },
      { tools: () => (guard ? toolsOf('read_file') : toolsOf('read_file', 'web_fetch')) },
    )
    await rested(table, await started(table.agent, 'go'))
    expect(model.requests.map((request) => request.tools.map((tool) => tool.name))).toEqual([
      ['read_file', 'web_fetch'],
      ['read_file'],
    ])
  })

  it('tells the model why a call was refused', async () => {
    const refused = (call: { id: CallResult['requestId'] }): CallResult =>
      result(call.id, 'No: outside the workspace.', {
        ok: false,
        status: 'denied',
        route: 'refused',
      })
    const model = scriptedModel(ask(['c1', 'read_file']), say('I see.'))
    const table = openFixture(model, async (call) => refused(call))
    await rested(table, await started(table.agent, 'go'))
    expect(model.requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      callId: 'c1',
      name: 'read_file',
      text: 'No: outside the workspace.',
      ok: false,
    })
  })

  it('takes a pipeline that throws for a call whose end nobody saw, and goes on', async () => {
    const table = openFixture(scriptedModel(ask(['c1', 'write_file']), say('ok')), () =>
      Promise.reject(new Error('bug')),
    )
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect(run.state).toBe('idle')
    expect(items[2]).toMatchObject({
      state: { kind: 'ended', result: { status: 'unknown', ok: false } },
    })
  })

  it('gives two calls of one id different ones, so that each gets its own result', async () => {
    const model = scriptedModel(
      ask(['call_0', 'read_file', { n: 1 }]),
      ask(['call_0', 'read_file', { n: 2 }], ['call_0', 'read_file', { n: 3 }]),
      say('ok'),
    )
    const table = openFixture(model, through)
    await rested(table, await started(table.agent, 'go'))
    expect(table.calls.map((call) => call.modelCallId)).toEqual(['call_0', 'call_0_2', 'call_0_3'])
  })
})
