// What a lease covers, and all that it does not.
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { LeaseId } from '../../../contract/ids.ts'
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import { decide } from '../../../main/gate/decide.ts'
import { misfit } from '../../../main/gate/scopes/lease-width.ts'
import { leasable } from '../../../main/gate/lease/lease.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import {
  ask,
  both,
  callers,
  fetching,
  lease,
  otherSession,
  part,
  policyWith,
  read,
  reading,
  roots,
  rule,
  run,
  running,
  sending,
  session,
  to,
  write,
  writing,
} from '../decision-requests.ts'

const covered = (request: DecisionRequest, more: Partial<Lease>): boolean =>
  decide({ ...request, leases: [lease(request.manifest.name, more)] }, policyWith({})).by.kind ===
  'lease'
const within = (patterns: Partial<LeasePatterns>): Partial<Lease> => ({
  patterns: { ...noPatterns, ...patterns },
})
const put = (path: string): DecisionRequest => ask(writing, [write(path)])
const line = (...parts: readonly (string | CommandPart)[]): DecisionRequest =>
  ask(running, [run(...parts)])
const shown = { touches: [write('/w/a')] }

const calling = (
  tool: string,
  args: Record<string, string | number> = {},
  more: object = {},
): DecisionRequest =>
  ask(
    writing,
    [{ kind: 'mcp.call', server: 'forge', tool, trust: 'verified', openWorld: true, ...more }],
    { args },
  )
const ofForge = (tool: string, args: Record<string, string | number> = {}) =>
  within({ calls: [`forge/${tool}`], args })

