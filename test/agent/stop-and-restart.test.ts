import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import type { Agent } from '../../main/agent/prompt/agent-port.ts'
import { ask, say, scriptedModel } from '../fakes/scripted-model.ts'
import {
  openFixture,
  brief,
  cancelledResult,
  heldState,
  holds,
  result,
  rested,
  started,
  through,
  until,
  decision,
} from './bench.ts'

const stateOf = (
  table: ReturnType<typeof openFixture>,
  id: Parameters<typeof table.store.get>[0],
) => table.store.get(id)?.state

describe('stop', () => {
  it('ends a stream in the middle and keeps what was said', async () => {
    const table = openFixture(
      scriptedModel([{ kind: 'text', delta: 'Once upon' }, { kind: 'pause' }]),
      through,
    )
    const run = await started(table.agent, 'tell')
    await until(() => table.events.some((event) => event.kind === 'text-added'))
    expect(await table.agent.stop(run.id)).toMatchObject({ ok: true, value: { state: 'stopped' } })
    expect(brief(table.store.items(run.id))).toEqual(['user: tell', 'assistant: Once upon'])
    expect(table.journal.at(-1)).toMatchObject({ change: 'stopped' })
  })

  it('does not wait for a model that ignores it', async () => {
    const table = openFixture(
      scriptedModel([{ kind: 'pause', until: new Promise(() => undefined) }]),
      through,
    )
    const run = await started(table.agent, 'go')
    await until(() => table.store.items(run.id).length === 2)
    expect(await table.agent.stop(run.id)).toMatchObject({ value: { state: 'stopped' } })
  })

  it('ends a running call through its signal and never begins those after it', async () => {
    const table = openFixture(
      scriptedModel(ask(['w1', 'write_file', { n: 1 }], ['w2', 'write_file', { n: 2 }])),
      async (call, notify) => {
        notify({ kind: 'running', decision })
        await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
        return cancelledResult(call)
      },
    )
    const run = await started(table.agent, 'go')
    await until(() => table.calls.length === 1)
    await table.agent.stop(run.id)
    expect(table.calls).toHaveLength(1)
    expect(brief(table.store.items(run.id)).slice(2)).toEqual([
      'call w1 write_file cancelled: Cancelled.',
      'call w2 write_file cancelled: Not run: the run was stopped before its turn came.',
    ])
  })

  it('gives up on a pipeline that does not end a call, and takes its result when it comes late', async () => {
    const late = Promise.withResolvers<CallResult>()
    const table = openFixture(scriptedModel(ask(['w1', 'write_file'])), () => late.promise)
    const run = await started(table.agent, 'go')
    await until(() => table.calls.length === 1)
    expect(await table.agent.stop(run.id)).toMatchObject({ value: { state: 'stopped' } })
    expect(table.store.items(run.id)[2]).toMatchObject({
      state: { kind: 'ended', result: { status: 'unknown' } },
    })
    const [call] = table.calls
    if (call === undefined) throw new Error('no call')
    late.resolve(result(call.id, 'written after all'))
    await until(
      () => brief(table.store.items(run.id))[2] === 'call w1 write_file done: written after all',
    )
    expect(stateOf(table, run.id)).toBe('stopped')
  })

  it('cancels a held call, and shows the run waiting before', async () => {
    const table = openFixture(scriptedModel(ask(['w1', 'write_file'])), holds)
    const run = await started(table.agent, 'go')
    await until(() => stateOf(table, run.id) === 'waiting')
    await table.agent.stop(run.id)
    expect(brief(table.store.items(run.id))[2]).toBe('call w1 write_file cancelled: Cancelled.')
  })

  it('lets a stopped run go on with a message', async () => {
    const table = openFixture(scriptedModel([{ kind: 'pause' }], say('Hello again.')), through)
    const run = await started(table.agent, 'go')
    await until(() => table.store.items(run.id).length === 2)
    await table.agent.stop(run.id)
    expect((await table.agent.send(run.id, { text: 'and now?' }, 'window')).ok).toBe(true)
    const { items } = await rested(table, run)
    expect(brief(items)).toEqual([
      'user: go',
      'assistant: ',
      'user: and now?',
      'assistant: Hello again.',
    ])
  })

  it('leaves a run that rests as it is', async () => {
    const table = openFixture(scriptedModel(say('ok')), through)
    const run = await started(table.agent, 'go')
    await until(() => table.journal.length === 2)
    expect(await table.agent.stop(run.id)).toMatchObject({ ok: true, value: { state: 'idle' } })
    expect(table.journal).toHaveLength(2)
  })
})

