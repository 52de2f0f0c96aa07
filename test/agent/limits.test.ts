import { describe, expect, it } from 'vitest'
import { ask, end, type Line, say, scriptedModel } from '../fakes/scripted-model.ts'
import { openFixture, brief, noLimits, rested, started, through, until } from './bench.ts'

describe('limits', () => {
  it('pauses at the step limit with a notice that says how to go on, and goes on with a message', async () => {
    let n = 0
    const model = {
      label: 'busy',
      step: async function* () {
        yield* [
          { kind: 'call' as const, id: `c${++n}`, name: 'read_file', args: { n } },
          end('calls'),
        ]
      },
    }
    const table = openFixture(model, through, {
      settings: () => ({
        maxSteps: 3,
        contextTokens: null,
        instructions: '',
        workspace: '/w',
        limits: noLimits,
        price: () => null,
      }),
    })
    const run = await started(table.agent, 'go')
    await until(() => table.store.get(run.id)?.state === 'idle')
    expect(table.store.items(run.id).at(-1)).toMatchObject({
      kind: 'notice',
      tone: 'info',
      text: 'Paused after 3 steps, the limit for one message.',
      hint: expect.stringContaining('go on') as string,
    })
    await until(() => table.journal.length === 2)
    await table.agent.send(run.id, { text: 'go on' }, 'window')
    await until(() => table.store.get(run.id)?.steps === 6)
    expect((await rested(table, run)).run.state).toBe('idle')
  })

  it('tells the model of the third equal call in a row, and ends at the fifth without running it', async () => {
    let n = 0
    const requests: string[] = []
    const model = {
      label: 'stubborn',
      step: async function* (request: { messages: readonly { role: string; text: string }[] }) {
        requests.push(request.messages.at(-1)?.text ?? '')
        // The order of keys makes no other call of it.
        yield* [
          {
            kind: 'call' as const,
            id: `c${++n}`,
            name: 'read_file',
            args: n % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 },
          },
          end('calls'),
        ]
      },
    }
    const table = openFixture(model, through)
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect(table.calls).toHaveLength(4)
    expect(requests.map((text) => /this same call (\d) times/.exec(text)?.[1] ?? null)).toEqual([
      null,
      null,
      null,
      '3',
      '4',
    ])
    expect(brief(items).slice(-2)).toEqual([
      'call c5 read_file denied: Not run: it would be the same call 5 times in a row.',
      'error: Ended: the model made the same call 5 times in a row.',
    ])
    expect(run.state).toBe('idle')
  })

  it('counts equal calls from zero after a message of the person or another call between', async () => {
    const same = ask(['x', 'read_file', { n: 1 }])
    const other = ask(['y', 'read_file', { n: 2 }])
    const model = scriptedModel(same, same, other, same, same, say('ok'), same, same, say('ok'))
    const table = openFixture(model, through)
    const run = await started(table.agent, 'go')
    await until(() => table.journal.length === 2)
    await table.agent.send(run.id, { text: 'again' }, 'window')
    const { items } = await rested(table, run)
    expect(table.calls).toHaveLength(7)
    expect(items.filter((item) => item.kind === 'notice')).toEqual([])
  })

  it('notices five equal calls in one step too', async () => {
    const calls = Array.from(
      { length: 9 },
      (_, n) => [`c${n}`, 'read_file', { same: true }] as const,
    )
    const table = openFixture(scriptedModel(ask(...calls), say('never')), through)
    const { items } = await rested(table, await started(table.agent, 'go'))
    expect(table.calls).toHaveLength(4)
    expect(items.at(-1)).toMatchObject({ kind: 'notice', tone: 'error' })
  })

  it.each([
    [
      'the length limit',
      [{ kind: 'text', delta: 'long' }, end('length')] satisfies Line[],
      'The answer was cut at the model’s length limit.',
    ],
    ['silence', [end()] satisfies Line[], 'The model ended its turn without a message.'],
  ])('says when a turn ended by %s', async (_, lines, text) => {
    const table = openFixture(scriptedModel(lines), through)
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect([run.state, items.at(-1)]).toEqual([
      'idle',
      expect.objectContaining({ kind: 'notice', tone: 'info', text }),
    ])
  })
})
