import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { ask, type Line, say, scriptedModel } from '../fakes/scripted-model.ts'
import { openFixture, brief, rested, started, through, until } from './bench.ts'

describe('a model that fails', () => {
  const down = failure('model.unreachable', 'No model server answers.', 'Start it.')

  it('leaves a notice with the hint, keeps what was said, and goes on at Retry', async () => {
    const model = scriptedModel(
      [
        { kind: 'text', delta: 'I will' },
        { kind: 'failed', error: down },
      ],
      say('Here it is.'),
    )
    const table = openFixture(model, through)
    const run = await started(table.agent, 'go')
    await until(() => table.journal.length === 2)
    expect(table.store.get(run.id)?.state).toBe('failed')
    expect(brief(table.store.items(run.id))).toEqual([
      'user: go',
      'assistant: I will',
      'error: No model server answers.',
    ])
    expect(table.store.items(run.id)[2]).toMatchObject({ hint: 'Start it.' })
    expect(table.journal[1]).toMatchObject({
      change: 'failed',
      text: 'model.unreachable: No model server answers.',
    })

    expect((await table.agent.resume(run.id, 'browser')).ok).toBe(true)
    const { run: last, items } = await rested(table, run)
    expect(last.state).toBe('idle')
    expect(brief(items).at(-1)).toBe('assistant: Here it is.')
    expect(model.requests[1]?.messages).toEqual([
      { role: 'user', text: 'go' },
      { role: 'assistant', text: 'I will', calls: [] },
      { role: 'user', text: 'Go on.' },
    ])
  })

  it('makes no call of a step that failed', async () => {
    const table = openFixture(
      scriptedModel([
        { kind: 'call', id: 'c1', name: 'write_file', args: {} },
        { kind: 'failed', error: down },
      ]),
      through,
    )
    await rested(table, await started(table.agent, 'go'))
    expect(table.calls).toEqual([])
  })

  it.each([
    [
      'throws',
      [
        { kind: 'text', delta: 'a' },
        { kind: 'throw', text: 'boom' },
      ] satisfies Line[],
      /broke down: boom/,
    ],
    [
      'ends without an end',
      [{ kind: 'text', delta: 'a' }] satisfies Line[],
      /stopped in the middle/,
    ],
  ])('is one that %s, too', async (_, lines, text) => {
    const table = openFixture(scriptedModel(lines), through)
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect(run.state).toBe('failed')
    expect(items.at(-1)).toMatchObject({
      kind: 'notice',
      tone: 'error',
      text: expect.stringMatching(text) as string,
    })
  })

  it('cannot bring the loop down, whatever port breaks', async () => {
    const broken: Parameters<typeof openFixture>[2] = {
      tools: () => {
        throw new Error('registry bug')
      },
    }
    const table = openFixture(scriptedModel(say('x')), through, broken)
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect(run.state).toBe('failed')
    expect(items.at(-1)).toMatchObject({
      kind: 'notice',
      text: expect.stringContaining('registry bug') as string,
    })
  })

  it('does not begin a run that cannot be journalled', async () => {
    const table = openFixture(scriptedModel(say('x')), through, {
      journal: async () => err(failure('journal.full', 'The disk is full.')),
    })
    expect(await table.agent.start({ text: 'go' }, 'window')).toEqual({
      ok: false,
      error: { code: 'journal.full', text: 'The disk is full.' },
    })
    expect(table.store.list(undefined, 10)).toEqual([])
  })

  it('says when a message cannot be written, and takes the next one', async () => {
    const table = openFixture(scriptedModel(say('x')), through)
    const run = await started(table.agent, 'go')
    await until(() => table.journal.length === 2)
    const put = table.store.putItem
    table.store.putItem = () => {
      throw new Error('disk full')
    }
    expect(await table.agent.send(run.id, { text: 'more' }, 'window')).toMatchObject({
      ok: false,
      error: { code: 'agent.store' },
    })
    table.store.putItem = put
    expect((await table.agent.send(run.id, { text: 'more' }, 'window')).ok).toBe(true)
    expect((await rested(table, run)).run.state).toBe('idle')
  })

  it('does not go on without the result of a call that could not be written', async () => {
    const model = scriptedModel(ask(['w1', 'write_file']), say('never'))
    const table = openFixture(model, through)
    const put = table.store.putItem
    table.store.putItem = (id, item) => {
      if (item.kind === 'call' && item.state.kind === 'ended') {
        table.store.putItem = put
        throw new Error('disk full')
      }
      put(id, item)
    }
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect([run.state, model.requests.length]).toEqual(['failed', 1])
    expect(items.at(-1)).toMatchObject({
      kind: 'notice',
      tone: 'error',
      text: expect.stringContaining('disk full') as string,
    })
  })

  it('shows a run as failed when the store breaks under it', async () => {
    const table = openFixture(scriptedModel(say('x')), through)
    const run = await started(table.agent, 'go')
    const put = table.store.putItem
    table.store.putItem = () => {
      throw new Error('disk full')
    }
    await until(() => table.events.at(-1)?.kind === 'run-changed')
    await table.agent.dispose()
    table.store.putItem = put
    expect(table.events.at(-1)).toMatchObject({
      kind: 'run-changed',
      run: { id: run.id, state: 'failed' },
    })
  })
})
