// Anything that could be asked of the gate, for properties.
import fc from 'fast-check'
import { LeaseId } from '../../contract/ids.ts'
import type { AllowedHost } from '../../contract/policy/allowed-host.ts'
import { Preset } from '../../contract/policy/preset.ts'
import { Rule } from '../../contract/policy/rule.ts'
import type { RuleWhen } from '../../contract/policy/rule.ts'
import { tiers } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { PolicySource } from '../../main/gate/policy.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import {
  ask,
  both,
  callers,
  connect,
  fetching,
  fromWeb,
  guardOn,
  lease,
  onlyPrivate,
  onlyUntrusted,
  part,
  read,
  reading,
  run,
  running,
  sending,
  source,
  to,
  write,
  writing,
} from './decision-requests.ts'

const some = <T>(...items: readonly T[]) => fc.subarray([...items], { minLength: 1 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

const anyPart = fc.constantFrom(
  part('git status'),
  part('ls'),
  part('rm -rf x', { effects: ['destructive'] }),
  part('frob', { effects: ['unknown'] }),
  part('x', { opaque: true, effects: ['unknown'] }),
  part('curl x', { effects: ['network'] }),
)
const path = fc.constantFrom(
  '/w',
  '/w/.envrc',
  '/w/a',
  '/w/src/b',
  '/w/src/deep/c',
  '/etc/a',
  '/home/p/x',
)
export const anyTouch: fc.Arbitrary<CanonicalTouch> = fc.oneof(
  path.map((each) => read(each)),
  path.map((each) => write(each)),
  path.map((each) => write(each, 'stop')),
  fc
    .record({
      host: fc.constantFrom('a.example', 'b.a.example', 'c.example', '127.0.0.1'),
      method: fc.constantFrom('GET' as const, 'POST' as const),
      listed: fc.boolean(),
      port: fc.constantFrom(443, 80, 8443),
      bytes: fc.constantFrom(undefined, 0, 50, 5_000),
    })
    .map(({ host, bytes, ...more }) =>
      to(host, {
        ...more,
        ...(bytes === undefined ? {} : { bytes }),
        reach: host === '127.0.0.1' ? 'local' : 'public',
      }),
    ),
  fc.array(anyPart, { minLength: 1, maxLength: 3 }).map((parts) => run(...parts)),
  fc
    .record({
      host: fc.constantFrom('a.example', 'b.a.example', '127.0.0.1'),
      listed: fc.boolean(),
      port: fc.constantFrom(443, 8443),
    })
    .map(({ host, ...more }) =>
      connect(host, { ...more, reach: host === '127.0.0.1' ? 'local' : 'public' }),
    ),
  fc.constant({ kind: 'secrets.get' as const, name: 'mail' }),
)

const anyWhen = fc.record({
  tools: maybe(some('read_file', 'write_file', 'exec', 'web_*', '*')),
  ids: maybe(some('fs.*', 'net.*', 'system.run')),
  tiers: maybe(some(...tiers)),
  principals: maybe(
    some('person' as const, 'agent' as const, 'subagent' as const, 'schedule' as const),
  ),
  agents: maybe(some('main', 'sc*', 'nightly')),
  channels: maybe(some('window' as const, 'gateway' as const)),
  paths: maybe(some('**', 'src/**', 'a', '/etc/*', '~/x', '**/c', '*')),
  domains: maybe(some('a.example', '*.a.example', 'c.example:8443', '127.0.0.1')),
  methods: maybe(some('GET' as const, 'POST' as const)),
  commands: maybe(some('git status', 'ls', 'rm', 'frob')),
  workspaces: maybe(some('/w', '/w/**', '/elsewhere')),
  trust: maybe(some('trusted' as const, 'limited' as const, 'untrusted' as const)),
  zones: maybe(some('inside' as const, 'outside' as const, 'guarded' as const)),
  requestBytes: maybe(fc.constantFrom({ over: 100 }, { upTo: 100 }, { over: 10, upTo: 100 })),
  allowlist: maybe(
    some<string | { host: string; methods: ('GET' | 'POST')[]; maxBytes: number }>('a.example', {
      host: '*.a.example',
      methods: ['POST'],
      maxBytes: 100,
    }),
  ),
  newHost: maybe(fc.boolean()),
  rate: maybe(
    fc.constantFrom(
      { over: 2, per: 'hour' as const },
      { upTo: 2, per: 'minute' as const },
      { over: 0, per: 'session' as const },
      { upTo: 5, per: 'day' as const },
    ),
  ),
  denials: maybe(fc.constantFrom(1, 3)),
  guarded: maybe(fc.boolean()),
  ports: maybe(some(443, 8443)),
  hours: maybe(
    fc.constantFrom(
      { from: '22:00', to: '06:00' },
      { from: '09:00', to: '17:00', days: ['mon' as const] },
      { from: '09:00', to: '17:00', timeZone: 'Asia/Tokyo' },
    ),
  ),
  taint: maybe(some('private' as const, 'untrusted' as const)),
})
/** Sparse, so that many rules hold. */
const sparse = fc
  .tuple(
    anyWhen,
    fc.subarray(
      Object.keys({
        tools: 0,
        ids: 0,
        tiers: 0,
        principals: 0,
        agents: 0,
        channels: 0,
        paths: 0,
        domains: 0,
        methods: 0,
        commands: 0,
        hours: 0,
        taint: 0,
        workspaces: 0,
        trust: 0,
        zones: 0,
        requestBytes: 0,
        newHost: 0,
        allowlist: 0,
        rate: 0,
        denials: 0,
        guarded: 0,
        ports: 0,
      }),
      { maxLength: 3 },
    ),
  )
  .map(
    ([when, keys]) =>
      Object.fromEntries(
        Object.entries(when).filter(([key, value]) => keys.includes(key) && value !== undefined),
      ) as RuleWhen,
  )

export const ruleOf = (...effects: readonly Rule['effect'][]): fc.Arbitrary<Rule> =>
  fc
    .record({
      when: sparse,
      effect: fc.constantFrom(...effects),
      number: fc.nat(1_000_000),
      late: fc.boolean(),
    })
    .map(({ when, effect, number, late }) =>
      Rule.parse({
        id: `r${number}`,
        when,
        effect,
        reason: 'r',
        ...(late ? { expires: '1970-01-01T00:00:02Z' } : {}),
      }),
    )
export const anyRule = ruleOf('allow', 'confirm', 'deny')
export const anyRules = fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 12 })

