// What an organisation says beside the person's own policy: only ever more, never less.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Preset } from '../../contract/policy/preset.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { tierRank } from '../../contract/call/tier.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { decide, decideFirst, explain } from '../../main/gate/decide.ts'
import { makePolicy, organisationPolicy, under } from '../../main/gate/policy.ts'
import type { Policy, PolicySource } from '../../main/gate/policy.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { tries } from '../soak.ts'
import { anyRequest, anySource } from './any.ts'
import { ask, read, reading, sha256, source, strictness, writing } from './decision-requests.ts'

/** As if an organisation had signed it. */
const heldBy = (own: PolicySource, theirs: PolicySource, holdsPreset: boolean): Policy =>
  under(
    makePolicy(own, sha256),
    {
      name: 'Example',
      policy: organisationPolicy(theirs, holdsPreset, sha256),
      more: '',
      missing: false,
    },
    sha256,
  )

it('never decides a call looser, at a lower tier or without a step-up because of a bundle', () => {
  fc.assert(
    fc.property(
      anyRequest,
      anySource,
      anySource,
      fc.boolean(),
      (request, own, theirs, holdsPreset) => {
        const without = makePolicy(own, sha256)
        const within = heldBy(own, theirs, holdsPreset)
        for (const asked of [decide, decideFirst, explain]) {
          const [before, after] = [asked(request, without), asked(request, within)]
          expect(strictness[after.effect]).toBeGreaterThanOrEqual(strictness[before.effect])
          expect(tierRank(after.tier)).toBeGreaterThanOrEqual(tierRank(before.tier))
          expect(before.stepUp && !after.stepUp && after.effect !== 'deny').toBe(false)
        }
        const [before, after] = [without, within].map((policy) =>
          hiddenBy(request.manifest, request.principal, policy),
        )
        expect(before !== null && after === null).toBe(false)
      },
    ),
    { numRuns: tries(2_000) },
  )
})

it('is never looser than the organisation either, whatever the person writes', () => {
  fc.assert(
    fc.property(anyRequest, anySource, anySource, (request, own, theirs) => {
      const first = decide(request, heldBy(source, theirs, true))
      const theirPart = explain(request, heldBy(own, theirs, true)).votes.at(-1)
      const alone = explain(request, heldBy(source, theirs, true)).votes.at(-1)
      expect(theirPart).toEqual(alone)
      const held = theirPart?.effect ?? 'allow'
      expect(strictness[decide(request, heldBy(own, theirs, true)).effect]).toBeGreaterThanOrEqual(
        strictness[held],
      )
      expect(strictness[first.effect]).toBeGreaterThanOrEqual(strictness[held])
    }),
    { numRuns: tries(1_000) },
  )
})

const rule = (effect: Rule['effect'], when: Rule['when'] = {}): Rule =>
  Rule.parse({ id: `their-${effect}`, when, effect, reason: 'Nobody reads this.' })
const free = (more: Partial<PolicySource> = {}): PolicySource => ({
  ...source,
  preset: Preset.parse({ tiers: { R2: 'allow' } }),
  presetName: 'free',
  ...more,
})

const cases: readonly (readonly [
  what: string,
  theirs: Partial<PolicySource>,
  request: DecisionRequest,
  expected: object,
])[] = [
  [
    'a rule that denies',
    { rules: [rule('deny', { paths: ['/etc/*'] })] },
    ask(reading, [read('/etc/a')]),
    {
      effect: 'deny',
      by: { kind: 'rule', id: 'their-deny', organisation: 'Example' },
      reason: 'Managed by Example: rule their-deny. Nobody reads this.',
    },
  ],
  [
    'a place on the STOP list',
    { ownStop: ['/etc/*'] },
    ask(reading, [read('/etc/a')]),
    {
      effect: 'deny',
      by: { kind: 'stop', id: 'stop.path', organisation: 'Example' },
      reason:
        'Managed by Example: its STOP list. /etc/a is on the STOP list: no call may touch it.',
    },
  ],
  [
    'a preset',
    { preset: Preset.parse({ tiers: { R2: 'deny', R3: 'deny', R4: 'deny' } }) },
    ask(writing, []),
    {
      effect: 'deny',
      by: { kind: 'tier', id: 'R2', organisation: 'Example' },
      reason: 'Managed by Example: its preset denies R2.',
    },
  ],
  [
    'a tool that is off',
    { tools: { [writing.name]: { disabled: true } } },
    ask(writing, []),
    {
      effect: 'deny',
      by: { kind: 'setting', id: writing.name, organisation: 'Example' },
      reason: `Managed by Example: ${writing.name} is switched off.`,
    },
  ],
]

it.each(cases)('names the organisation for %s', (_what, theirs, request, expected) => {
  const { effect, by, reasons } = decide(request, heldBy(free(), free(theirs), true))
  expect({ effect, by, reason: reasons.at(-1)?.text }).toEqual(expected)
})

it('holds nothing back without a preset but what its rules, settings and STOP list say', () => {
  const request = ask(writing, [])
  const own = free()
  const theirs = free({ preset: Preset.parse({ tiers: { R2: 'deny' } }) })
  expect(decide(request, heldBy(own, theirs, false))).toEqual({
    ...decide(request, makePolicy(own, sha256)),
    policyHash: heldBy(own, theirs, false).hash,
  })
  expect(decide(request, heldBy(own, theirs, true)).effect).toBe('deny')
})

it('makes another policy of every other bundle, so that approvals are asked for again', () => {
  const one = heldBy(free(), free(), true)
  const other = heldBy(free(), free({ rules: [rule('deny')] }), true)
  expect(new Set([makePolicy(free(), sha256).hash, one.hash, other.hash]).size).toBe(3)
})