const cases: readonly [string, DecisionRequest, Partial<Lease>, boolean][] = [
  ['the touches that were shown', put('/w/a'), shown, true],
  ['no other', put('/w/b'), shown, false],
  ['no touch more', ask(writing, [write('/w/a'), write('/w/b')]), shown, false],
  ['some of those shown', put('/w/a'), { touches: [write('/w/a'), write('/w/b')] }, true],
  ['no reading where writing was shown', ask(writing, [read('/w/a')]), shown, false],
  ['no call that touches nothing', ask(writing, []), shown, false],
  ['nothing when it names nothing', put('/w/a'), {}, false],
  ['another tool', put('/w/a'), { ...shown, tool: 'edit_file' }, false],
  ['another action', ask(writing, [write('/w/a')], { action: 'append' }), shown, false],
  [
    'the action it names',
    ask(writing, [write('/w/a')], { action: 'append' }),
    { ...shown, action: 'append' },
    true,
  ],
  ['a tool of a server, with any arguments', calling('close', { id: 1 }), ofForge('close'), true],
  ['no other tool of it', calling('open'), ofForge('close'), false],
  [
    'a tool with an argument as it was',
    calling('close', { id: 1, why: 'x' }),
    ofForge('close', { '/id': 1 }),
    true,
  ],
  ['not with another', calling('close', { id: 2 }), ofForge('close', { '/id': 1 }), false],
  ['not without it', calling('close'), ofForge('close', { '/id': 1 }), false],
  ['no tools by a star', calling('close'), within({ calls: ['forge/*'] }), false],
  [
    'resources by a star',
    calling('note://one', {}, { what: 'resource' }),
    within({ calls: ['forge/*'] }),
    true,
  ],
  [
    'no other server by a star',
    calling('note://one', {}, { what: 'resource', server: 'other' }),
    within({ calls: ['forge/*'] }),
    false,
  ],
  ['a folder', put('/w/src/a/b'), within({ paths: ['/w/src/**'] }), true],
  [
    'reading in a folder that was shown to be read',
    ask(writing, [read('/w/src/a')]),
    within({ paths: ['/w/src/**'], reads: true }),
    true,
  ],
  [
    'no writing in a folder that was shown to be read',
    put('/w/src/a'),
    within({ paths: ['/w/src/**'], reads: true }),
    false,
  ],
  [
    'no writing beside reading there',
    ask(writing, [read('/w/src/a'), write('/w/src/b')]),
    within({ paths: ['/w/src/**'], reads: true }),
    false,
  ],
  [
    'no folder whose name only begins so',
    put('/w/srcs/a'),
    within({ paths: ['/w/src/**'] }),
    false,
  ],
  ['a host, for looking', ask(fetching, [to('a.example')]), within({ hosts: ['a.example'] }), true],
  [
    'a host, not for sending',
    ask(sending, [to('a.example', { method: 'POST' })]),
    within({ hosts: ['a.example'] }),
    false,
  ],
  [
    'a host and a method',
    ask(sending, [to('a.example', { method: 'POST' })]),
    within({ hosts: ['a.example'], methods: ['POST'] }),
    true,
  ],
  [
    'no other method',
    ask(sending, [to('a.example')]),
    within({ hosts: ['a.example'], methods: ['POST'] }),
    false,
  ],
  [
    'no method without a host',
    ask(fetching, [to('a.example')]),
    within({ methods: ['GET'] }),
    false,
  ],
  ['no host below', ask(fetching, [to('b.a.example')]), within({ hosts: ['a.example'] }), false],
  [
    'no other port',
    ask(fetching, [to('a.example', { port: 8443 })]),
    within({ hosts: ['a.example'] }),
    false,
  ],
  ['a command', line('git status -s'), within({ commands: ['git status'] }), true],
  ['no command that goes on', line('git statusx'), within({ commands: ['git status'] }), false],
  ['no program from a folder', line('./git status'), within({ commands: ['git status'] }), false],
  ['no second part', line('git status', 'curl x'), within({ commands: ['git status'] }), false],
  ['each of two parts', line('git status', 'ls'), within({ commands: ['git status', 'ls'] }), true],
  [
    'no redirection',
    line('git status', part('> /etc/x', { effects: ['writes-outside'] })),
    within({ commands: ['git status'] }),
    false,
  ],
  [
    'no R4',
    line(part('rm -rf x', { effects: ['destructive'] })),
    within({ commands: ['rm'] }),
    false,
  ],
  [
    'no R4 that was shown',
    line(part('rm -rf x', { effects: ['destructive'] })),
    { touches: [run(part('rm -rf x', { effects: ['destructive'] }))] },
    false,
  ],
  ['the session it was given in', put('/w/a'), { ...shown, session }, true],
  ['no other session', put('/w/a'), { ...shown, session: otherSession }, false],
  [
    'the caller it was given to',
    put('/w/a'),
    { ...shown, principal: { kind: 'agent', name: 'main' } },
    true,
  ],
  [
    'no caller of another name',
    put('/w/a'),
    { ...shown, principal: { kind: 'agent', name: 'Main' } },
    false,
  ],
  [
    'no caller of another kind',
    ask(writing, [write('/w/a')], { principal: { ...callers.subagent, name: 'main' } }),
    { ...shown, principal: { kind: 'agent', name: 'main' } },
    false,
  ],
  ['the last of its uses', put('/w/a'), { ...shown, maxUses: 3, uses: 2 }, true],
  ['no use more', put('/w/a'), { ...shown, maxUses: 3, uses: 3 }, false],
  ['the moment before it ends', put('/w/a'), { ...shown, expiresAt: 1_001 }, true],
  ['not its end', put('/w/a'), { ...shown, expiresAt: 1_000 }, false],
  ['nothing when it was revoked', put('/w/a'), { ...shown, revokedAt: 1 }, false],
  [
    'an argument that it names',
    ask(writing, [write('/w/a')], { args: { mode: 'x', n: { a: 1 } } }),
    { ...shown, args: { '/mode': 'x', '/n': { a: 1 } } },
    true,
  ],
  [
    'no other value',
    ask(writing, [write('/w/a')], { args: { mode: 'y' } }),
    { ...shown, args: { '/mode': 'x' } },
    false,
  ],
  [
    'no text for a number',
    ask(writing, [write('/w/a')], { args: { n: '1' } }),
    { ...shown, args: { '/n': 1 } },
    false,
  ],
  ['no argument that is missing', put('/w/a'), { ...shown, args: { '/mode': 'x' } }, false],
  [
    'a key with a slash in it',
    ask(writing, [write('/w/a')], { args: { 'a/b': 1 } }),
    { ...shown, args: { '/a~1b': 1 } },
    true,
  ],
]

