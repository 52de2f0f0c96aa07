// A command that is let connect, and a call that uses a credential: what the gate says of each.
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { Preset } from '../../contract/policy/preset.ts'
import { decide } from '../../main/gate/decide.ts'
import { covers } from '../../main/gate/lease/lease.ts'
import { misfit } from '../../main/gate/scopes/lease-width.ts'
import type { PolicySource } from '../../main/gate/policy.ts'
import { proposeScopes } from '../../main/gate/scopes/propose.ts'
import {
  ask,
  both,
  connect,
  guardOn,
  lease,
  onlyPrivate,
  plain,
  policyWith,
  roots,
  rule,
  run,
  running,
  sending,
  to,
} from './decision-requests.ts'

const secret: CanonicalTouch = { kind: 'secrets.get', name: 'forge' }
const install = [run('npm install'), connect('npm.example')]
const decided = (touches: readonly CanonicalTouch[], more: Partial<PolicySource> = {}) => {
  const { effect, tier, by, reasons } = decide(ask(running, touches), policyWith(more))
  return [
    effect,
    tier,
    by.kind,
    reasons.map(({ code }) => code).filter((code) => code !== 'tier.base'),
  ]
}
const noNetwork = Preset.parse({ allowNetwork: false })

describe('a command with granted hosts', () => {
  it.each<[string, readonly CanonicalTouch[], Partial<PolicySource>, unknown]>([
    [
      'asks, and says that anything can go there',
      install,
      {},
      ['confirm', 'R3', 'tier', ['host.unlisted', 'host.connects']],
    ],
    [
      'asks for a listed host too',
      [run('npm i'), connect('npm.example', { listed: true })],
      {},
      ['confirm', 'R3', 'tier', ['host.connects']],
    ],
    [
      'is refused an address of this network',
      [run('ls'), connect('10.0.0.1', { reach: 'local' })],
      {},
      ['deny', 'R3', 'stop', ['host.unlisted', 'host.connects', 'stop.address']],
    ],
    [
      'is refused while the guard is on',
      install,
      { guard: guardOn },
      ['deny', 'R3', 'guard', ['host.unlisted', 'host.connects', 'guard.on']],
    ],
    [
      'is refused by a preset without network',
      install,
      { preset: noNetwork },
      ['deny', 'R3', 'preset', ['host.unlisted', 'host.connects', 'preset.network']],
    ],
    [
      'without hosts is none of these',
      [run('ls')],
      { guard: guardOn },
      ['confirm', 'R3', 'tier', []],
    ],
    [
      'is no sandboxed read',
      [run('ls'), connect('a.example', { listed: true })],
      { preset: Preset.parse({ sandboxedReads: true }) },
      ['confirm', 'R3', 'tier', ['host.connects']],
    ],
  ])('%s', (_, touches, more, expected) => expect(decided(touches, more)).toEqual(expected))

  it('counts as going out, after private data was read', () => {
    const after = decide(ask(running, install, { taint: onlyPrivate }), plain)
    expect(after.reasons.map(({ code }) => code)).toContain('flow.private-out')
    expect(decide(ask(running, install, { taint: both }), plain).by.kind).toBe('flow')
  })

  it.each<[string, Rule, boolean]>([
    [
      'a rule for the command alone does not free it',
      rule('allow', { commands: ['npm install'] }),
      false,
    ],
    [
      'a rule for the host alone does not free it',
      rule('allow', { domains: ['npm.example'] }),
      false,
    ],
    [
      'a rule for both frees it',
      rule('allow', { commands: ['npm install'], domains: ['npm.example'] }),
      true,
    ],
    [
      'a rule for another host does not',
      rule('allow', { commands: ['npm install'], domains: ['*.npm.example'] }),
      false,
    ],
    [
      'a rule that allows looking only does not',
      rule('allow', { commands: ['npm'], domains: ['npm.example'], methods: ['GET'] }),
      false,
    ],
  ])('%s', (_, given, frees) => {
    expect(decide(ask(running, install), policyWith({ rules: [given] })).effect === 'allow').toBe(
      frees,
    )
  })

  it.each<[string, Rule]>([
    ['forbids the host', rule('deny', { domains: ['*.example'] })],
    [
      'forbids a method, which no connection can promise to leave out',
      rule('deny', { methods: ['DELETE'] }),
    ],
  ])('is refused by a rule that %s', (_, given) => {
    expect(decide(ask(running, install), policyWith({ rules: [given] })).by).toEqual({
      kind: 'rule',
      id: 'deny-it',
    })
  })

  it('is proposed a lease with its command and its hosts, which covers no other host', () => {
    const scopes = proposeScopes([...install, connect('cdn.example', { port: 8443 })], {
      workspace: '/w',
      verbLength: () => 2,
    })
    expect(scopes).toEqual([
      {
        patterns: { paths: [], hosts: [], methods: [], commands: [] },
        exact: true,
        text: '“npm install”, connecting to npm.example, cdn.example:8443',
      },
      {
        patterns: {
          paths: [],
          hosts: ['npm.example', 'cdn.example:8443'],
          methods: [],
          commands: [],
          parts: [{ words: ['npm', 'install'], more: true }],
        },
        text: '“npm install” with any arguments, connecting to npm.example, cdn.example:8443',
      },
    ])
    const patterns = { paths: [], hosts: ['npm.example'], methods: [], commands: ['npm install'] }
    const given = lease('exec', { patterns })
    expect(misfit(given.lease, install, roots)).toBeNull()
    expect(
      [
        install,
        [run('npm install')],
        [...install, connect('evil.example')],
        [run('curl x'), connect('npm.example')],
      ].map((touches) => covers(given, ask(running, touches), 'R3')),
    ).toEqual([true, true, false, false])
  })
})

