import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../contract/call/command.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import { ApprovalId, LeaseId } from '../../contract/ids.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { noTaint } from '../../contract/call/origin.ts'
import { tierRank, tiers } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { boundsShown } from '../../main/gate/lease/raiser-bounds.ts'
import { decide } from '../../main/gate/decide.ts'
import { compileLease } from '../../main/gate/lease/compiled-lease.ts'
import type { CompiledLease } from '../../main/gate/lease/compiled-lease.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { editFile } from '../../tools/files/edit-file.ts'
import { exec } from '../../tools/exec.ts'
import { http } from '../../tools/web/http.ts'
import { listDir } from '../../tools/files/list-dir.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'
import { writeFile } from '../../tools/files/write-file.ts'
import {
  ask,
  both,
  callers,
  guardOn,
  notes,
  otherSession,
  roots,
  session,
  sha256,
  source,
  web,
} from './decision-requests.ts'

const policy = makePolicy(source, sha256)
const guarded = makePolicy({ ...source, guard: guardOn }, sha256)
const { agent } = callers

const at = (
  kind: 'fs.read' | 'fs.write',
  path: string,
  zone: 'workspace' | 'outside' | 'stop' = 'workspace',
): CanonicalTouch => ({
  kind,
  path,
  zone,
  is: 'file',
})
const read = (path: string, zone?: 'workspace' | 'outside' | 'stop'): CanonicalTouch =>
  at('fs.read', path, zone)
const write = (path: string, zone?: 'workspace' | 'outside' | 'stop'): CanonicalTouch =>
  at('fs.write', path, zone)
const part = (command: string, more: Partial<CommandPart> = {}): CommandPart => ({
  text: command,
  words: command.split(' '),
  opaque: false,
  exact: true,
  via: [],
  effects: ['read-only'],
  ...more,
})
const run = (
  command: string,
  zone: 'workspace' | 'outside' = 'workspace',
  parts = [part(command)],
): CanonicalTouch => ({
  kind: 'proc.run',
  command,
  cwd: '/w',
  zone,
  parts,
})
const fetch = (
  host: string,
  options: { listed?: boolean; method?: 'GET' | 'POST'; reach?: 'public' | 'local' } = {},
): CanonicalTouch => ({
  kind: 'net.fetch',
  method: options.method ?? 'GET',
  url: `https://${host}/`,
  host,
  port: 443,
  reach: options.reach ?? 'public',
  listed: options.listed ?? false,
})

const lease = (
  tool: string,
  touches: readonly CanonicalTouch[],
  more: Partial<Lease> = {},
): CompiledLease =>
  compileLease(
    {
      id: LeaseId.parse('lease_00000001'),
      createdAt: 0,
      effect: 'allow',
      text: '',
      lasts: null,
      approvalId: ApprovalId.parse('apr_00000001'),
      session,
      principal: null,
      tool,
      action: null,
      touches: [...touches],
      patterns: noPatterns,
      raisers: ['host.unlisted', 'path.write-outside', 'flow.private-out'],
      bounds: boundsShown([{ code: 'host.unlisted', text: '' }], {
        touches,
        principal: agent,
        definition: null,
      }),
      args: {},
      maxUses: null,
      expiresAt: null,
      uses: 0,
      revokedAt: null,
      ...more,
    },
    roots,
  )

type Case = readonly [
  sentence: string,
  question: DecisionRequest,
  want: { effect: Effect; tier: Tier; by: string; code?: string },
]

