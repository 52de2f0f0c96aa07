// The requirements of the gating text, one case each way: what has to be let run or asked about, and
// the nearest call of which that is not true.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tier } from '../../contract/call/tier.ts'
import { tierRank } from '../../contract/call/tier.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import { decide } from '../../main/gate/decide.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import type { PolicySource } from '../../main/gate/policy.ts'
import { anyRequest, anySource, ruleOf } from './any.ts'
import {
  ask,
  callers,
  fetching,
  fromWeb,
  lease,
  part,
  policyWith,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  strictness,
  theirOwn,
  to,
  tool,
  write,
  writing,
} from './decision-requests.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import type { Policy } from '../../main/gate/policy.ts'
import { compileRules } from '../../main/gate/rules/rules.ts'
import { tries } from '../soak.ts'

const ANY_HASH = '0'.repeat(64)

type Want = readonly [tier: Tier, effect: Effect]
type Row = readonly [
  requirement: string,
  yes: DecisionRequest,
  want: Want,
  no: DecisionRequest,
  other: Want,
  source?: Partial<PolicySource>,
]
const inside = ask(writing, [write('/w/a')])
const docs = { hosts: ['docs.example'] }
const get = (host: string, manifest = sending): DecisionRequest =>
  ask(manifest, [to(host, { listed: host === 'docs.example' })])
const acts = tool('bank', 'R3', {
  id: 'account',
  actions: [
    { name: 'show', readOnly: true, riskTier: 'R1' },
    { name: 'delete', readOnly: false, riskTier: 'R4' },
  ],
})
const two = ask(writing, [write('/w/a'), write('/w/b')])

const table: readonly Row[] = [
  // Tiers.
  [
    'R0 needs no approval',
    ask(tool('t', 'R0', { id: 'math.eval' }), []),
    ['R0', 'allow'],
    ask(tool('t', 'R2'), []),
    ['R2', 'confirm'],
  ],
  [
    'fs.read inside is R1, outside more',
    ask(reading, [read('/w/a')]),
    ['R1', 'allow'],
    ask(reading, [read('/etc/a')]),
    ['R2', 'confirm'],
  ],
  [
    'http.get to a listed host is R1, to any other R3',
    get('docs.example'),
    ['R1', 'allow'],
    get('x.example'),
    ['R3', 'confirm'],
    docs,
  ],
  [
    'fs.write inside is R2, outside R3',
    inside,
    ['R2', 'confirm'],
    ask(writing, [write('/etc/a')]),
    ['R3', 'confirm'],
  ],
  [
    'system.run is R3',
    ask(running, [run('ls')]),
    ['R3', 'confirm'],
    ask(reading, [read('/w/a')]),
    ['R1', 'allow'],
  ],
  [
    'account.delete is R4, to look at it is not',
    ask(acts, [], { action: 'delete' }),
    ['R4', 'confirm'],
    ask(acts, [], { action: 'show' }),
    ['R1', 'allow'],
  ],
  [
    'fs.delete of large trees is R4',
    ask(running, [run(part('rm -rf x', { effects: ['destructive'] }))]),
    ['R4', 'confirm'],
    ask(running, [run('ls x')]),
    ['R3', 'confirm'],
  ],
  // Raisers.
  [
    'a target outside the workspace raises',
    ask(writing, [write('/tmp/a')]),
    ['R3', 'confirm'],
    inside,
    ['R2', 'confirm'],
  ],
  [
    'a domain that is not listed raises',
    get('x.example', fetching),
    ['R3', 'confirm'],
    get('docs.example', fetching),
    ['R1', 'allow'],
    docs,
  ],
  [
    'a destructive verb raises',
    ask(running, [run(part('rm -rf x', { effects: ['destructive'] }))]),
    ['R4', 'confirm'],
    ask(running, [run('rm x')]),
    ['R3', 'confirm'],
  ],
  [
    'a size above the limit raises',
    ask(writing, [{ ...write('/w/a'), bytes: 11 } as never]),
    ['R3', 'confirm'],
    ask(writing, [{ ...write('/w/a'), bytes: 10 } as never]),
    ['R2', 'confirm'],
    { limits: { writeBytes: 10, requestBytes: 10 } },
  ],
  [
    'an untrusted channel raises',
    { ...inside, channel: 'gateway' },
    ['R3', 'confirm'],
    inside,
    ['R2', 'confirm'],
    { channels: { gateway: 'untrusted' } },
  ],
  [
    'a sub-agent raises what it changes outside of our hands',
    ask(theirOwn, [write('/w/a')], { principal: callers['mcp-client'] }),
    ['R3', 'confirm'],
    ask(theirOwn, [write('/w/a')]),
    ['R2', 'confirm'],
  ],
  [
    'a tool that was not reviewed raises',
    ask(tool('x', 'R1', { builtIn: false }), [], { reviewed: false }),
    ['R3', 'confirm'],
    ask(tool('x', 'R1', { builtIn: false }), [], { reviewed: true }),
    ['R1', 'allow'],
  ],
  [
    'a target out of untrusted text raises',
    ask(writing, [write('/w/a')], { origins: fromWeb }),
    ['R3', 'confirm'],
    inside,
    ['R2', 'confirm'],
  ],
  // Precedence.
  [
    'deny over confirm',
    two,
    ['R2', 'deny'],
    inside,
    ['R2', 'confirm'],
    { rules: [rule('confirm', { paths: ['a'] }), rule('deny', { paths: ['b'] })] },
  ],
  [
    'confirm over allow',
    two,
    ['R2', 'confirm'],
    inside,
    ['R2', 'allow'],
    { rules: [rule('allow', { paths: ['**'] }), rule('confirm', { paths: ['b'] })] },
  ],
  [
    'R4 can never be plain allow',
    ask(acts, [], { action: 'delete' }),
    ['R4', 'confirm'],
    ask(acts, [], { action: 'show' }),
    ['R1', 'allow'],
    { rules: [rule('allow', { tools: ['bank'] })] },
  ],
  // What the policy looks at.
  [
    'who asks',
    { ...inside, principal: callers.subagent },
    ['R2', 'deny'],
    inside,
    ['R2', 'confirm'],
    { rules: [rule('deny', { principals: ['subagent'] })] },
  ],
  [
    'the trust of the channel',
    { ...inside, channel: 'gateway' },
    ['R2', 'deny'],
    inside,
    ['R2', 'confirm'],
    { rules: [rule('deny', { trust: ['limited'] })] },
  ],
  [
    'the workspace',
    inside,
    ['R2', 'deny'],
    { ...inside, touches: [] },
    ['R2', 'confirm'],
    { rules: [rule('deny', { workspaces: ['/w'], paths: ['**'] })] },
  ],
  [
    'the time',
    { ...inside, at: { epochMs: 0, weekday: 'mon', minute: 1_400 } },
    ['R2', 'deny'],
    inside,
    ['R2', 'confirm'],
    { rules: [rule('deny', { hours: { from: '22:00', to: '06:00' } })] },
  ],
  [
    'the rate',
    {
      ...inside,
      earlier: {
        calls: [
          {
            tool: 'write_file',
            capability: 'fs.write',
            action: null,
            session: 9,
            minute: 9,
            hour: 9,
            day: 9,
          },
        ],
        knownHosts: [],
        denials: 0,
      },
    },
    ['R2', 'deny'],
    inside,
    ['R2', 'confirm'],
    { rules: [rule('deny', { rate: { over: 9, per: 'minute' } })] },
  ],
  [
    'earlier approvals',
    { ...inside, earlier: { calls: [], knownHosts: [], denials: 3 } },
    ['R2', 'deny'],
    inside,
    ['R2', 'confirm'],
    { rules: [rule('deny', { denials: 3 })] },
  ],
  [
    'a remembered approval, for its scope',
    { ...inside, leases: [lease('write_file', { touches: [write('/w/a')] })] },
    ['R2', 'allow'],
    { ...two, leases: [lease('write_file', { touches: [write('/w/a')] })] },
    ['R2', 'confirm'],
  ],
]

