// What raises a call, each with its code and the whole sentence that a person reads.
import { describe, expect, it } from 'vitest'
import type { CommandEffect } from '../../contract/call/command.ts'
import { standardPreset } from '../../main/gate/policy.ts'
import { decide } from '../../main/gate/decide.ts'
import type { Policy } from '../../main/gate/policy.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import {
  theirOwn,
  ask,
  callers,
  fetching,
  fromWeb,
  onlyPrivate,
  onlyUntrusted,
  part,
  plain,
  policyWith,
  read,
  reading,
  run,
  running,
  sending,
  to,
  tool,
  web,
  write,
  writing,
} from './decision-requests.ts'

const small = policyWith({ limits: { writeBytes: 10, requestBytes: 20 } })
const sized = policyWith({ hosts: [{ host: '*.example', methods: ['GET', 'POST'], maxBytes: 5 }] })
const command = (line: string, effect: CommandEffect): DecisionRequest =>
  ask(running, [run(part(line, { effects: [effect] }))])
const sent = (bytes: number): DecisionRequest =>
  ask(sending, [to('a.example', { method: 'POST', listed: true, bytes })])

const cases: readonly [
  code: string,
  tier: string,
  question: DecisionRequest,
  sentence: string,
  policy?: Policy,
][] = [
  [
    'path.read-outside',
    'R2',
    ask(reading, [read('/etc/hosts')]),
    'It reads outside the workspace: /etc/hosts',
  ],
  [
    'path.write-outside',
    'R3',
    ask(writing, [write('/tmp/a')]),
    'It writes outside the workspace: /tmp/a',
  ],
  [
    'path.run-outside',
    'R3',
    ask(running, [
      {
        ...run('ls'),
        kind: 'proc.run',
        command: 'ls',
        cwd: '/x',
        zone: 'outside',
        parts: [part('ls')],
      },
    ]),
    'It runs outside the workspace: /x',
  ],
  [
    'size.write',
    'R3',
    ask(writing, [{ kind: 'fs.write', path: '/w/a', zone: 'workspace', is: 'file', bytes: 11 }]),
    'It writes 11 bytes, more than the 10 you set.',
    small,
  ],
  ['size.request', 'R3', sent(21), 'It sends 21 bytes, more than the 20 you set.', small],
  ['size.request', 'R3', sent(6), 'It sends 6 bytes, more than the 5 you set.', sized],
  ['host.unlisted', 'R3', ask(fetching, [to('a.example')]), 'a.example is not on your allowlist.'],
  [
    'host.unlisted',
    'R3',
    ask(sending, [to('a.example', { method: 'PUT' })]),
    'a.example is not on your allowlist for PUT.',
  ],
  [
    'host.unlisted',
    'R3',
    ask(fetching, [to('a.example', { port: 80 })]),
    'a.example is on your allowlist for https only, and this request uses http, which others on the network can read and change.',
    policyWith({ hosts: ['a.example'] }),
  ],
  [
    'host.unlisted',
    'R3',
    ask(fetching, [to('a.example', { port: 80 })]),
    'a.example is not on your allowlist.',
    policyWith({ hosts: ['b.example'] }),
  ],
  [
    'host.sends',
    'R3',
    ask(sending, [to('a.example', { method: 'POST', listed: true })]),
    'It sends data to a.example with POST.',
  ],
  [
    'command.writes-outside',
    'R3',
    command('cp a /etc', 'writes-outside'),
    'It writes outside the workspace: cp a /etc',
  ],
  [
    'command.network',
    'R3',
    command('curl x', 'network'),
    'It needs network access, which commands do not have: curl x',
  ],
  [
    'command.destructive',
    'R4',
    command('rm -rf .', 'destructive'),
    'It deletes or overwrites many files: rm -rf .',
  ],
  ['command.privileged', 'R4', command('sudo', 'privileged'), 'It runs as administrator: sudo'],
  [
    'command.unlisted',
    'R3',
    command('frob x', 'unknown'),
    'frob is not a program Gatehouse knows, so its effect is unknown.',
  ],
  [
    'command.unknown',
    'R4',
    ask(running, [run(part('eval $X', { opaque: true, effects: ['unknown'] }))]),
    'Gatehouse cannot tell in advance what this part runs: eval $X',
  ],
  [
    'command.unparsed',
    'R4',
    ask(running, [{ kind: 'proc.run', command: 'x', cwd: '/w', zone: 'workspace', parts: [] }]),
    'Gatehouse could not parse the command line.',
  ],
  [
    'principal.delegated',
    'R3',
    ask(theirOwn, [write('/w/a')], { principal: callers.subagent }),
    'scout asks, not an agent you talk to yourself.',
  ],
  [
    'principal.delegated',
    'R3',
    ask(theirOwn, [write('/w/a')], { principal: callers['mcp-client'] }),
    'editor asks, not an agent you talk to yourself.',
  ],
  [
    'tool.not-reviewed',
    'R3',
    ask(tool('theirs', 'R1', { builtIn: false }), [], { reviewed: false }),
    'theirs is an external tool that you have not reviewed, or that changed since your review.',
  ],
  [
    'origin.untrusted',
    'R3',
    ask(reading, [read('/w/a')], { origins: fromWeb }),
    'path came out of evil.example, which anyone may have written.',
  ],
  [
    'origin.untrusted',
    'R3',
    ask(reading, [read('/w/a')], {
      origins: [{ pointer: '/path', origin: { kind: 'tool', source: web }, part: 'docs/evil' }],
    }),
    'docs/evil in path came out of evil.example, which anyone may have written.',
  ],
  [
    'flow.private-out',
    'R3',
    ask(fetching, [to('a.example', { listed: true })], { taint: onlyPrivate }),
    'This session has read private data (/home/p/notes), and this call sends data out.',
  ],
  [
    'setting.tier',
    'R3',
    ask(reading, [read('/w/a')]),
    'You set read_file to R3.',
    policyWith({ tools: { read_file: { tier: 'R3', disabled: false } } }),
  ],
]