const cases: readonly Case[] = [
  [
    'reads a workspace file without asking',
    ask(readFile.manifest, [read('/w/a')]),
    { effect: 'allow', tier: 'R1', by: 'tier' },
  ],
  [
    'lists a workspace folder without asking',
    ask(listDir.manifest, [read('/w')]),
    { effect: 'allow', tier: 'R1', by: 'tier' },
  ],
  [
    'asks before reading outside',
    ask(readFile.manifest, [read('/etc/hosts', 'outside')]),
    { effect: 'confirm', tier: 'R2', by: 'tier', code: 'path.read-outside' },
  ],
  [
    'never reads a credential store',
    ask(readFile.manifest, [read('/home/p/.ssh/id', 'stop')]),
    { effect: 'deny', tier: 'R2', by: 'stop', code: 'stop.path' },
  ],
  [
    'asks before writing inside',
    ask(writeFile.manifest, [write('/w/a')]),
    { effect: 'confirm', tier: 'R2', by: 'tier' },
  ],
  [
    'asks before writing outside, a tier up',
    ask(writeFile.manifest, [write('/tmp/a', 'outside')]),
    { effect: 'confirm', tier: 'R3', by: 'tier', code: 'path.write-outside' },
  ],
  [
    'never writes on the STOP list',
    ask(writeFile.manifest, [write('/home/p/.ssh/rc', 'stop')]),
    { effect: 'deny', tier: 'R3', by: 'stop' },
  ],
  [
    'is only as free as its worst touch',
    ask(editFile.manifest, [read('/w/a'), write('/etc/a', 'outside')]),
    { effect: 'confirm', tier: 'R3', by: 'tier' },
  ],
  [
    'lets one stopped touch stop the call',
    ask(editFile.manifest, [read('/w/a'), write('/home/p/.ssh/a', 'stop')]),
    { effect: 'deny', tier: 'R3', by: 'stop' },
  ],
  [
    'asks before any command',
    ask(exec.manifest, [run('ls')]),
    { effect: 'confirm', tier: 'R3', by: 'tier' },
  ],
  [
    'runs no command outside the workspace',
    ask(exec.manifest, [run('ls', 'outside')]),
    { effect: 'deny', tier: 'R3', by: 'stop', code: 'stop.folder' },
  ],
  [
    'fetches from a listed host without asking',
    ask(webFetch.manifest, [fetch('docs.example', { listed: true })]),
    { effect: 'allow', tier: 'R1', by: 'tier' },
  ],
  [
    'asks before a host that is not listed',
    ask(webFetch.manifest, [fetch('docs.example')]),
    { effect: 'confirm', tier: 'R3', by: 'tier', code: 'host.unlisted' },
  ],
  [
    'never goes to a local address that is not listed',
    ask(webFetch.manifest, [fetch('127.0.0.1', { reach: 'local' })]),
    { effect: 'deny', tier: 'R3', by: 'stop', code: 'stop.address' },
  ],
  [
    'asks before sending, listed or not',
    ask(http.manifest, [fetch('api.example', { listed: true, method: 'POST' })]),
    { effect: 'confirm', tier: 'R3', by: 'tier', code: 'host.sends' },
  ],
  [
    'asks before going out after private data was read',
    ask(webFetch.manifest, [fetch('docs.example', { listed: true })], {
      taint: { ...noTaint, privateRead: [notes] },
    }),
    { effect: 'confirm', tier: 'R3', by: 'tier', code: 'flow.private-out' },
  ],
  [
    'asks when private data and untrusted text meet, whatever lease would allow it',
    ask(webFetch.manifest, [fetch('docs.example', { listed: true })], {
      taint: both,
      leases: [lease('web_fetch', [fetch('docs.example', { listed: true })])],
    }),
    { effect: 'confirm', tier: 'R3', by: 'flow', code: 'flow.both' },
  ],
  [
    'raises a path that came out of a web page',
    ask(readFile.manifest, [read('/w/a')], {
      origins: [{ pointer: '/path', origin: { kind: 'tool', source: web } }],
    }),
    { effect: 'confirm', tier: 'R3', by: 'tier', code: 'origin.untrusted' },
  ],
  [
    'lets a lease cover exactly what it showed',
    ask(exec.manifest, [run('ls')], { leases: [lease('exec', [run('ls')])] }),
    { effect: 'allow', tier: 'R3', by: 'lease' },
  ],
  [
    'does not stretch a lease to another command',
    ask(exec.manifest, [run('ls -a')], { leases: [lease('exec', [run('ls')])] }),
    { effect: 'confirm', tier: 'R3', by: 'tier' },
  ],
  [
    'does not stretch a lease to another tool',
    ask(exec.manifest, [run('ls')], { leases: [lease('write_file', [run('ls')])] }),
    { effect: 'confirm', tier: 'R3', by: 'tier' },
  ],
  [
    'does not stretch a lease to another session',
    ask(exec.manifest, [run('ls')], {
      leases: [lease('exec', [run('ls')], { session: otherSession })],
    }),
    { effect: 'confirm', tier: 'R3', by: 'tier' },
  ],
  [
    'takes a revoked lease for none',
    ask(exec.manifest, [run('ls')], { leases: [lease('exec', [run('ls')], { revokedAt: 5 })] }),
    { effect: 'confirm', tier: 'R3', by: 'tier' },
  ],
  [
    'lets a lease outlive the first write, which makes the file',
    ask(writeFile.manifest, [write('/w/new')], {
      leases: [
        lease('write_file', [
          { kind: 'fs.write', path: '/w/new', zone: 'workspace', is: 'missing' },
        ]),
      ],
    }),
    { effect: 'allow', tier: 'R2', by: 'lease' },
  ],
  [
    'refuses past the rate limit, lease or not',
    ask(exec.manifest, [run('ls')], {
      used: { session: 9, minute: 60 },
      leases: [lease('exec', [run('ls')])],
    }),
    { effect: 'deny', tier: 'R3', by: 'rate-limit', code: 'rate.minute' },
  ],
]