export const anySource: fc.Arbitrary<PolicySource> = fc
  .record({
    rules: anyRules,
    guard: fc.constantFrom(
      guardOn,
      { ...guardOn, on: false },
      { ...guardOn, allowTools: ['http'] },
      { ...guardOn, blockedTools: ['http'] },
    ),
    preset: fc
      .record({
        tools: fc.constantFrom(['*'], ['*_file', 'exec'], ['read_file', 'web_fetch']),
        allowNetwork: fc.boolean(),
        allowWritePaths: fc.constantFrom(['/**'], ['src/**'], []),
        sandboxedReads: fc.boolean(),
        confirmOutside: fc.boolean(),
        withoutApproval: fc.constantFrom(['*'], ['fs.read', 'exec'], []),
        tiers: fc.record({
          R1: fc.constantFrom('allow', 'confirm'),
          R2: fc.constantFrom('allow', 'confirm', 'deny'),
          R3: fc.constantFrom('confirm', 'deny'),
        }),
      })
      .map((given) => Preset.parse(given)),
    hosts: fc.constantFrom<readonly AllowedHost[]>(
      [],
      ['a.example'],
      [{ host: 'a.example', methods: ['GET', 'POST'], maxBytes: 100 }],
    ),
    channels: fc.constantFrom(
      {},
      { window: 'limited' as const },
      { gateway: 'untrusted' as const, cli: 'untrusted' as const },
    ),
    ownStop: fc.constantFrom([], ['/etc/**'], ['src/deep/**']),
    tools: fc.constantFrom(
      {},
      { exec: { disabled: true } },
      { write_file: { disabled: false, default: 'allow' as const } },
      { read_file: { disabled: false, tier: 'R3' as const, rateLimits: { perMinute: 2 } } },
    ),
  })
  .map((more) => ({ ...source, ...more }))

const anyLease = (touches: readonly CanonicalTouch[]) =>
  fc
    .record({
      tool: fc.constantFrom('read_file', 'write_file', 'exec', 'web_fetch', 'http'),
      number: fc.integer({ min: 10, max: 99 }),
      wide: fc.boolean(),
    })
    .map(({ tool, number, wide }) =>
      lease(tool, {
        id: LeaseId.parse(`lease_000000${number}`),
        touches: wide ? [] : [...touches],
        patterns: wide
          ? {
              paths: ['/**'],
              hosts: ['a.example', '*.a.example'],
              methods: ['GET', 'POST'],
              commands: ['git', 'ls', 'rm', 'x'],
            }
          : { paths: [], hosts: [], methods: [], commands: [] },
      }),
    )

export const anyRequest: fc.Arbitrary<DecisionRequest> = fc
  .record({
    manifest: fc.constantFrom(reading, writing, running, fetching, sending),
    riskTier: maybe(fc.constantFrom(...tiers)),
    touches: fc.array(anyTouch, { maxLength: 4 }),
    principal: fc.constantFrom(...Object.values(callers)),
    channel: fc.constantFrom('window' as const, 'gateway' as const, 'cli' as const),
    taint: fc.constantFrom(
      { privateRead: [], untrustedRead: [] },
      both,
      onlyPrivate,
      onlyUntrusted,
    ),
    origins: fc.constantFrom([], fromWeb),
    sandboxed: fc.boolean(),
    reviewed: fc.constantFrom(null, true, false),
    used: fc.record({ session: fc.nat(5), minute: fc.nat(5) }),
    earlier: fc.record({
      calls: fc.constantFrom(
        [],
        [
          {
            tool: 'exec',
            capability: 'system.run',
            action: null,
            session: 1,
            minute: 0,
            hour: 2,
            day: 6,
          },
        ],
        [
          {
            tool: 'http',
            capability: 'web.request',
            action: null,
            session: 3,
            minute: 3,
            hour: 3,
            day: 3,
          },
        ],
      ),
      knownHosts: fc.subarray(['a.example', 'b.a.example', '127.0.0.1']),
      denials: fc.nat(4),
    }),
    at: fc.record({
      epochMs: fc.nat(4_000),
      weekday: fc.constantFrom('mon' as const, 'tue' as const),
      minute: fc.nat(1_439),
    }),
  })
  .chain(({ manifest, riskTier, touches, ...more }) =>
    fc
      .uniqueArray(anyLease(touches), { maxLength: 3, selector: ({ lease: { id } }) => id })
      .map((leases) =>
        ask(riskTier === undefined ? manifest : { ...manifest, riskTier }, touches, {
          ...more,
          leases,
        }),
      ),
  )