describe('a lease covers', () => {
  it.each(cases)('%s', (_what, request, more, want) => expect(covered(request, more)).toBe(want))
})

describe('stronger than a lease are', () => {
  const leased = { ...put('/w/a'), leases: [lease('write_file', shown)] }
  it('a rule that refuses and a rule that asks', () => {
    for (const effect of ['deny', 'confirm'] as const)
      expect(decide(leased, policyWith({ rules: [rule(effect, { paths: ['a'] })] })).effect).toBe(
        effect,
      )
  })

  it('what a session has read, for a call that goes out', () => {
    const out = {
      ...ask(fetching, [to('a.example')], { taint: both }),
      leases: [lease('web_fetch', within({ hosts: ['a.example'] }))],
    }
    expect(decide(out, policyWith({})).by.kind).toBe('flow')
  })

  it('but no rule that allows: the lease is what is used up', () => {
    expect(decide(leased, policyWith({ rules: [rule('allow', {})] })).by.kind).toBe('lease')
  })
})

describe('of several leases', () => {
  it('the first by id that covers is used, in whatever order they come', () => {
    const named = (id: string, more: Partial<Lease>) =>
      lease('write_file', { id: LeaseId.parse(`lease_0000000${id}`), ...more })
    const leases = [named('3', shown), named('2', shown), named('1', { touches: [write('/w/b')] })]
    for (const list of [leases, leases.toReversed()])
      expect(decide({ ...put('/w/a'), leases: list }, policyWith({})).by.id).toBe('lease_00000002')
  })
})

describe('limits of a lease', () => {
  const fits = (touches: Parameters<typeof misfit>[1], patterns: Partial<LeasePatterns>) =>
    misfit(lease('x', within(patterns)).lease, touches, roots) === null
  const widths: readonly [string, boolean, boolean][] = [
    ['fit the folder of what was shown', fits([write('/w/src/a')], { paths: ['/w/src/**'] }), true],
    [
      'do not fit another folder besides',
      fits([write('/w/src/a')], { paths: ['/w/src/**', '/w/lib/**'] }),
      false,
    ],
    [
      'do not fit when something shown is outside',
      fits([write('/w/src/a'), write('/w/b')], { paths: ['/w/src/**'] }),
      false,
    ],
    ['fit the host that was shown', fits([to('a.example')], { hosts: ['a.example'] }), true],
    [
      'do not fit another host besides',
      fits([to('a.example')], { hosts: ['a.example', 'b.example'] }),
      false,
    ],
    [
      'do not fit a method that was not shown',
      fits([to('a.example')], { hosts: ['a.example'], methods: ['GET', 'POST'] }),
      false,
    ],
    [
      'fit the command that was shown',
      fits([run('git status -s')], { commands: ['git status'] }),
      true,
    ],
    [
      'do not fit another command besides',
      fits([run('git status')], { commands: ['git status', 'rm'] }),
      false,
    ],
    [
      'do not fit a path beside a command',
      fits([run('git status')], { commands: ['git'], paths: ['/w/**'] }),
      false,
    ],
  ]
  it.each(widths)('%s', (_what, found, want) => expect(found).toBe(want))

  it('are proposed so that each fits the call it is proposed for', () => {
    const calls = [
      [write('/w/src/a')],
      [read('/w/a'), write('/w/b')],
      [write('/etc/a')],
      [to('a.example', { port: 8443 })],
      [run('git status -s', 'ls')],
    ]
    for (const touches of calls) {
      const scopes = proposeScopes(touches, { workspace: '/w', verbLength: () => 1 })
      expect(scopes.length).toBeGreaterThan(0)
      for (const { patterns } of scopes.filter(({ exact }) => exact !== true))
        expect(misfit(lease('x', { patterns }).lease, touches, roots)).toBeNull()
    }
  })

  it('are proposed for nothing that is not wholly known', () => {
    for (const touches of [
      [],
      [run(part('', { words: [] }))],
      [run('ls'), read('/w/a')],
      [write('/w/a*/b')],
    ])
      expect(
        proposeScopes(touches, { workspace: '/w' }).filter(
          ({ patterns }) => patterns.paths.includes('/w/a*/**') || patterns.parts !== undefined,
        ),
      ).toEqual([])
  })

  const lasting: readonly [string, boolean, boolean][] = [
    ['a write', leasable('R3', 'tier', [write('/w/a')]), true],
    ['R4 never', leasable('R4', 'tier', [write('/w/a')]), false],
    ['what flow asks never', leasable('R3', 'flow', [to('a.example')]), false],
    ['a request that looks', leasable('R3', 'tier', [to('a.example')]), true],
    ['no request that sends', leasable('R3', 'tier', [to('a.example', { method: 'POST' })]), false],
    ['no call without touches', leasable('R2', 'tier', []), false],
  ]
  it.each(lasting)('an approval can be made to last: %s', (_what, found, want) =>
    expect(found).toBe(want),
  )
  it('reads of one tool say nothing of another', () => {
    expect(
      covered(ask(reading, [read('/etc/a')]), { tool: 'write_file', touches: [read('/etc/a')] }),
    ).toBe(false)
  })
})

