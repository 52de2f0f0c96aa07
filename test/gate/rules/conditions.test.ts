// Each condition of a rule, one case each way, for a rule that denies and for one that allows.
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../../contract/policy/decision.ts'
import type { RuleWhen } from '../../../contract/policy/rule.ts'
import { decide, explain } from '../../../main/gate/decide.ts'
import type { DecisionRequest, EarlierFacts } from '../../../main/gate/decision-request.ts'
import type { PolicySource } from '../../../main/gate/policy.ts'
import {
  ask,
  callers,
  connect,
  part,
  policyWith,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  to,
  write,
  writing,
} from '../decision-requests.ts'

type More = Partial<DecisionRequest>
const counts = (tool: string, capability: string, hour: number): EarlierFacts['calls'] => [
  { tool, capability, action: null, session: 0, minute: 0, hour, day: hour },
]
const earlier = (more: Partial<EarlierFacts>): More => ({
  earlier: { calls: [], knownHosts: [], denials: 0, ...more },
})
const post = (bytes?: number) =>
  ask(sending, [to('a.example', { method: 'POST', ...(bytes === undefined ? {} : { bytes }) })])
const get = (more: More = {}) => ask(sending, [to('a.example')], more)
const inside = ask(writing, [write('/w/a')])
const outside = ask(reading, [read('/etc/hosts')])
const guarded = ask(writing, [write('/w/.envrc')])
const untrusted: Partial<PolicySource> = { channels: { gateway: 'untrusted' } }
const throughGateway = ask(writing, [write('/w/a')], { channel: 'gateway' })
const night = { from: '22:00', to: '06:00' } as const
/** Half past eleven in the evening in Tokyo, half past two in the afternoon in London. */
const lateInTokyo: More = {
  at: { epochMs: Date.UTC(2026, 10, 23, 14, 30), weekday: 'mon', minute: 870 },
}

type Case = readonly [
  what: string,
  effect: Effect,
  when: RuleWhen,
  call: DecisionRequest,
  holds: boolean,
  source?: Partial<PolicySource>,
]

