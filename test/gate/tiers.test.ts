// The table of tiers: each example of the gating reference is one case.
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../contract/policy/decision.ts'
import type { Tier } from '../../contract/call/tier.ts'
import { decide } from '../../main/gate/decide.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import {
  ask,
  fetching,
  part,
  plain,
  read,
  reading,
  run,
  running,
  sending,
  to,
  tool,
  write,
  writing,
} from './decision-requests.ts'

const clicking = tool('browser', 'R2', {
  id: 'browser.page',
  actions: ['open', 'click'].map((name) => ({ name, readOnly: false })),
})
const account = tool('account', 'R3', {
  actions: [
    { name: 'show', readOnly: true, riskTier: 'R1' },
    { name: 'delete', readOnly: false, riskTier: 'R4' },
    { name: 'transfer', readOnly: false, riskTier: 'R4' },
  ],
})
const listed = { listed: true }

const cases: readonly [string, DecisionRequest, Tier, Effect, stepUp?: boolean][] = [
  ['text.transform', ask(tool('transform', 'R0', { id: 'text.transform' }), []), 'R0', 'allow'],
  ['math.eval', ask(tool('eval', 'R0', { id: 'math.eval' }), []), 'R0', 'allow'],
  ['code.format', ask(tool('format', 'R0', { id: 'code.format' }), []), 'R0', 'allow'],
  ['fs.read inside the workspace', ask(reading, [read('/w/a')]), 'R1', 'allow'],
  ['http.get to an allowlisted domain', ask(fetching, [to('docs.example', listed)]), 'R1', 'allow'],
  ['fs.write inside the workspace', ask(writing, [write('/w/a')]), 'R2', 'confirm'],
  ['fs.read outside the workspace', ask(reading, [read('/etc/hosts')]), 'R2', 'confirm'],
  [
    'browser.open on an allowlisted domain',
    ask(clicking, [to('app.example', listed)], { action: 'open' }),
    'R2',
    'confirm',
  ],
  [
    'browser.click on an allowlisted domain',
    ask(clicking, [to('app.example', listed)], { action: 'click' }),
    'R2',
    'confirm',
  ],
  [
    'browser.open on any other domain',
    ask(clicking, [to('other.example')], { action: 'open' }),
    'R3',
    'confirm',
  ],
  ['system.run', ask(running, [run('ls')]), 'R3', 'confirm'],
  ['fs.write outside', ask(writing, [write('/tmp/a')]), 'R3', 'confirm'],
  [
    'http.request to any domain',
    ask(sending, [to('api.example', { method: 'POST' })]),
    'R3',
    'confirm',
  ],
  ['http.get to any other domain', ask(fetching, [to('other.example')]), 'R3', 'confirm'],
  [
    'secrets.get',
    ask(tool('secret', 'R3', { id: 'secrets.get', category: 'secrets' }), []),
    'R3',
    'confirm',
  ],
  [
    'sending mail',
    ask(tool('mail', 'R3', { id: 'comms.send', category: 'comms' }), [
      to('mail.example', { method: 'POST', listed: true }),
    ]),
    'R3',
    'confirm',
  ],
  [
    'payments',
    ask(tool('pay', 'R4', { id: 'payments.pay', category: 'payments' }), []),
    'R4',
    'confirm',
    true,
  ],
  ['account.delete', ask(account, [], { action: 'delete' }), 'R4', 'confirm', true],
  ['account.transfer', ask(account, [], { action: 'transfer' }), 'R4', 'confirm', true],
  ['the harmless action of the same tool', ask(account, [], { action: 'show' }), 'R1', 'allow'],
  ['an action that no one declared', ask(account, [], { action: 'rename' }), 'R3', 'confirm'],
  [
    'admin.escalate',
    ask(tool('escalate', 'R4', { id: 'admin.escalate', category: 'admin' }), []),
    'R4',
    'confirm',
    true,
  ],
  [
    'sudo',
    ask(running, [run(part('sudo', { effects: ['privileged'] }), 'ls')]),
    'R4',
    'confirm',
    true,
  ],
  [
    'fs.delete of a large tree',
    ask(running, [run(part('rm -rf src', { effects: ['destructive'] }))]),
    'R4',
    'confirm',
    true,
  ],
  [
    'a command that could be anything',
    ask(running, [run(part('eval', { words: [], opaque: true, effects: ['unknown'] }))]),
    'R4',
    'confirm',
    true,
  ],
  [
    'a command of which nothing was recorded',
    ask(running, [{ kind: 'proc.run', command: 'x', cwd: '/w', zone: 'workspace' }]),
    'R4',
    'confirm',
    true,
  ],
]

describe('the tier table', () => {
  it.each(cases)('%s', (_name, request, tier, effect, stepUp = false) => {
    const decision = decide(request, plain)
    expect({ tier: decision.tier, effect: decision.effect, stepUp: decision.stepUp }).toEqual({
      tier,
      effect,
      stepUp,
    })
    expect(decision.by).toEqual({ kind: 'tier', id: tier })
  })
})

describe('the sentence about the tier itself', () => {
  it.each<readonly [DecisionRequest, string]>([
    [ask(fetching, [to('docs.example', listed)]), 'It only reads from places you allowed.'],
    [ask(fetching, [to('other.example')]), 'It only reads.'],
    [ask(reading, [read('/w/a')]), 'It only reads from places you allowed.'],
    [ask(reading, [read('/etc/hosts')]), 'It only reads.'],
    [ask(writing, [write('/etc/hosts')]), 'It makes changes that can be undone.'],
  ])('never calls a path allowed where another sentence says it is not: %#', (request, said) => {
    expect(decide(request, plain).reasons.find(({ code }) => code === 'tier.base')?.text).toBe(said)
  })
})