describe('requests that do not fit', () => {
  it('are refused with a code', async () => {
    const table = openFixture(scriptedModel(say('Done.'), [{ kind: 'pause' }]), through)
    const run = await started(table.agent, 'go')
    const unknown = 'run_zzzzzzzz' as typeof run.id
    expect(await table.agent.start({ text: '  \n' }, 'window')).toMatchObject({
      error: { code: 'run.empty' },
    })
    for (const refused of [
      table.agent.send(unknown, { text: 'x' }, 'window'),
      table.agent.stop(unknown),
      table.agent.resume(unknown),
    ]) {
      expect(await refused).toMatchObject({ ok: false, error: { code: 'run.unknown' } })
    }
    expect(table.agent.get(unknown, 9)).toBeNull()
    await until(() => table.journal.length === 2)
    expect(await table.agent.resume(run.id)).toMatchObject({
      error: { code: 'run.nothing-to-resume' },
    })
    // Two at the same moment: one wins, the other is told.
    const both = await Promise.all([
      table.agent.send(run.id, { text: 'a' }, 'window'),
      table.agent.send(run.id, { text: 'b' }, 'window'),
    ])
    expect(both.map((each) => (each.ok ? 'ok' : each.error.code))).toEqual(['ok', 'run.busy'])
    expect(await table.agent.resume(run.id)).toMatchObject({ error: { code: 'run.busy' } })
    await table.agent.dispose()
    expect(await table.agent.start({ text: 'x' }, 'window')).toMatchObject({
      error: { code: 'agent.closed' },
    })
  })
})

