// What raised a call is a bound: its amount, or what it was about. A lease of one card, asked with
// calls that go further.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandDoubt, CommandEffect, CommandPart } from '../../../contract/call/command.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { decide } from '../../../main/gate/decide.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { boundsShown } from '../../../main/gate/lease/raiser-bounds.ts'
import { raiserCodes, raisersOn } from '../../../main/gate/lease/raiser-cover.ts'
import { anyRequest } from '../any.ts'
import {
  theirOwn,
  ask,
  callers,
  connect,
  lease,
  part,
  plain,
  run,
  running,
  sending,
  sha256,
  to,
  tool,
  writing,
} from '../decision-requests.ts'
import { tries } from '../../soak.ts'

const theirs = tool('theirs', 'R2', { builtIn: false })
const definition = (text: string) => DefinitionHash.parse(sha256(text))
const sized = (bytes: number, path = '/w/a'): CanonicalTouch => ({
  kind: 'fs.write',
  path,
  zone: 'workspace',
  is: 'file',
  bytes,
})
const sent = (bytes: number, host = 'a.example') =>
  to(host, { method: 'POST', listed: true, bytes })
const odd = (
  line: string,
  effect: CommandEffect,
  ...doubts: readonly CommandDoubt[]
): CommandPart =>
  part(line, { effects: [effect], ...(doubts.length === 0 ? {} : { doubts: [...doubts] }) })
const elsewhere = (line: string, cwd: string): CanonicalTouch =>
  ({ ...run(line), cwd, zone: 'outside' }) as CanonicalTouch

/**
 * The lease that the answer to this card brings about, with these limits or by just what was shown.
 */
const leaseOf = (card: DecisionRequest, patterns: Partial<LeasePatterns> | null) => {
  const reasons = raisersOn(decide({ ...card, leases: [] }, plain).reasons)
  const { touches, principal, channel } = card
  return lease(card.manifest.name, {
    touches: patterns === null ? [...touches] : [],
    patterns: { ...noPatterns, ...patterns },
    raisers: raiserCodes(reasons),
    bounds: boundsShown(reasons, {
      touches,
      principal,
      channel,
      definition: card.definition ?? null,
    }),
  })
}
const answered = (
  card: DecisionRequest,
  patterns: Partial<LeasePatterns> | null,
  later: DecisionRequest,
): readonly string[] => {
  const { effect, reasons } = decide({ ...later, leases: [leaseOf(card, patterns)] }, plain)
  return [
    effect,
    ...reasons.filter(({ code }) => code === 'lease.uncovered').map(({ text }) => text),
  ]
}
const more = (sentence: string) => ['confirm', `Your approval did not cover this: ${sentence}`]