describe('the gating text', () => {
  for (const [what, yes, want, no, other, source = {}] of table)
    it(`does: ${what}`, () => {
      const policy = policyWith(source)
      const said = (request: DecisionRequest): Want => {
        const { tier, effect } = decide(request, policy)
        return [tier, effect]
      }
      expect({ yes: said(yes), no: said(no) }).toEqual({ yes: want, no: other })
    })
})

it('holds for thousands of policies: in any order, the strictest wins, never below a floor @whole', () => {
  const turned = <T>(list: readonly T[]): readonly T[] => list.toReversed()
  fc.assert(
    fc.property(anyRequest, anySource, ruleOf('deny', 'confirm'), (request, source, more) => {
      // Only the rules differ, so the rest is prepared once.
      const whole = makePolicy({ ...source, rules: [] }, () => ANY_HASH)
      const created = (rules: PolicySource['rules']): Policy => ({
        ...whole,
        rules,
        ruleSet: compileRules(rules, source.roots),
      })
      const first = decide(request, created(source.rules))
      const back = decide(
        { ...request, touches: turned(request.touches), leases: turned(request.leases) },
        created(turned(source.rules)),
      )
      expect([back.effect, back.tier, back.by]).toEqual([first.effect, first.tier, first.by])
      // What holds of the rules, one by one, is never undercut by what they are together.
      const alone = source.rules
        .filter(({ effect }) => effect === 'deny')
        .map((each) => decide(request, created([each])))
      const refused = alone.some(({ by, effect }) => by.kind === 'rule' && effect === 'deny')
      expect(refused && first.effect !== 'deny').toBe(false)
      const after = decide(request, created([...source.rules, more]))
      expect(after.effect === 'allow' && first.effect !== 'allow').toBe(false)
      expect(more.effect === 'deny' && strictness[after.effect] < strictness[first.effect]).toBe(
        false,
      )
      // Floors: R4 asks with proof, and no rule, lease or list lowers a tier below R1 for a request.
      expect(
        first.tier === 'R4' &&
          (first.effect === 'allow' || first.stepUp !== (first.effect === 'confirm')),
      ).toBe(false)
      expect(tierRank(first.tier) < tierRank(first.baseTier) && first.tier !== 'R2').toBe(false)
    }),
    { numRuns: tries(10_000) },
  )
}, 600_000)