const quiet: readonly [string, DecisionRequest, Policy?][] = [
  [
    'a write as large as the limit',
    ask(writing, [{ kind: 'fs.write', path: '/w/a', zone: 'workspace', is: 'file', bytes: 10 }]),
    small,
  ],
  ['a host that is listed', ask(fetching, [to('a.example', { listed: true })])],
  ['a sub-agent that only looks', ask(reading, [read('/w/a')], { principal: callers.subagent })],
  [
    'untrusted text that names no place of the call',
    ask(reading, [read('/w/a')], {
      origins: [{ pointer: '/text', origin: { kind: 'tool', source: web }, content: true }],
    }),
  ],
  [
    'an argument that the person typed',
    ask(reading, [read('/w/a')], { origins: [{ pointer: '/path', origin: { kind: 'person' } }] }),
  ],
  [
    'private data and a call that stays inside',
    ask(reading, [read('/w/a')], { taint: onlyPrivate }),
  ],
  [
    'untrusted text read, and a listed host',
    ask(fetching, [to('a.example', { listed: true })], { taint: onlyUntrusted }),
  ],
  [
    'a lower tier in the settings',
    ask(writing, [write('/w/a')]),
    policyWith({ tools: { write_file: { tier: 'R0', disabled: false } } }),
  ],
]

describe('raisers', () => {
  it.each(cases)('%s puts the call at %s', (code, tier, request, sentence, policy = plain) => {
    const decision = decide(request, policy)
    expect(decision.tier).toBe(tier)
    expect(decision.reasons).toContainEqual({ code, text: sentence })
  })

  it.each(quiet)('says nothing of %s', (_what, request, policy = plain) => {
    const { tier, baseTier, reasons } = decide(request, policy)
    expect([tier, reasons.map(({ code }) => code)]).toEqual([baseTier, ['tier.base']])
  })

  it('names every raiser, also those that change the tier no more, and each once', () => {
    const twice = [
      to('a.example', { method: 'POST' }),
      to('a.example', { method: 'POST' }),
      write('/tmp/a'),
    ]
    expect(
      decide(ask(sending, twice, { taint: onlyPrivate }), plain).reasons.map(({ code }) => code),
    ).toEqual([
      'tier.base',
      'host.unlisted',
      'host.sends',
      'path.write-outside',
      'flow.private-out',
    ])
  })

  it('never says more than one line of a command', () => {
    const text =
      decide(command(`rm ${'x'.repeat(500)}`, 'destructive'), plain).reasons[1]?.text ?? ''
    expect([text.length < 130, text.endsWith('…')]).toEqual([true, true])
  })
})

describe('the one way down: a command that only reads, in a sandbox', () => {
  const free = policyWith({ preset: { ...standardPreset('ask'), sandboxedReads: true } })
  const ls = ask(running, [run('ls', 'cat a')])
  const tierOf = (request: DecisionRequest, policy = free): string => decide(request, policy).tier

  it('is R2 where a preset says so', () => {
    expect([tierOf(ls), tierOf(ls, plain)]).toEqual(['R2', 'R3'])
    expect(decide(ls, free).reasons.at(-1)?.code).toBe('command.sandboxed-read')
  })

  const without: readonly [string, DecisionRequest, Policy?][] = [
    ['no sandbox holds', { ...ls, sandboxed: false }],
    ['one part writes', ask(running, [run('ls', part('touch a', { effects: ['writes-inside'] }))])],
    [
      'one part does more than read',
      ask(running, [run(part('x', { effects: ['read-only', 'network'] }))]),
    ],
    ['a part is not known', ask(running, [run('ls', part('frob', { effects: ['unknown'] }))])],
    ['there is nothing that it runs', ask(running, [])],
    ['it touches something else as well', ask(running, [run('ls'), read('/w/a')])],
    ['a sub-agent asks', { ...ls, principal: callers.subagent }],
    ['a client from outside asks', { ...ls, principal: callers['mcp-client'] }],
    ['a schedule asks', { ...ls, principal: callers.schedule }],
    ['the command line asks', { ...ls, principal: callers.cli }],
    ['a part of it came out of a web page', { ...ls, origins: fromWeb }],
    [
      'the person set the tool',
      ls,
      policyWith({ preset: free.preset, tools: { exec: { tier: 'R3', disabled: false } } }),
    ],
    [
      'it is a tool from outside that calls itself system.run',
      { ...ls, manifest: { ...running, builtIn: false }, reviewed: true },
    ],
    ['it is another tool', { ...ls, manifest: { ...running, id: 'system.other' } }],
    ['it is higher from the start', { ...ls, manifest: { ...running, riskTier: 'R4' } }],
  ]
  it.each(without)('but not when %s', (_why, request, policy = free) => {
    expect(['R3', 'R4']).toContain(tierOf(request, policy))
  })
})