describe('a restart', () => {
  /**
   * What a killed process leaves: the first agent goes on in the void, on a copy that nobody reads.
   */
  async function killedWhile(state: 'held' | 'running') {
    const first = openFixture(
      scriptedModel([{ kind: 'text', delta: 'Working.' }, ...ask(['w1', 'write_file', { n: 1 }])]),
      async (_, notify) => {
        notify(state === 'held' ? heldState() : { kind: 'running', decision })
        return new Promise<never>(() => undefined)
      },
    )
    const run = await started(first.agent, 'go')
    await until(() =>
      first.store.items(run.id).some((item) => item.kind === 'call' && item.state.kind === state),
    )
    const callId = first.calls[0]?.id
    if (callId === undefined) throw new Error('no call')
    return { run, callId, store: first.store }
  }

  it('shows a run with a running call as interrupted and never runs the call again', async () => {
    const { run, store } = await killedWhile('running')
    const model = scriptedModel(say('I see it was interrupted.'))
    const second = openFixture(model, through, {}, store)
    await second.agent.recover()
    expect(stateOf(second, run.id)).toBe('interrupted')
    expect(second.journal).toEqual([
      {
        kind: 'run',
        runId: run.id,
        change: 'interrupted',
        text: 'Gatehouse quit in the middle of it.',
      },
    ])
    await second.agent.resume(run.id)
    const { run: last, items } = await rested(second, run)
    expect(last.state).toBe('idle')
    expect(second.calls).toEqual([])
    expect(brief(items)).toEqual([
      'user: go',
      'assistant: Working.',
      'call w1 write_file unknown: Gatehouse quit while this was running. It may have run. Gatehouse does not run it again.',
      'info: Gatehouse ended while this run was at work.',
      'assistant: I see it was interrupted.',
    ])
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      callId: 'w1',
      ok: false,
      text: expect.stringContaining('does not run it again') as string,
    })
  })

  it('keeps a held call, waits for its answer when resumed, and goes on from it', async () => {
    const { run, callId, store } = await killedWhile('held')
    const second = openFixture(scriptedModel(say('Thanks.')), through, {}, store)
    await second.agent.recover()
    expect([stateOf(second, run.id), brief(store.items(run.id))[2]]).toEqual([
      'interrupted',
      'call w1 write_file held',
    ])
    expect(await second.agent.send(run.id, { text: 'hurry' }, 'window')).toMatchObject({
      error: { code: 'run.held' },
    })
    expect(await second.agent.resume(run.id)).toMatchObject({
      ok: true,
      value: { state: 'waiting' },
    })
    second.agent.callChanged(callId, { kind: 'running', decision })
    expect(stateOf(second, run.id)).toBe('working')
    second.agent.callChanged(callId, {
      kind: 'ended',
      result: result(callId, 'written', { route: 'person' }),
    })
    const { items } = await rested(second, run)
    expect(brief(items).slice(2)).toEqual([
      'call w1 write_file done: written',
      'info: Gatehouse ended while this run was at work.',
      'assistant: Thanks.',
    ])
  })

  it('puts an answer that comes while the run is interrupted into the transcript, and resumes from it', async () => {
    const { run, callId, store } = await killedWhile('held')
    const model = scriptedModel(say('Thanks.'))
    const second = openFixture(model, through, {}, store)
    await second.agent.recover()
    second.agent.callChanged(callId, {
      kind: 'ended',
      result: result(callId, 'written', { route: 'person' }),
    })
    expect(stateOf(second, run.id)).toBe('interrupted')
    expect(second.events.at(-1)).toMatchObject({
      kind: 'item-put',
      runId: run.id,
      item: { state: { kind: 'ended' } },
    })
    await second.agent.resume(run.id)
    await rested(second, run)
    expect(model.requests[0]?.messages.at(-1)).toEqual({
      role: 'tool',
      callId: 'w1',
      name: 'write_file',
      text: 'written',
      ok: true,
    })
  })

  it('cancels the held call of an interrupted run when it is stopped, resumed or not', async () => {
    for (const resumed of [false, true]) {
      const { run, callId, store } = await killedWhile('held')
      const second = openFixture(scriptedModel(say('never')), through, {}, store)
      await second.agent.recover()
      if (resumed) await second.agent.resume(run.id)
      expect(await second.agent.stop(run.id)).toMatchObject({ value: { state: 'stopped' } })
      expect(second.cancelled).toEqual([callId])
      expect(brief(store.items(run.id))[2]).toMatch(/^call w1 write_file cancelled/)
    }
  })

  it('keeps a half-streamed text', async () => {
    let clock = 0
    const first = openFixture(
      scriptedModel([
        { kind: 'text', delta: 'Once ' },
        { kind: 'text', delta: 'upon' },
        { kind: 'pause' },
      ]),
      through,
      {
        now: () => (clock += 1_000),
      },
    )
    const run = await started(first.agent, 'tell')
    await until(() => first.events.filter((event) => event.kind === 'text-added').length === 2)
    const second = openFixture(scriptedModel(say(' a time.')), through, {}, first.store)
    await second.agent.recover()
    expect(brief(second.store.items(run.id)).slice(0, 2)).toEqual([
      'user: tell',
      'assistant: Once upon',
    ])
  })

  it('leaves finished runs alone', async () => {
    const first = openFixture(scriptedModel(say('ok')), through)
    const run = await started(first.agent, 'go')
    const { items } = await rested(first, run)
    const second = openFixture(scriptedModel(say('x')), through, {}, first.store)
    await second.agent.recover()
    expect([second.events, second.journal, second.store.items(run.id)]).toEqual([[], [], items])
  })
})

describe('closing', () => {
  it('leaves runs interrupted, ends what runs, and keeps held calls pending', async () => {
    const table = openFixture(scriptedModel(ask(['w1', 'write_file'])), (call, notify) => {
      notify(heldState())
      return new Promise<never>(() =>
        call.signal.addEventListener('abort', () => table.log.push('aborted')),
      )
    })
    const run = await started(table.agent, 'go')
    await until(() => stateOf(table, run.id) === 'waiting')
    await table.agent.dispose()
    expect([stateOf(table, run.id), brief(table.store.items(run.id))[2], table.log]).toEqual([
      'interrupted',
      'call w1 write_file held',
      ['begin w1'],
    ])
    expect(table.journal.at(-1)).toMatchObject({ change: 'interrupted' })
  })

  it('ends a running call and keeps its result', async () => {
    const table = openFixture(scriptedModel(ask(['w1', 'write_file'])), async (call, notify) => {
      notify({ kind: 'running', decision })
      await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
      return cancelledResult(call)
    })
    const run = await started(table.agent, 'go')
    await until(() => table.calls.length === 1)
    await table.agent.dispose()
    expect([stateOf(table, run.id), brief(table.store.items(run.id))[2]]).toEqual([
      'interrupted',
      'call w1 write_file cancelled: Cancelled.',
    ])
  })

  it('is quiet about calls that belong to no run', () => {
    const table = openFixture(scriptedModel(say('x')), through)
    table.agent.callChanged('call_elsewhere1' as Parameters<Agent['callChanged']>[0], {
      kind: 'deciding',
    })
    expect(table.events).toEqual([])
  })
})