describe('limits for a tool of a server', () => {
  const touch = {
    kind: 'mcp.call',
    server: 'forge',
    tool: 'close',
    trust: 'community',
    openWorld: true,
  } as const
  it('are its plain arguments first, then any', () => {
    expect(
      proposeScopes([touch], {
        workspace: '/w',
        args: { id: 7, 'a/b': 'x', body: 'y'.repeat(500), list: [1] },
      }).map(({ text, patterns }) => [text, patterns.calls, patterns.args]),
    ).toEqual([
      ['close of forge with id 7, a/b "x"', ['forge/close'], { '/id': 7, '/a~1b': 'x' }],
      ['close of forge with any arguments', ['forge/close'], undefined],
    ])
  })
  it('begin with all of them where none is hidden, and cover no argument more', () => {
    const args = { id: 7, list: [1] }
    const [exact] = proposeScopes([touch], { workspace: '/w', args, wholeArgs: true })
    expect([exact?.text, exact?.patterns.args]).toEqual([
      'close of forge with just these arguments: {"id":7,"list":[1]}',
      { '': args },
    ])
    const given = { patterns: exact?.patterns ?? noPatterns }
    const called = (also: Record<string, string | number>) => calling('close', also)
    expect([
      covered({ ...called({}), args }, given),
      covered({ ...called({}), args: { ...args, force: 1 } }, given),
      covered({ ...called({}), args: { id: 7 } }, given),
    ]).toEqual([true, false, false])
  })
  it('are for a resource that one, then all that were opened', () => {
    expect(
      proposeScopes([{ ...touch, tool: 'note://one', what: 'resource' }], {
        workspace: '/w',
      }).map(({ patterns }) => patterns.calls),
    ).toEqual([['forge/note://one'], ['forge/*']])
  })
  it('reach no further than the call', () => {
    const fault = (patterns: Partial<LeasePatterns>) =>
      misfit(lease('close', within(patterns)).lease, [touch], roots)
    expect([
      fault({ calls: ['forge/close'] }),
      fault({ calls: ['forge/close', 'forge/open'] }),
      fault({ calls: ['forge/*'] }),
    ]).toEqual([
      null,
      'The call has no forge/open.',
      'These limits do not cover the call they were made for.',
    ])
  })
})