describe('a call that uses a credential', () => {
  it('asks, by its name', () => {
    const { effect, tier, reasons } = decide(
      ask(sending, [to('forge.example', { listed: true }), secret]),
      plain,
    )
    expect([effect, tier]).toEqual(['confirm', 'R3'])
    expect(reasons).toContainEqual({ code: 'secret.used', text: 'It uses the credential forge.' })
  })

  it('looks with the one that a built-in tool requires, and asks before it changes anything', () => {
    const tool: Manifest = {
      ...sending,
      riskTier: 'R1',
      category: 'comms',
      builtIn: true,
      requires: [{ kind: 'credential', name: 'forge' }],
      actions: [
        { name: 'list', readOnly: true },
        { name: 'add', readOnly: false },
      ],
    }
    const tierOf = (manifest: Manifest, action: string): string =>
      decide(
        {
          ...ask(manifest, [to('forge.example', { listed: true, method: 'GET' }), secret]),
          action,
        },
        plain,
      ).tier
    expect(
      [
        [tool, 'list'],
        [tool, 'add'],
        [{ ...tool, builtIn: false }, 'list'],
        [{ ...tool, requires: [{ kind: 'credential', name: 'other' }] }, 'list'],
      ].map(([manifest, action]) => tierOf(manifest as Manifest, action as string)),
    ).toEqual(['R1', 'R3', 'R3', 'R3'])
  })

  it('is not allowed by a rule or a lease that names only the host', () => {
    const touches = [to('forge.example'), secret]
    const policy = policyWith({ rules: [rule('allow', { domains: ['forge.example'] })] })
    expect(decide(ask(sending, touches), policy).effect).toBe('confirm')
    const patterns = { paths: [], hosts: ['forge.example'], methods: [], commands: [] }
    expect(covers(lease('http', { patterns }), ask(sending, touches), 'R3')).toBe(false)
    expect(
      covers(
        lease('http', { touches: [to('forge.example'), secret] }),
        ask(sending, touches),
        'R3',
      ),
    ).toBe(true)
  })
})
