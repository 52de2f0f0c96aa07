// A warning that is wrong would make people delete rules that protect them: what it says is held
// against the gate.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { RunId, SessionId } from '../../contract/ids.ts'
import { noTaint } from '../../contract/call/origin.ts'
import { Rule } from '../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { parseFile } from '../../main/config/parse.ts'
import { decide } from '../../main/gate/decide.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import { plainPolicy } from '../gate/plain-policy.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'
import { catalog } from '../../tools/catalog.ts'
import { many } from '../soak.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const plain = plainPolicy({ workspace: '/w', home: '/home/p', foldsCase: false })
const facts = policyFacts(() => 0)

const file = fc.record({
  kind: fc.constantFrom('fs.read' as const, 'fs.write' as const),
  path: fc.constantFrom('/w/src', '/w/.envrc', '/w/src/a', '/w/src/b/c', '/w/x', '/etc/y'),
  zone: fc.constant('workspace' as const),
  is: fc.constant('file' as const),
})
const request = fc.constantFrom('a.org', 'b.a.org', 'c.b.a.org').chain((host) =>
  fc.record({
    kind: fc.constant('net.fetch' as const),
    method: fc.constantFrom('GET' as const, 'POST' as const),
    url: fc.constant(`https://${host}/`),
    host: fc.constant(host),
    port: fc.constant(443),
    reach: fc.constant('public' as const),
    listed: fc.boolean(),
    bytes: fc.constantFrom(0, 5, 50),
  }),
)
const part = fc.constantFrom('git push', 'git push --force', 'git', 'ls').map((text) => ({
  text,
  words: text.split(' '),
  opaque: false,
  exact: true,
  via: [],
  effects: ['read-only' as const],
}))
const command = fc.record({
  kind: fc.constant('proc.run' as const),
  command: fc.constant('c'),
  cwd: fc.constantFrom('/w', '/w/src'),
  zone: fc.constant('workspace' as const),
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
})
const touches: fc.Arbitrary<CanonicalTouch[]> = fc.array(fc.oneof(file, request, command), {
  maxLength: 3,
})

const some = (...names: readonly string[]) =>
  fc.option(fc.subarray([...names], { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 1 })
/** Most rules have none of these, or hardly two would be alike. */
const rarely = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: item })
const when = fc.record({
  guarded: fc.option(fc.boolean(), { nil: undefined, freq: 1 }),
  zones: rarely(some('inside', 'outside')),
  requestBytes: rarely(fc.constantFrom({ over: 10 }, { upTo: 10 })),
  newHost: rarely(fc.constant(false)),
  allowlist: rarely(
    fc.constantFrom(['a.org'], [{ host: '*.a.org', methods: ['POST'], maxBytes: 9 }]),
  ),
  rate: rarely(fc.constant({ upTo: 2, per: 'hour' })),
  trust: rarely(some('trusted', 'limited')),
  workspaces: rarely(fc.constantFrom(['/w'], ['/**'], ['/x'])),
  tools: some('exec', 'write_file', 'web_*', '*'),
  ids: some('fs.*', 'system.run'),
  paths: some('src/**', 'src/a', '**', '/w/src/**', '/**'),
  domains: some('a.org', '*.a.org', '*.b.a.org'),
  methods: some('GET', 'POST'),
  commands: some('git', 'git push', 'ls'),
})
const rules = fc
  .array(fc.record({ when, effect: fc.constantFrom('allow', 'confirm', 'deny') }), {
    minLength: 2,
    maxLength: 5,
  })
  .map((list) =>
    list.map((one, at) =>
      Rule.parse({ ...JSON.parse(JSON.stringify(one)), id: `r${at}`, reason: 'x' }),
    ),
  )

it('warns only of rules without which every call is decided the same', () => {
  let warned = 0
  fc.assert(
    fc.property(
      rules,
      fc.array(touches, { minLength: 5, maxLength: 10 }),
      fc.constantFrom(...catalog),
      (list, calls, { manifest }) => {
        const parsed = parseFile(stringify({ rules: list }), 'f', facts)
        const remarks = parsed.ok
          ? parsed.value.warnings.filter(
              ({ code }) => code === 'rule.redundant' || code === 'rule.dead',
            )
          : []
        for (const { text } of remarks) {
          warned += 1
          const id = /r\d/.exec(text)?.[0]
          const effects = (stored: readonly Rule[]) => {
            const policy = makePolicy({ ...plain, rules: stored }, sha256)
            return calls.map((reached) => {
              const principal = {
                kind: 'agent' as const,
                name: 'main',
                session: SessionId.parse('ses_00000001'),
                runId: RunId.parse('run_00000001'),
              }
              const at = { epochMs: 1, weekday: 'mon' as const, minute: 1 }
              const asked = {
                manifest,
                action: null,
                args: {},
                touches: reached,
                origins: [],
                taint: noTaint,
                principal,
                channel: 'window' as const,
              }
              return decide(
                {
                  ...asked,
                  used: { session: 0, minute: 0 },
                  earlier: {
                    calls: [
                      {
                        tool: manifest.name,
                        capability: manifest.id,
                        action: null,
                        session: 2,
                        minute: 2,
                        hour: 2,
                        day: 2,
                      },
                    ],
                    knownHosts: ['a.org'],
                    denials: 0,
                  },
                  leases: [],
                  at,
                  frozen: false,
                  sandboxed: true,
                  reviewed: null,
                },
                policy,
              ).effect
            })
          }
          expect(effects(list.filter((rule) => rule.id !== id))).toEqual(effects(list))
        }
      },
    ),
    { numRuns: many(1_500, 400) },
  )
  expect(warned).toBeGreaterThan(300)
})