describe('decide', () => {
  it.each(cases)('%s', (_sentence, request, want) => {
    const decision = decide(request, policy)
    expect({ effect: decision.effect, tier: decision.tier, by: decision.by.kind }).toEqual({
      effect: want.effect,
      tier: want.tier,
      by: want.by,
    })
    expect(decision.reasons.map(({ code }) => code)).toContain(want.code ?? 'tier.base')
  })

  it('refuses every outbound tool while the guard is on, listed host or lease notwithstanding', () => {
    const touch = fetch('docs.example', { listed: true })
    const decision = decide(
      ask(webFetch.manifest, [touch], { leases: [lease('web_fetch', [touch])] }),
      guarded,
    )
    expect([decision.effect, decision.by]).toEqual(['deny', { kind: 'guard', id: 'web_fetch' }])
    expect(hiddenBy(webFetch.manifest, agent, guarded)).toBe('guard')
  })

  it('keeps an outbound tool that the person named while the guard is on', () => {
    const stored = makePolicy(
      { ...source, guard: { ...guardOn, allowTools: ['web_fetch'] } },
      sha256,
    )
    expect(
      decide(ask(webFetch.manifest, [fetch('docs.example', { listed: true })]), stored).effect,
    ).toBe('allow')
    expect(hiddenBy(http.manifest, agent, stored)).toBe('guard')
  })
})

const anyLine: CommandPart[][] = [
  [part('ls')],
  [part('rm -rf x', { effects: ['destructive'] })],
  [part('x', { opaque: true, effects: ['unknown'] })],
]
const anyPath = fc.record({
  path: fc.constantFrom('/w/a', '/w/b', '/etc/a'),
  zone: fc.constantFrom('workspace' as const, 'outside' as const, 'stop' as const),
  is: fc.constantFrom('file' as const, 'missing' as const),
})
const anyTouch: fc.Arbitrary<CanonicalTouch> = fc.oneof(
  anyPath.map((position) => ({ kind: 'fs.read' as const, ...position })),
  anyPath.map((position) => ({ kind: 'fs.write' as const, ...position })),
  fc.record({
    kind: fc.constant('net.fetch' as const),
    method: fc.constantFrom('GET' as const, 'POST' as const),
    url: fc.constantFrom('https://a.example/', 'https://b.example/'),
    host: fc.constant('a.example'),
    port: fc.constant(443),
    reach: fc.constantFrom('public' as const, 'local' as const),
    listed: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('proc.run' as const),
    command: fc.constantFrom('ls', 'rm -rf /'),
    cwd: fc.constant('/w'),
    parts: fc.constantFrom(...anyLine),
    zone: fc.constantFrom('workspace' as const, 'outside' as const),
  }),
  fc.record({
    kind: fc.constant('net.connect' as const),
    host: fc.constantFrom('a.example', '10.0.0.1'),
    port: fc.constantFrom(443, 8443),
    reach: fc.constantFrom('public' as const, 'local' as const),
    listed: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('secrets.get' as const), name: fc.constantFrom('github', 'mail') }),
)
const anyManifest = fc
  .record({
    base: fc.constantFrom(
      readFile.manifest,
      writeFile.manifest,
      exec.manifest,
      webFetch.manifest,
      http.manifest,
    ),
    riskTier: fc.constantFrom(...tiers),
  })
  .map(({ base, riskTier }): Manifest => ({ ...base, riskTier }))