const cases: readonly Case[] = [
  ['the workspace it names', 'deny', { workspaces: ['/w'] }, inside, true],
  ['a workspace below a folder', 'deny', { workspaces: ['/**'] }, inside, true],
  ['another workspace', 'deny', { workspaces: ['/other', '~/w'] }, inside, false],
  ['the workspace it names', 'allow', { workspaces: ['/w'] }, inside, true],
  ['another workspace', 'allow', { workspaces: ['/other'] }, inside, false],

  ['work inside', 'deny', { zones: ['inside'] }, inside, true],
  ['work outside', 'deny', { zones: ['outside'] }, outside, true],
  ['work outside, where it is inside', 'deny', { zones: ['outside'] }, inside, false],
  ['a protected file', 'deny', { zones: ['guarded'] }, guarded, true],
  ['a protected file, where it is none', 'deny', { zones: ['guarded'] }, inside, false],
  ['a protected file, which also is inside', 'deny', { zones: ['inside'] }, guarded, true],
  ['a command that runs inside', 'deny', { zones: ['inside'] }, ask(running, [run('ls')]), true],
  [
    'a command that runs inside and writes outside',
    'deny',
    { zones: ['outside'] },
    ask(running, [run(part('cp a /b', { effects: ['writes-outside'] }))]),
    true,
  ],
  ['a request, which lies nowhere', 'deny', { zones: ['inside', 'outside'] }, get(), false],
  [
    'one touch outside of several',
    'deny',
    { zones: ['outside'] },
    ask(reading, [read('/w/a'), read('/etc/a')]),
    true,
  ],
  ['work inside', 'allow', { zones: ['inside'] }, inside, true],
  [
    'work inside, where one touch is outside',
    'allow',
    { zones: ['inside'] },
    ask(reading, [read('/w/a'), read('/etc/a')]),
    false,
  ],
  ['work anywhere', 'allow', { zones: ['inside', 'outside'] }, outside, true],
  [
    'a protected file by its other zone',
    'allow',
    { zones: ['inside'], paths: ['.envrc'] },
    guarded,
    false,
  ],
  [
    'a protected file by both zones and its path',
    'allow',
    { zones: ['inside', 'guarded'], paths: ['.envrc'] },
    guarded,
    true,
  ],
  [
    'a protected file by both zones alone',
    'allow',
    { zones: ['inside', 'guarded'] },
    guarded,
    false,
  ],
  ['a command by its folder', 'allow', { zones: ['inside'] }, ask(running, [run('ls')]), false],
  [
    'a command by its folder and its words',
    'allow',
    { zones: ['inside'], commands: ['ls'] },
    ask(running, [run('ls')]),
    true,
  ],

  ['a request over the size', 'deny', { requestBytes: { over: 100 } }, post(101), true],
  ['a request of the size', 'deny', { requestBytes: { over: 100 } }, post(100), false],
  ['a request of no known size', 'deny', { requestBytes: { over: 100 } }, post(), true],
  ['a request without a body', 'deny', { requestBytes: { over: 0 } }, get(), false],
  [
    'what a command sends',
    'deny',
    { requestBytes: { over: 100 } },
    ask(running, [run('ls'), connect('a.example')]),
    true,
  ],
  ['a write, which is no request', 'deny', { requestBytes: { over: 0 } }, inside, false],
  [
    'a request between two sizes',
    'deny',
    { requestBytes: { over: 10, upTo: 100 } },
    post(50),
    true,
  ],
  ['a small request', 'allow', { requestBytes: { upTo: 100 } }, post(100), true],
  ['a large request', 'allow', { requestBytes: { upTo: 100 } }, post(101), false],
  ['a request of no known size', 'allow', { requestBytes: { upTo: 100 } }, post(), false],
  [
    'a small request and a write',
    'allow',
    { requestBytes: { upTo: 100 } },
    ask(sending, [to('a.example', { bytes: 1 }), write('/w/a')]),
    false,
  ],

  ['a channel of that trust', 'deny', { trust: ['limited'] }, throughGateway, true],
  ['a channel that was lowered', 'deny', { trust: ['untrusted'] }, throughGateway, true, untrusted],
  ['a channel of another trust', 'deny', { trust: ['limited', 'untrusted'] }, inside, false],
  ['a trusted channel', 'allow', { trust: ['trusted'] }, inside, true],
  ['a channel that is less', 'allow', { trust: ['trusted'] }, throughGateway, false],

  [
    'the eleventh in an hour',
    'confirm',
    { rate: { over: 10, per: 'hour' } },
    get(earlier({ calls: counts('http', 'web.request', 10) })),
    true,
  ],
  [
    'the tenth in an hour',
    'confirm',
    { rate: { over: 10, per: 'hour' } },
    get(earlier({ calls: counts('http', 'web.request', 9) })),
    false,
  ],
  [
    'calls of other tools, where it names some',
    'confirm',
    { tools: ['http'], rate: { over: 10, per: 'hour' } },
    get(earlier({ calls: counts('exec', 'system.run', 10) })),
    false,
  ],
  [
    'calls of other tools, where it names none',
    'confirm',
    { rate: { over: 10, per: 'hour' } },
    get(earlier({ calls: counts('exec', 'system.run', 10) })),
    true,
  ],
  [
    'calls of another time',
    'confirm',
    { rate: { over: 10, per: 'minute' } },
    get(earlier({ calls: counts('http', 'web.request', 10) })),
    false,
  ],
  ['nothing that is known', 'confirm', { rate: { over: 1, per: 'hour' } }, get(), false],
  ['from the first', 'confirm', { rate: { over: 0, per: 'hour' } }, get(), true],
  [
    'the tenth in an hour',
    'allow',
    { rate: { upTo: 10, per: 'hour' } },
    get(earlier({ calls: counts('http', 'web.request', 9) })),
    true,
  ],
  [
    'the eleventh in an hour',
    'allow',
    { rate: { upTo: 10, per: 'hour' } },
    get(earlier({ calls: counts('http', 'web.request', 10) })),
    false,
  ],

  ['the first time with a host', 'confirm', { newHost: true }, get(earlier({})), true],
  [
    'a host it has reached',
    'confirm',
    { newHost: true },
    get(earlier({ knownHosts: ['a.example'] })),
    false,
  ],
  ['nothing that is known', 'confirm', { newHost: true }, get(), true],
  ['a call to no host', 'confirm', { newHost: true }, inside, false],
  [
    'one new host of two',
    'deny',
    { newHost: true },
    ask(sending, [to('a.example'), to('b.example')], earlier({ knownHosts: ['a.example'] })),
    true,
  ],
  [
    'a connection to a new host',
    'deny',
    { newHost: true },
    ask(running, [run('ls'), connect('a.example')]),
    true,
  ],
  [
    'a host it has reached',
    'allow',
    { newHost: false },
    get(earlier({ knownHosts: ['a.example'] })),
    true,
  ],
  ['a new host', 'allow', { newHost: false }, get(earlier({})), false],
  [
    'one new host of two',
    'allow',
    { newHost: false },
    ask(sending, [to('a.example'), to('b.example')], earlier({ knownHosts: ['a.example'] })),
    false,
  ],

  ['the call after three denials', 'deny', { denials: 3 }, get(earlier({ denials: 3 })), true],
  ['the call after two denials', 'deny', { denials: 3 }, get(earlier({ denials: 2 })), false],
  ['nothing that is known', 'deny', { denials: 1 }, get(), false],

  [
    'a night in Tokyo',
    'deny',
    { hours: { ...night, timeZone: 'Asia/Tokyo' } },
    get(lateInTokyo),
    true,
  ],
  [
    'that afternoon in London',
    'deny',
    { hours: { ...night, timeZone: 'Europe/London' } },
    get(lateInTokyo),
    false,
  ],
  ['that afternoon here', 'deny', { hours: night }, get(lateInTokyo), false],
  [
    'a Monday in Tokyo',
    'deny',
    { hours: { from: '00:00', to: '00:00', days: ['mon'], timeZone: 'Asia/Tokyo' } },
    get(lateInTokyo),
    true,
  ],
  [
    'a Tuesday in Tokyo',
    'deny',
    { hours: { from: '00:00', to: '00:00', days: ['tue'], timeZone: 'Asia/Tokyo' } },
    get(lateInTokyo),
    false,
  ],
  [
    'a time zone that does not exist',
    'deny',
    { hours: { ...night, timeZone: 'Mars/Base' } },
    get(),
    true,
  ],
  [
    'a time zone that does not exist',
    'allow',
    { hours: { ...night, timeZone: 'Mars/Base' } },
    get(),
    false,
  ],
]

