// A run with sub-agents: started, at work side by side, ended by the branch, reported once.
import { describe, expect, it } from 'vitest'
import { SubagentLimits } from '../../contract/policy/config/subagent-limits.ts'
import { runStore } from '../fakes/run-store.ts'
import { ask, say } from '../fakes/scripted-model.ts'
import {
  brief,
  cancelledResult,
  decision,
  heldState,
  rested,
  result,
  started,
  through,
  until,
} from './bench.ts'
import type { Pipeline } from './bench.ts'
import { castOf, childrenIn, openTeam } from './with-subagents.ts'

const start = (id: string, task: string, more: object = {}) =>
  [id, 'spawn', { task, label: task.split(' ')[0], ...more }] as const

const limits = (over: Partial<SubagentLimits>) => ({
  subagentLimits: () => SubagentLimits.parse(over),
})

describe('a run with sub-agents', () => {
  it('receives what they said, and goes on from there', async () => {
    const model = castOf({
      Compare: [
        ask(start('c1', 'red: count'), start('c2', 'blue: count')),
        say('Both.'),
        say('3 and 4.'),
      ],
      red: [ask(['r1', 'read_file', { path: 'red' }]), say('There are 3.')],
      blue: [say('There are 4.')],
    })
    const team = openTeam(model, through)
    const run = await started(team.agent, 'Compare red and blue.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    const { items } = await rested(team, run)
    const texts = brief(items)
    expect(texts.at(-1)).toBe('assistant: 3 and 4.')
    const reported = texts.filter((text) => text.includes('subagent_control done'))
    expect(reported).toHaveLength(2)
    expect(reported.join()).toMatch(/There are 3\./)
    expect(reported.join()).toMatch(/There are 4\./)
    expect(childrenIn(team, run).map(({ state, parent }) => [state, parent?.reported])).toEqual([
      ['idle', true],
      ['idle', true],
    ])
  })

  it('gives each of them its own session and its own name, and nothing of the conversation', async () => {
    const model = castOf({ Ask: [ask(start('c1', 'red: go')), say('Done.')], red: [say('Yes.')] })
    const team = openTeam(model, through)
    const run = await started(team.agent, 'Ask red, and tell nobody of the treasure.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    const [child] = childrenIn(team, run)
    expect(child).toMatchObject({
      agent: 'helper',
      title: 'red:',
      parent: { run: run.id, names: ['main'], root: run.id, rootSession: run.session },
    })
    expect(child?.session).not.toBe(run.session)
    const asked = model.requests.find(({ messages }) =>
      JSON.stringify(messages).includes('red: go'),
    )
    const whole = model.requests.filter(
      ({ messages }) => messages[0]?.role === 'user' && messages[0].text === 'red: go',
    )
    expect(asked).toBeDefined()
    expect(JSON.stringify(whole)).not.toContain('treasure')
    expect(child === undefined ? [] : team.store.items(child.id)[0]).toMatchObject({ by: 'agent' })
  })

  it('has at most so many at work, and the others take their turn', async () => {
    let atOnce = 0
    let most = 0
    const slow: Pipeline = async (call, notify) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((resolve) => setTimeout(resolve, 5))
      atOnce -= 1
      return through(call, notify)
    }
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
    const model = castOf({
      All: [ask(...names.map((name) => start(name, `${name} works`))), say('Done.')],
      ...Object.fromEntries(
        names.map((name) => [
          name,
          [ask([`${name}r`, 'read_file', { path: name }]), say(`${name} ok`)],
        ]),
      ),
    })
    const team = openTeam(model, slow, limits({ running: 2 }))
    const run = await started(team.agent, 'All of you.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    expect(most).toBeLessThanOrEqual(2)
    expect(childrenIn(team, run).map(({ state }) => state)).toEqual(names.map(() => 'idle'))
    expect(
      team.events.some((event) => event.kind === 'run-changed' && event.run.state === 'queued'),
    ).toBe(true)
  })

  it('may have ten alive at most, of all depths together', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `w${at}`)
    const model = castOf({
      All: [ask(...names.map((name) => start(name, `wait ${name}`))), [{ kind: 'pause' }]],
      wait: [[{ kind: 'pause' }]],
    })
    const team = openTeam(model, through)
    const run = await started(team.agent, 'All of you.')
    await until(
      () =>
        brief(team.store.items(run.id)).filter((text) => / (done|failed): /.test(text)).length ===
        12,
    )
    expect(childrenIn(team, run)).toHaveLength(10)
    expect(
      brief(team.store.items(run.id)).filter((text) => text.includes('agents.full')),
    ).toHaveLength(2)
    await team.agent.stop(run.id)
    expect(childrenIn(team, run).map(({ state }) => state)).toEqual(
      Array.from({ length: 10 }, () => 'stopped'),
    )
  })

  it('ends a branch with all below it and what is held there, and nothing beside it', async () => {
    const model = castOf({
      Top: [
        ask(start('c1', 'left on', { may_delegate: true }), start('c2', 'right on')),
        say('Done.'),
      ],
      left: [ask(start('c3', 'below on')), [{ kind: 'pause' }]],
      below: [ask(['w', 'write_file', { path: 'x' }]), say('Wrote.')],
      right: [ask(['v', 'write_file', { path: 'y' }]), say('Right is done.')],
    })
    const holding: Pipeline = async (call, notify) => {
      notify(heldState())
      await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
      notify({ kind: 'ended', result: cancelledResult(call) })
      return cancelledResult(call)
    }
    const team = openTeam(model, holding)
    const run = await started(team.agent, 'Top.')
    const all = () => team.store.tree(run.id)
    await until(() => all().filter(({ state }) => state === 'waiting').length === 2)
    const left = all().find(({ title }) => title === 'left')
    if (left === undefined) throw new Error('left is missing')
    await team.agent.stop(left.id)
    expect(all().map(({ title, state }) => [title, state])).toEqual([
      ['Top.', 'working'],
      ['left', 'stopped'],
      ['right', 'waiting'],
      ['below', 'stopped'],
    ])
    await team.agent.stop(run.id)
  })

  it('refuses deeper than three, and from one that was not let start any', async () => {
    const deeper = (name: string) =>
      castOf({
        Top: [ask(start('c1', 'one on', { may_delegate: true })), say('Done.')],
        one: [ask(start('c2', 'two on', { may_delegate: true })), say('One.')],
        two: [ask(start('c3', `${name} on`, { may_delegate: true })), say('Two.')],
        three: [ask(start('c4', 'four on')), say('Three.')],
      })
    const team = openTeam(deeper('three'), through)
    const run = await started(team.agent, 'Top.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    const tree = team.store.tree(run.id)
    expect(tree.map(({ title, parent }) => [title, parent?.delegation.depth ?? 0])).toEqual([
      ['Top.', 0] as const,
      ['one', 1] as const,
      ['two', 2] as const,
      ['three', 3] as const,
    ])
    const three = tree[3]
    expect(three === undefined ? [] : brief(team.store.items(three.id)).join()).toContain(
      'delegation.not-allowed',
    )
  })

  it('reports a sub-agent that used its steps or was revoked as ended, with what it said', async () => {
    const model = castOf({
      Top: [ask(start('c1', 'busy on', { max_turns: 2 })), say('Waiting.'), say('Thanks.')],
      busy: [ask(['r', 'read_file', { path: 'a' }])],
    })
    const team = openTeam(model, through)
    const run = await started(team.agent, 'Top.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    expect(brief(team.store.items(run.id)).join('\n')).toContain('Ended after 2 steps')
  })

  it('counts no time in which a sub-agent is held, so none is denied by its clock', async () => {
    let answer: (() => void) | null = null
    const holding: Pipeline = async (call, notify) => {
      notify(heldState())
      await new Promise<void>((resolve) => (answer = resolve))
      notify({ kind: 'running', decision })
      const ended = result(call.id, 'written')
      notify({ kind: 'ended', result: ended })
      return ended
    }
    const model = castOf({
      Top: [ask(start('c1', 'held on', { timeout_secs: 10 })), say('Thanks.')],
      held: [ask(['w', 'write_file', { path: 'a' }]), say('It is written.')],
    })
    const team = openTeam(model, holding)
    const run = await started(team.agent, 'Top.')
    await until(() => childrenIn(team, run)[0]?.state === 'waiting' && answer !== null)
    ;(answer as (() => void) | null)?.()
    await until(() => team.store.get(run.id)?.state === 'idle')
    expect(brief(team.store.items(run.id)).join('\n')).toContain('It is written.')
  })

  it('goes on with its sub-agents after a restart, and runs nothing twice', async () => {
    const store = runStore()
    const calls: string[] = []
    const noting: Pipeline = (call, notify) => {
      calls.push(call.modelCallId)
      return through(call, notify)
    }
    const first = openTeam(
      castOf({
        Top: [ask(start('c1', 'slow on')), say('Waiting.')],
        slow: [ask(['r1', 'read_file', { path: 'a' }]), [{ kind: 'pause' }]],
      }),
      noting,
      {},
      store,
    )
    const run = await started(first.agent, 'Top.')
    await until(() => calls.includes('r1') && childrenIn(first, run)[0]?.steps === 2)
    await first.agent.dispose()
    expect(store.tree(run.id).map(({ state }) => state)).toEqual(['interrupted', 'interrupted'])
    const second = openTeam(
      castOf({ Top: [say('Waiting.'), say('All done.')], slow: [say('Slow is done.')] }),
      noting,
      {},
      store,
    )
    await second.agent.resume(run.id)
    await until(() => store.get(run.id)?.state === 'idle')
    expect(calls).toEqual(['r1'])
    expect(brief(store.items(run.id)).join('\n')).toContain('Slow is done.')
    expect(brief(store.items(run.id)).at(-1)).toBe('assistant: All done.')
  })

  it('lets nobody write to a sub-agent or remove it alone, and takes all of them away together', async () => {
    const model = castOf({ Top: [ask(start('c1', 'one on')), say('Done.')], one: [say('Yes.')] })
    const team = openTeam(model, through)
    const run = await started(team.agent, 'Top.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    const [child] = childrenIn(team, run)
    if (child === undefined) throw new Error('it is missing')
    for (const act of [
      () => team.agent.send(child.id, { text: 'hi' }, 'window'),
      () => team.agent.branch(child.id, 1, { text: 'hi' }, 'window'),
      () => team.agent.remove(child.id),
    ])
      expect(await act()).toMatchObject({ ok: false, error: { code: 'run.subagent' } })
    expect(await team.agent.remove(run.id)).toMatchObject({ ok: true })
    expect(team.store.tree(run.id)).toEqual([])
  })
})
