// What holds of every call, rule, lease and setting.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Vote, type Decision } from '../../contract/policy/decision.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import { tierRank } from '../../contract/call/tier.ts'
import { decide, explain } from '../../main/gate/decide.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import type { PolicySource } from '../../main/gate/policy.ts'
import { listedTier } from '../../main/gate/raises/host-raises.ts'
import { anyRequest, anySource, ruleOf } from './any.ts'
import { sha256, strictness } from './decision-requests.ts'
import { many, tries } from '../soak.ts'

const created = (source: PolicySource) => makePolicy(source, sha256)
const strict = (decision: Decision): number => strictness[decision.effect]
const runs = { numRuns: many(400, 150, 60) }

/** All that a decision says, whatever the order of the touches was. */
const said = ({ touches, reasons, ...rest }: Decision) => ({
  ...rest,
  touches: touches.map((touch) => JSON.stringify(touch)).sort(),
  reasons: reasons.map(({ code, text }) => `${code} ${text}`).sort(),
})

describe('the gate, whatever is asked', () => {
  it('refuses every call of everybody once a person has stopped everything, and says so', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const policy = created(source)
        const decision = decide({ ...request, frozen: true }, policy)
        expect([decision.effect, decision.by, decision.stepUp]).toEqual([
          'deny',
          { kind: 'emergency-stop', id: 'everything' },
          false,
        ])
        expect(decision.reasons.at(-1)).toEqual({
          code: 'emergency-stop.stopped',
          text: 'A person stopped everything.',
        })
        expect(explain({ ...request, frozen: true }, policy).votes[0]).toMatchObject({
          layer: 'emergency-stop',
          effect: 'deny',
        })
        expect(explain({ ...request, frozen: false }, policy).votes[0]).toMatchObject({
          layer: 'emergency-stop',
          effect: null,
        })
      }),
      runs,
    )
  })

  it('gets no looser by a rule that refuses', () => {
    fc.assert(
      fc.property(anyRequest, anySource, ruleOf('deny'), (request, source, rule) => {
        const before = decide(request, created(source))
        expect(
          strict(decide(request, created({ ...source, rules: [...source.rules, rule] }))),
        ).toBeGreaterThanOrEqual(strict(before))
      }),
      runs,
    )
  })

  it('gets no looser by a rule that asks, but where only a default refused', () => {
    fc.assert(
      fc.property(anyRequest, anySource, ruleOf('confirm'), (request, source, rule) => {
        const before = decide(request, created(source))
        const after = decide(request, created({ ...source, rules: [...source.rules, rule] }))
        const byDefault = before.effect === 'deny' && ['tier', 'tool'].includes(before.by.kind)
        const ownDefault =
          before.by.kind === 'setting' && source.tools[request.manifest.name]?.disabled !== true
        const least =
          byDefault || ownDefault ? Math.min(strict(before), strictness.confirm) : strict(before)
        expect(strict(after)).toBeGreaterThanOrEqual(least)
      }),
      runs,
    )
  })

  it('gets no looser by what a session has read', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        // Rules may speak of what was read; of the rest, nothing is freed by it.
        const policy = created({
          ...source,
          rules: source.rules.map(
            ({ when: { taint: _taint, tiers: _tiers, ...when }, ...rule }) => ({ ...rule, when }),
          ),
        })
        const clean = decide(
          { ...request, taint: { privateRead: [], untrustedRead: [] }, origins: [] },
          policy,
        )
        expect(strict(decide(request, policy))).toBeGreaterThanOrEqual(strict(clean))
      }),
      { numRuns: tries(1_000) },
    )
  })

  it('gets no stricter when a rule that allows is added, and no looser when one is taken away', () => {
    fc.assert(
      fc.property(anyRequest, anySource, ruleOf('allow'), (request, source, rule) => {
        const more = decide(request, created({ ...source, rules: [...source.rules, rule] }))
        expect(strict(decide(request, created(source)))).toBeGreaterThanOrEqual(strict(more))
      }),
      runs,
    )
  })

  it('does not care for the order of rules, touches and leases', () => {
    fc.assert(
      fc.property(
        anyRequest.chain((request) =>
          fc.record({
            request: fc.constant(request),
            touches: fc.shuffledSubarray([...request.touches], {
              minLength: request.touches.length,
            }),
            leases: fc.shuffledSubarray([...request.leases], {
              minLength: request.leases.length,
            }),
          }),
        ),
        anySource.chain((source) =>
          fc.record({
            source: fc.constant(source),
            rules: fc.shuffledSubarray([...source.rules], { minLength: source.rules.length }),
          }),
        ),
        ({ request, touches, leases }, { source, rules }) => {
          const turned = decide({ ...request, touches, leases }, created({ ...source, rules }))
          expect(said(turned)).toEqual(said(decide(request, created(source))))
        },
      ),
      runs,
    )
  })

  it('never lets R4 run by rule, lease, setting or preset', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const decision = decide(request, created(source))
        expect(decision.tier === 'R4' && decision.effect === 'allow').toBe(false)
        expect(decision.stepUp).toBe(decision.tier === 'R4' && decision.effect === 'confirm')
      }),
      { numRuns: tries(1_000) },
    )
  })

  it('allows no refused call when a preset loses a tool', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const tools = ['read_file', 'write_file', 'exec', 'web_fetch', 'http']
        const full = { ...source, preset: { ...source.preset, tools } }
        const before = strict(decide(request, created(full)))
        for (const gone of tools) {
          const less = {
            ...source,
            preset: { ...source.preset, tools: tools.filter((name) => name !== gone) },
          }
          expect(strict(decide(request, created(less)))).toBeGreaterThanOrEqual(before)
        }
      }),
      { numRuns: many(150, 150, 60) },
    )
  })

  it('allows no refused call when allow rules lose a capability', () => {
    fc.assert(
      fc.property(anyRequest, anySource, fc.nat(11), (request, source, at) => {
        const narrow = (rule: Rule): Rule =>
          rule.effect === 'allow'
            ? {
                ...rule,
                when: { ...rule.when, ids: rule.when.ids?.slice(1) ?? [] },
              }
            : rule
        const rules = source.rules.map((rule, position) => (position === at ? narrow(rule) : rule))
        expect(strict(decide(request, created({ ...source, rules })))).toBeGreaterThanOrEqual(
          strict(decide(request, created(source))),
        )
      }),
      runs,
    )
  })

  it('is at or above the manifest, but for the one exception with all that it asks for', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const { tier, baseTier, reasons } = decide(request, created(source))
        const listed = listedTier(request, created(source))
        expect(tierRank(baseTier)).toBeGreaterThanOrEqual(
          tierRank(listed ?? request.manifest.riskTier),
        )
        if (tierRank(tier) >= tierRank(baseTier)) return
        expect([
          tier,
          baseTier,
          request.manifest.id,
          request.sandboxed,
          source.preset.sandboxedReads,
          request.reviewed,
        ]).toEqual(['R2', 'R3', 'system.run', true, true, null])
        expect(request.origins).toEqual([])
        expect(reasons.at(1)?.code).toBe('command.sandboxed-read')
        expect(['agent', 'person']).toContain(request.principal.kind)
        for (const touch of request.touches)
          expect(
            touch.kind === 'proc.run' &&
              touch.parts?.every(({ effects }) => effects.join() === 'read-only'),
          ).toBe(true)
      }),
      { numRuns: tries(2_000) },
    )
  })

  it('explains just what it decides', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const policy = created(source)
        const { votes, ...explained } = explain(request, policy)
        const decided = decide(request, policy)
        expect(explained).toEqual(decided)
        const first = votes.find(({ effect }) => effect !== null)
        expect([first?.effect, first?.id]).toEqual([decided.effect, decided.by.id])
        // Nobody's policy but the person's own is in it.
        const own = Vote.shape.layer.options.filter((layer) => layer !== 'organisation')
        expect(votes.map(({ layer }) => layer)).toEqual(own)
      }),
      { numRuns: tries(1_000) },
    )
  })

  it('gets no looser when the guard goes on, whatever it lets stay', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const off = decide(request, created({ ...source, guard: { ...source.guard, on: false } }))
        expect(
          strict(decide(request, created({ ...source, guard: { ...source.guard, on: true } }))),
        ).toBeGreaterThanOrEqual(strict(off))
      }),
      runs,
    )
  })

  it('always says who decided and why', () => {
    fc.assert(
      fc.property(anyRequest, anySource, (request, source) => {
        const { by, reasons, policyHash } = decide(request, created(source))
        expect([by.id.length > 0, reasons[0]?.code, policyHash]).toEqual([
          true,
          'tier.base',
          created(source).hash,
        ])
        expect(reasons.every(({ code, text }) => code !== '' && text !== '')).toBe(true)
      }),
      runs,
    )
  })
})

describe('the hash of a policy', () => {
  /**
   * The source as text in which lists without an order are sorted, made another way than the hash
   * makes it.
   */
  const normal = (source: PolicySource): string =>
    JSON.stringify(source, (key, value: unknown) =>
      Array.isArray(value) &&
      ['rules', 'stop', 'ownStop', 'hosts', 'allowTools', 'blockedTools'].includes(key)
        ? value.map((each) => JSON.stringify(ordered(each))).sort()
        : ordered(value),
    )
  const ordered = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value

  it('is the same for the same source in any order, and another for any other', () => {
    fc.assert(
      fc.property(anySource, anySource, (one, other) => {
        expect(created({ ...one, rules: one.rules.toReversed() }).hash).toBe(created(one).hash)
        expect(created(one).hash === created(other).hash).toBe(normal(one) === normal(other))
        // Two that differ in one place only, which two generated ones hardly ever do.
        expect(created({ ...one, rules: other.rules }).hash === created(one).hash).toBe(
          normal({ ...one, rules: other.rules }) === normal(one),
        )
      }),
      runs,
    )
  })
})
