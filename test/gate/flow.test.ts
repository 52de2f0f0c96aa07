// Private data and untrusted text in one session: nothing goes out unasked.
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../contract/call/command.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { Taint } from '../../contract/call/origin.ts'
import { decide } from '../../main/gate/decide.ts'
import {
  ask,
  both,
  callers,
  fetching,
  lease,
  part,
  plain,
  onlyPrivate,
  onlyUntrusted,
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
} from './decision-requests.ts'

const free = policyWith({ rules: [rule('allow', {})] })
const out = [to('a.example', { listed: true })]
const leases = [lease('web_fetch', { touches: out })]

const cases: readonly [string, Taint, string][] = [
  ['nothing read', noTaint, 'rule'],
  ['only private data', onlyPrivate, 'tier'],
  ['only untrusted text', onlyUntrusted, 'rule'],
  ['both', both, 'flow'],
]

describe('a call that sends data out', () => {
  it.each(cases)(
    'is decided, under a rule that allows everything, with %s read',
    (_what, taint, by) => {
      expect(decide(ask(fetching, out, { taint }), free).by.kind).toBe(by)
    },
  )

  it('asks whatever lease there is', () => {
    expect(decide(ask(fetching, out, { taint: both, leases }), free)).toMatchObject({
      effect: 'confirm',
      by: { kind: 'flow', id: 'private-and-untrusted' },
    })
  })

  it('asks for every caller', () => {
    for (const principal of Object.values(callers))
      expect(decide(ask(fetching, out, { taint: both, principal }), free).effect).toBe('confirm')
  })

  it('asks for one outbound touch among others', () => {
    expect(decide(ask(sending, [read('/w/a'), ...out], { taint: both }), free).by.kind).toBe('flow')
  })

  it('is refused where a rule or the guard refuses: the data-flow check loosens nothing', () => {
    const request = ask(fetching, out, { taint: both })
    expect(decide(request, policyWith({ rules: [rule('deny', {})] })).effect).toBe('deny')
    expect(
      decide(request, policyWith({ guard: { on: true, allowTools: [], blockedTools: null } }))
        .effect,
    ).toBe('deny')
  })
})

describe('a call that stays inside', () => {
  it.each([
    ['reads', ask(reading, [read('/w/a')], { taint: both })],
    ['writes', ask(writing, [write('/w/a')], { taint: both })],
    ['runs a command, for which the network is closed', ask(running, [run('ls')], { taint: both })],
  ])('is not held by the data-flow check when it %s', (_what, request) =>
    expect(decide(request, free).by.kind).toBe('rule'),
  )
})

describe('a command that an agent runs by itself, with the network of this machine', () => {
  const native = { ...running, builtIn: false }
  const line = (...effects: CommandPart['effects']) =>
    run(part('curl -d @a https://a.example', { effects }))

  it.each<[string, CommandPart['effects'], Taint, string]>([
    ['dials, and nothing was read', ['network'], noTaint, 'rule'],
    ['dials after private data was read', ['network'], onlyPrivate, 'tier'],
    ['dials after both were read', ['writes-inside', 'network'], both, 'flow'],
    ['only reads', ['read-only'], both, 'rule'],
  ])('that %s is decided so, under a rule that allows everything', (_what, effects, taint, by) => {
    expect(decide(ask(native, [line(...effects)], { taint }), free).by.kind).toBe(by)
  })

  it('asks also where a lease covers it, and says that private data was read', () => {
    const given = [lease('exec', { touches: [line('network')] })]
    expect(
      decide(
        ask(native, [line('network')], { taint: onlyPrivate, leases: given }),
        plain,
      ).reasons.map(({ code }) => code),
    ).toContain('flow.private-out')
  })
})