const folder = { paths: ['/w/**'] }
const posts: Partial<LeasePatterns> = {
  hosts: ['a.example', 'b.example'],
  methods: ['POST', 'PUT'],
}
const cases: readonly [
  string,
  DecisionRequest,
  Partial<LeasePatterns> | null,
  DecisionRequest,
  readonly string[],
][] = [
  [
    'a write as large as the one shown',
    ask(writing, [sized(6_000_000)]),
    folder,
    ask(writing, [sized(6_000_000, '/w/b')]),
    ['allow'],
  ],
  [
    'a smaller one',
    ask(writing, [sized(6_000_000)]),
    folder,
    ask(writing, [sized(5_500_000)]),
    ['allow'],
  ],
  [
    'a larger one',
    ask(writing, [sized(6_000_000)]),
    folder,
    ask(writing, [sized(6_000_001)]),
    more('It writes 6000001 bytes, more than the 5242880 you set.'),
  ],
  [
    'a larger one to just the file that was shown',
    ask(writing, [sized(6_000_000)]),
    null,
    ask(writing, [sized(9_000_000)]),
    more('It writes 9000000 bytes, more than the 5242880 you set.'),
  ],
  [
    'a larger request to the same address',
    ask(sending, [sent(6_000_000)]),
    { hosts: ['a.example'], methods: ['POST'] },
    ask(sending, [sent(7_000_000)]),
    more('It sends 7000000 bytes, more than the 1048576 you set.'),
  ],
  [
    'another host that has left the allowlist',
    ask(sending, [
      to('a.example', { method: 'POST' }),
      to('b.example', { method: 'POST', listed: true }),
    ]),
    posts,
    ask(sending, [to('b.example', { method: 'POST' })]),
    more('b.example is not on your allowlist for POST.'),
  ],
  [
    'another method to a host that was shown with one',
    ask(sending, [
      to('a.example', { method: 'POST', listed: true }),
      to('b.example', { method: 'PUT', listed: true }),
    ]),
    posts,
    ask(sending, [to('a.example', { method: 'PUT', listed: true })]),
    more('It sends data to a.example with PUT.'),
  ],
  [
    'another name below a host that its limits name so',
    ask(sending, [to('x.a.example', { method: 'POST' })]),
    { hosts: ['*.a.example'], methods: ['POST'] },
    ask(sending, [to('y.a.example', { method: 'POST' })]),
    ['allow'],
  ],
  [
    'a connection to another host',
    ask(running, [run('ls'), connect('a.example', { listed: true })]),
    { commands: ['ls'], hosts: ['a.example', 'b.example'] },
    ask(running, [run('ls'), connect('b.example', { listed: true })]),
    more('The command can send anything it sees to b.example:443.'),
  ],
  [
    'another caller with rights of its own',
    ask(theirOwn, [sized(1)], { principal: callers.subagent }),
    folder,
    ask(theirOwn, [sized(1)], { principal: { ...callers.subagent, name: 'other' } }),
    more('other asks, not an agent you talk to yourself.'),
  ],
  [
    'the same caller',
    ask(theirOwn, [sized(1)], { principal: callers.subagent }),
    folder,
    ask(theirOwn, [sized(1)], { principal: callers.subagent }),
    ['allow'],
  ],
  [
    'a tool that was not reviewed, as it was',
    ask(theirs, [sized(1)], { reviewed: false, definition: definition('a') }),
    folder,
    ask(theirs, [sized(1)], { reviewed: false, definition: definition('a') }),
    ['allow'],
  ],
  [
    'a tool that was not reviewed, and has changed since',
    ask(theirs, [sized(1)], { reviewed: false, definition: definition('a') }),
    folder,
    ask(theirs, [sized(1)], { reviewed: false, definition: definition('b') }),
    more(
      'theirs is an external tool that you have not reviewed, or that changed since your review.',
    ),
  ],
  [
    'the same command in another folder outside the workspace',
    ask({ ...running, builtIn: false }, [elsewhere('ls', '/x')], { reviewed: true }),
    { commands: ['ls'] },
    ask({ ...running, builtIn: false }, [elsewhere('ls', '/y')], { reviewed: true }),
    more('It runs outside the workspace: /y'),
  ],
  [
    'a copy to another place outside the workspace',
    ask(running, [run(odd('cp a /tmp/b', 'writes-outside'))]),
    { commands: ['cp a'] },
    ask(running, [run(odd('cp a /etc/cron.d/b', 'writes-outside'))]),
    more('It writes outside the workspace: cp a /etc/cron.d/b'),
  ],
  [
    'a search in another folder outside the workspace',
    ask(running, [run(odd('grep -r x /srv', 'unknown', 'below'))]),
    { commands: ['grep -r x'] },
    ask(running, [run(odd('grep -r x /', 'unknown', 'below'))]),
    more(
      'It may read everything below a folder outside the workspace, including protected paths: grep -r x /',
    ),
  ],
  [
    'the same program on the network with further words',
    ask(running, [run(odd('git fetch', 'network'))]),
    { commands: ['git fetch'] },
    ask(running, [run(odd('git fetch origin', 'network'))]),
    ['allow'],
  ],
  [
    'an ordinary program that is unlisted, with further words',
    ask(running, [run(odd('npm test', 'unknown'))]),
    { commands: ['npm test'] },
    ask(running, [run(odd('npm test -- --watch', 'unknown'))]),
    ['allow'],
  ],
]

describe('a lease of a card, and', () => {
  it.each(cases)('%s', (_what, card, patterns, later, want) =>
    expect(answered(card, patterns, later)).toEqual(want),
  )

  it('a lease from before bounds were stored covers no raiser that has one', () => {
    const card = ask(writing, [sized(6_000_000)])
    const old = leaseOf(card, folder)
    const without = { ...old, lease: { ...old.lease, bounds: [] } }
    expect(decide({ ...card, leases: [without] }, plain).effect).toBe('confirm')
    expect(decide({ ...card, leases: [old] }, plain).effect).toBe('allow')
  })

  it('any card covers the call it showed, unless that has to be named', () => {
    fc.assert(
      fc.property(anyRequest, (given) => {
        const card = { ...given, definition: definition('x') }
        const before = decide({ ...card, leases: [] }, plain)
        if (
          before.effect !== 'confirm' ||
          before.tier === 'R4' ||
          card.touches.length === 0 ||
          before.by.kind !== 'tier'
        )
          return
        const codes = raiserCodes(before.reasons)
        if (codes.includes('flow.private-out') || codes.includes('origin.untrusted')) return
        expect(decide({ ...card, leases: [leaseOf(card, null)] }, plain).effect).toBe('allow')
      }),
      { numRuns: tries(2_000) },
    )
  })

  it('no amount above the one shown, whatever the touches and their order', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 20_000_000 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(amounts, amounts, (shown, later) => {
        const card = ask(
          writing,
          shown.map((bytes, at) => sized(bytes, `/w/${at}`)),
        )
        const asked = ask(
          writing,
          later.map((bytes, at) => sized(bytes, `/w/${at}`)),
        )
        const raised = Math.max(...later) > 5_242_880
        expect(answered(card, folder, asked)[0]).toBe(
          !raised || Math.max(...later) <= Math.max(...shown) ? 'allow' : 'confirm',
        )
      }),
    )
  })
})