describe('a rule with one condition', () => {
  for (const [what, effect, when, call, holds, source = {}] of cases)
    it(`${holds ? effect : `does not ${effect}`}: ${what}, with ${JSON.stringify(when)}`, () => {
      const { by } = decide(call, policyWith({ ...source, rules: [rule(effect, when)] }))
      expect(by.kind === 'rule').toBe(holds)
    })

  it('is explained by its layer', () => {
    const policy = policyWith({ rules: [rule('confirm', { newHost: true })] })
    const votes = (call: DecisionRequest) =>
      explain(call, policy).votes.find(({ layer }) => layer === 'confirm-rule')
    expect(votes(get())).toMatchObject({ effect: 'confirm', id: 'confirm-it' })
    expect(votes(get(earlier({ knownHosts: ['a.example'] })))).toMatchObject({ effect: null })
  })
})

describe('an untrusted channel', () => {
  it.each<[what: string, call: DecisionRequest, tier: string, raised: boolean]>([
    ['raises a read', ask(reading, [read('/w/a')], { channel: 'gateway' }), 'R2', true],
    ['raises a write', throughGateway, 'R3', true],
    ['raises no higher than R3', ask(running, [run('ls')], { channel: 'gateway' }), 'R3', true],
    ['raises nothing on another way', inside, 'R2', false],
  ])('%s', (_what, call, tier, raised) => {
    const decision = decide(call, policyWith(untrusted))
    expect([
      decision.tier,
      decision.reasons.some(({ code }) => code === 'channel.untrusted'),
    ]).toEqual([tier, raised])
  })

  it('is no place where a command that reads counts as less', () => {
    const preset = { ...policyWith({}).preset, sandboxedReads: true }
    const call = ask(running, [run('ls')], { channel: 'browser', principal: callers.person })
    expect(decide(call, policyWith({ preset })).tier).toBe('R2')
    expect(decide(call, policyWith({ preset, channels: { browser: 'untrusted' } })).tier).toBe('R3')
  })

  it('cannot be raised above what it usually is', () => {
    const call = ask(writing, [write('/w/a')], { channel: 'gateway' })
    const policy = policyWith({
      channels: { gateway: 'trusted' },
      rules: [rule('deny', { trust: ['limited'] })],
    })
    expect(decide(call, policy).effect).toBe('deny')
  })
})
