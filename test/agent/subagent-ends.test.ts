// How sub-agents end before they are done: revoked, by their hour, by their time at work, by limits of
// their own, and that no restart brings back what was taken away.
import { describe, expect, it } from 'vitest'
import type { SessionId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import { whyEnded } from '../../contract/agent/delegation.ts'
import { SubagentLimits } from '../../contract/policy/config/subagent-limits.ts'
import { runStore } from '../fakes/run-store.ts'
import { ask, say } from '../fakes/scripted-model.ts'
import { brief, holds, started, through, until } from './bench.ts'
import { castOf, childrenIn, openTeam } from './with-subagents.ts'

const start = (id: string, task: string, more: object = {}) =>
  [id, 'spawn', { task, label: task.split(' ')[0], ...more }] as const

const LEFT_AND_RIGHT = {
  Top: [
    ask(start('c1', 'left on', { may_delegate: true }), start('c2', 'right on')),
    say('I wait.'),
    say('All reported.'),
  ],
  left: [ask(start('c3', 'below on')), say('I wait.')],
  below: [ask(['w', 'write_file', { path: 'x' }]), say('Wrote.')],
  right: [ask(['v', 'write_file', { path: 'y' }]), say('Right is done.')],
}

const labelled = (all: readonly Run[], label: string): Run => {
  const found = all.find(({ title }) => title === label)
  if (found === undefined) throw new Error(`${label} is missing.`)
  return found
}
const isRevoked = (run: Run): boolean => (run.parent?.delegation.revokedAt ?? null) !== null

describe('a revoked branch', () => {
  it('ends with all below it and its leases, and nothing beside it', async () => {
    const revokedLeases: SessionId[] = []
    const team = openTeam(castOf(LEFT_AND_RIGHT), holds, {
      revokeLeases: async (session) => void revokedLeases.push(session),
    })
    const run = await started(team.agent, 'Top.')
    const all = () => team.store.tree(run.id)
    await until(() => all().filter(({ state }) => state === 'waiting').length === 2)
    const revoked = await team.agent.revoke(labelled(all(), 'left').id)
    expect([
      revoked.ok,
      all().map((each) => [each.title, each.state, isRevoked(each)]),
      revokedLeases,
    ]).toEqual([
      true,
      [
        ['Top.', 'working', false],
        ['left', 'stopped', true],
        ['right', 'waiting', false],
        ['below', 'stopped', true],
      ],
      ['left', 'below'].map((label) => labelled(all(), label).session),
    ])
    expect(team.journal.filter((row) => row.kind === 'run' && row.change === 'revoked')).toEqual([
      expect.objectContaining({ text: 'Revoked by the person, with 1 sub-agent below it.' }),
    ])
    // By hand neither: nothing in it may be done any more, and the answer says so.
    const again = await team.agent.resume(labelled(all(), 'left').id)
    expect(again).toMatchObject({ ok: false, error: { code: 'delegation.revoked' } })
    await team.agent.stop(run.id)
  })

  it('is reported to who started it, which goes on', async () => {
    const model = castOf({
      Top: [ask(start('c1', 'left on')), say('I wait.'), say('All reported.')],
      left: [[{ kind: 'text', delta: 'Half of it' }, { kind: 'pause' }]],
    })
    const team = openTeam(model, through)
    const run = await started(team.agent, 'Top.')
    await until(() => childrenIn(team, run)[0]?.steps === 1)
    const [left] = childrenIn(team, run)
    await team.agent.revoke(left?.id ?? run.id)
    await until(() => team.store.get(run.id)?.state === 'idle')
    const said = brief(team.store.items(run.id))
    expect([said.join('\n').includes('Half of it'), said.at(-1)]).toEqual([
      true,
      'assistant: All reported.',
    ])
  })

  it('stays so over a restart: it is not resumed, and its run goes on without it', async () => {
    const store = runStore()
    const asked: string[] = []
    const first = openTeam(
      castOf({
        Top: [ask(start('c1', 'left on'), start('c2', 'right on')), say('I wait.')],
        left: [[{ kind: 'pause' }]],
        right: [[{ kind: 'pause' }]],
      }),
      through,
      {},
      store,
    )
    const run = await started(first.agent, 'Top.')
    await until(() => childrenIn(first, run).filter(({ steps }) => steps === 1).length === 2)
    await first.agent.dispose()
    const second = openTeam(
      castOf({
        Top: [say('I wait.'), say('All reported.')],
        left: [ask(['l', 'write_file', { path: 'x' }]), say('Left goes on.')],
        right: [say('Right goes on.')],
      }),
      (call, notify) => {
        asked.push(call.modelCallId)
        return through(call, notify)
      },
      {},
      store,
    )
    const left = labelled(store.tree(run.id), 'left')
    expect(left.state).toBe('interrupted')
    await second.agent.revoke(left.id)
    const again = await second.agent.resume(left.id)
    await second.agent.resume(run.id)
    await until(() => store.get(run.id)?.state === 'idle')
    const said = brief(store.items(run.id)).join('\n')
    expect([
      asked,
      again.ok ? null : again.error.code,
      said.includes('Left goes on.'),
      said.includes('Right goes on.'),
    ]).toEqual([[], 'delegation.revoked', false, true])
  })

  it('cannot be revoked where the run is no sub-agent', async () => {
    const team = openTeam(castOf({ Top: [say('Done.')] }), through)
    const run = await started(team.agent, 'Top.')
    const revoked = await team.agent.revoke(run.id)
    expect(revoked.ok ? null : revoked.error.code).toBe('run.no-subagent')
  })
})

describe('a sub-agent', () => {
  it('takes no step after its hour, and neither does one below it', async () => {
    let hours = 0
    let clock = 0
    const release: (() => void)[] = []
    const team = openTeam(
      castOf(LEFT_AND_RIGHT),
      async (call, notify) => {
        await new Promise<void>((resolve) => release.push(resolve))
        return through(call, notify)
      },
      {
        now: () => hours * 3_600_000 + ++clock,
        subagentLimits: () => SubagentLimits.parse({ expiresHours: 1 }),
      },
    )
    const run = await started(team.agent, 'Top.')
    await until(() => release.length === 2)
    hours = 2
    for (const go of release) go()
    await until(() => team.store.get(run.id)?.state === 'idle')
    const children = team.store.tree(run.id).filter(({ parent }) => parent !== undefined)
    expect(
      children.map((each) => [
        each.title,
        each.parent === undefined
          ? null
          : whyEnded(each.parent.delegation, hours * 3_600_000)?.code,
        brief(team.store.items(each.id)).join('\n').includes('has expired'),
      ]),
    ).toEqual([
      ['left', 'delegation.expired', true],
      ['right', 'delegation.expired', true],
      ['below', 'delegation.expired', true],
    ])
    expect(brief(team.store.items(run.id)).join('\n')).not.toContain('Right is done.')
  })

  it('ends when its time at work is used up, with what it said, and its run goes on', async () => {
    const model = castOf({
      Top: [ask(start('c1', 'slow on')), say('I wait.'), say('Thanks.')],
      slow: [[{ kind: 'text', delta: 'So far' }, { kind: 'pause' }]],
    })
    const team = openTeam(model, through, {
      subagentLimits: () => ({ ...SubagentLimits.parse({}), seconds: 1 }),
    })
    const run = await started(team.agent, 'Top.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    const [slow] = childrenIn(team, run)
    const said = brief(team.store.items(run.id)).join('\n')
    expect([slow?.state, said.includes('1 second'), said.includes('So far')]).toEqual([
      'stopped',
      true,
      true,
    ])
  })

  it('has the limits of its own file, which count its own part only', async () => {
    const model = {
      ...castOf({
        Top: [
          ask(start('c1', 'small on', { agent: 'scout' }), start('c2', 'large on')),
          say('I wait.'),
          say('All reported.'),
        ],
        small: [say('Small is done.')],
        large: [say('Large is done.')],
      }),
      name: 'm',
    }
    const team = openTeam(model, through, {
      voice: (name) =>
        name === 'scout'
          ? {
              name,
              description: '',
              systemPrompt: '',
              shared: [],
              temperature: 0.3,
              maxTokens: 4096,
              limits: { tokens: 100 },
            }
          : null,
    })
    const run = await started(team.agent, 'Top.')
    await until(() => team.store.get(run.id)?.state === 'idle')
    const said = brief(team.store.items(run.id)).join('\n')
    expect([
      said.includes('100 tokens for one run of this agent'),
      said.includes('Small is done.'),
      said.includes('Large is done.'),
    ]).toEqual([true, false, true])
  })
})
