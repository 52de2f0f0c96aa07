// What an entry of an allowlist does: to look is R1 and to send is R2, as far as the entry names it
// whole, by whatever tool; everything else is R3.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tier } from '../../contract/call/tier.ts'
import type { AllowedHost } from '../../contract/policy/allowed-host.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import { decide } from '../../main/gate/decide.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import {
  ask,
  callers,
  fetching,
  onlyPrivate,
  policyWith,
  rule,
  sending,
  to,
  tool,
  write,
} from './decision-requests.ts'

const whole: AllowedHost = {
  host: 'api.example',
  methods: ['GET', 'HEAD', 'POST'],
  maxBytes: 100,
}
const justRead: AllowedHost = 'docs.example'
const local: AllowedHost = { host: 'http://box.example:8080', methods: ['PUT'], maxBytes: 10 }
const listed = { listed: true }
const post = (bytes?: number, host = 'api.example'): DecisionRequest =>
  ask(sending, [to(host, { method: 'POST', ...listed, ...(bytes === undefined ? {} : { bytes }) })])

describe('with an entry, a call is', () => {
  it.each<[what: string, call: DecisionRequest, tier: Tier, effect: Effect]>([
    [
      'a listed GET by the tool that reads pages',
      ask(fetching, [to('docs.example', listed)]),
      'R1',
      'allow',
    ],
    [
      'a listed GET by the tool that can send',
      ask(sending, [to('docs.example', listed)]),
      'R1',
      'allow',
    ],
    [
      'the same for a client',
      ask(sending, [to('docs.example', listed)], { principal: callers['mcp-client'] }),
      'R1',
      'allow',
    ],
    ['a GET of another host', ask(sending, [to('other.example')]), 'R3', 'confirm'],
    ['a GET of another port', ask(sending, [to('docs.example', { port: 8443 })]), 'R3', 'confirm'],
    ['a GET over http', ask(sending, [to('docs.example', { port: 80 })]), 'R3', 'confirm'],
    [
      'a POST to a host that may be looked at',
      ask(sending, [to('docs.example', { method: 'POST', bytes: 1 })]),
      'R3',
      'confirm',
    ],
    ['a listed POST of its size', post(100), 'R2', 'confirm'],
    ['a listed POST that is larger', post(101), 'R3', 'confirm'],
    ['a listed POST of no known size', post(), 'R3', 'confirm'],
    [
      'a listed POST for a client, who adds a tier',
      { ...post(100), principal: callers['mcp-client'] },
      'R3',
      'confirm',
    ],
    [
      'a GET with a credential',
      ask(sending, [to('docs.example', listed), { kind: 'secrets.get', name: 'k' }]),
      'R3',
      'confirm',
    ],
    [
      'a GET that also writes a file',
      ask(sending, [to('docs.example', listed), write('/w/a')]),
      'R3',
      'confirm',
    ],
    [
      'one listed and one other GET',
      ask(sending, [to('docs.example', listed), to('other.example')]),
      'R3',
      'confirm',
    ],
    [
      'a GET after private data was read',
      ask(sending, [to('docs.example', listed)], { taint: onlyPrivate }),
      'R3',
      'confirm',
    ],
    [
      'a payment that goes to a listed host',
      ask(tool('pay', 'R4', { category: 'payments' }), [to('docs.example', listed)]),
      'R4',
      'confirm',
    ],
    [
      'mail that goes to a listed host',
      ask(tool('mail', 'R3', { category: 'comms', sideEffects: true }), [
        to('api.example', { method: 'POST', bytes: 1, ...listed }),
      ]),
      'R3',
      'confirm',
    ],
  ])('%s', (_what, call, tier, effect) => {
    const decision = decide(call, policyWith({ hosts: [whole, justRead, local] }))
    expect([decision.tier, decision.effect]).toEqual([tier, effect])
  })

  it('held to its scheme, port and method', () => {
    const put = (port: number, host = 'box.example') =>
      ask(sending, [
        {
          ...to(host, { method: 'PUT', port, bytes: 5, ...listed }),
          url: `http://${host}:${port}/`,
        } as DecisionRequest['touches'][number],
      ])
    const policy = policyWith({ hosts: [local] })
    expect(decide(put(8080), policy).tier).toBe('R2')
    expect(decide(put(8081), policy).tier).toBe('R3')
    expect(decide(put(8080, 'api.box.example'), policy).tier).toBe('R3')
  })
})

describe('a rule with an allowlist', () => {
  const entries = [whole, justRead]
  const allows = (call: DecisionRequest): boolean =>
    decide(call, policyWith({ rules: [rule('allow', { allowlist: entries })] })).by.kind === 'rule'
  const denies = (call: DecisionRequest): boolean =>
    decide(call, policyWith({ rules: [rule('deny', { allowlist: entries })] })).by.kind === 'rule'
  it.each<[what: string, call: DecisionRequest, allowed: boolean, denied: boolean]>([
    ['a request that an entry names whole', post(100), true, true],
    ['a larger one', post(101), false, false],
    ['one of no known size', post(), false, true],
    [
      'another method',
      ask(sending, [to('docs.example', { method: 'POST', bytes: 0 })]),
      false,
      false,
    ],
    ['one listed and one other', ask(sending, [to('docs.example'), to('x.example')]), false, true],
    ['a request and a write', ask(sending, [to('docs.example'), write('/w/a')]), false, true],
    ['a write', ask(sending, [write('/w/a')]), false, false],
    [
      'plain http, which only a rule that refuses means',
      ask(sending, [to('docs.example', { port: 80 })]),
      false,
      true,
    ],
  ])('%s', (_what, call, allowed, denied) =>
    expect([allows(call), denies(call)]).toEqual([allowed, denied]),
  )
})

it('a longer allowlist never makes anything stricter, and a larger body never anything looser', () => {
  const order = { R0: 0, R1: 1, R2: 2, R3: 3, R4: 4 }
  const method = fc.constantFrom('GET' as const, 'POST' as const, 'PUT' as const)
  const entry = fc.record({
    host: fc.constantFrom('api.example', '*.example', 'docs.example'),
    methods: fc.subarray(['GET' as const, 'POST' as const, 'PUT' as const], { minLength: 1 }),
    maxBytes: fc.nat(200),
  })
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 4 }),
      entry,
      method,
      fc.nat(200),
      fc.nat(200),
      (entries, one, verb, bytes, more) => {
        const rank = (hosts: readonly AllowedHost[], size: number): number =>
          order[
            decide(
              ask(sending, [to('api.example', { method: verb, bytes: size, ...listed })]),
              policyWith({ hosts }),
            ).tier
          ]
        // The widest entry counts; one that is smaller takes nothing away.
        expect(rank([...entries, one], bytes)).toBeLessThanOrEqual(rank(entries, bytes))
        expect(rank(entries, bytes + more)).toBeGreaterThanOrEqual(rank(entries, bytes))
      },
    ),
  )
})