const anyTaint = fc.constantFrom(
  noTaint,
  both,
  { ...noTaint, privateRead: [notes] },
  { ...noTaint, untrustedRead: [web] },
)
const anyRequest = fc
  .record({
    manifest: anyManifest,
    touches: fc.array(anyTouch, { maxLength: 4 }),
    taint: anyTaint,
    leased: fc.boolean(),
  })
  .map(({ manifest, touches, taint, leased }) =>
    ask(manifest, touches, { taint, leases: leased ? [lease(manifest.name, touches)] : [] }),
  )
const strictness = { allow: 0, confirm: 1, deny: 2 } as const

describe('decide, whatever is asked', () => {
  it('never puts a call below its manifest', () => {
    fc.assert(
      fc.property(
        anyRequest,
        (request) => tierRank(decide(request, policy).tier) >= tierRank(request.manifest.riskTier),
      ),
    )
  })

  it('never lets a lease allow R4', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const decision = decide(request, policy)
        return decision.tier !== 'R4' || decision.effect !== 'allow'
      }),
    )
  })

  it('does not care in which order touches and leases come', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const turned = {
          ...request,
          touches: request.touches.toReversed(),
          leases: request.leases.toReversed(),
        }
        const [a, b] = [decide(request, policy), decide(turned, policy)]
        expect([b.effect, b.tier]).toEqual([a.effect, a.tier])
      }),
    )
  })

  it('never gets looser when a touch is added', () => {
    fc.assert(
      fc.property(anyRequest, anyTouch, (request, touch) => {
        // Without leases, which cover a whole call or nothing.
        const bare = { ...request, leases: [] }
        const before = strictness[decide(bare, policy).effect]
        expect(
          strictness[decide({ ...bare, touches: [...bare.touches, touch] }, policy).effect],
        ).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('never gets looser when the guard goes on', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        expect(strictness[decide(request, guarded).effect]).toBeGreaterThanOrEqual(
          strictness[decide(request, policy).effect],
        )
      }),
    )
  })

  it('lets nothing with a touch that goes out through while the guard is on', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        if (!request.touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect'))
          return
        expect(decide(request, guarded).effect).toBe('deny')
      }),
    )
  })

  it('has a policy hash that moves with every part of the policy', () => {
    const hashes = [
      policy.hash,
      guarded.hash,
      makePolicy({ ...source, hosts: ['a.example'] }, sha256).hash,
      makePolicy({ ...source, roots: { ...roots, workspace: '/v' } }, sha256).hash,
      makePolicy({ ...source, stop: [] }, sha256).hash,
      makePolicy({ ...source, ownStop: ['/x'] }, sha256).hash,
      makePolicy({ ...source, preset: { ...source.preset, sandboxedReads: true } }, sha256).hash,
      makePolicy({ ...source, presetName: 'mine' }, sha256).hash,
      makePolicy({ ...source, tools: { exec: { disabled: true } } }, sha256).hash,
      makePolicy({ ...source, limits: { ...source.limits, writeBytes: 1 } }, sha256).hash,
      makePolicy({ ...source, rules: [{ id: 'a', when: {}, effect: 'deny', reason: 'r' }] }, sha256)
        .hash,
      makePolicy({ ...source, guard: { ...source.guard, allowTools: ['x'] } }, sha256).hash,
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
