// What a screen says of a preset against what calls meet under it: every preset, tier, kind of tool,
// tool default and phase.
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../contract/policy/decision.ts'
import type { PresetEffect } from '../../contract/policy/policy-file.ts'
import { Preset, standardPresets } from '../../contract/policy/preset.ts'
import { tierRank, tiers } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import { decide, decideFirst, explain, explainFirst } from '../../main/gate/decide.ts'
import type { CommitFacts, DecisionRequest } from '../../main/gate/decision-request.ts'
import { commitRequest, stageRequest } from '../../main/gate/phase.ts'
import type { Policy } from '../../main/gate/policy.ts'
import { presetEffects } from '../../main/policy/preset-effects.ts'
import {
  ask,
  fetching,
  policyWith,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  strictness,
  to,
  tool,
  write,
  writing,
} from '../gate/decision-requests.ts'

const own: Readonly<Record<string, object>> = {
  'my free': { tiers: { R2: 'allow' }, withoutApproval: ['fs.read', 'system.stage'] },
  'my strict': { tiers: { R1: 'confirm', R2: 'allow' } },
  'my closed': { tiers: { R0: 'deny' } },
  'my few': { tools: ['read_file', 'exec'], allowNetwork: false, withoutApproval: ['exec'] },
  'my home': { tiers: { R2: 'allow' }, allowWritePaths: ['~/docs/*.md'] },
  'my folder': { tiers: { R2: 'allow' }, allowWritePaths: ['src/**'] },
}
const names = [...Object.keys(standardPresets), ...Object.keys(own)]
const presetOf = (name: string): Preset => Preset.parse(standardPresets[name] ?? own[name] ?? {})
const under = (name: string): Policy => policyWith({ preset: presetOf(name), presetName: name })
const effects: readonly Effect[] = ['allow', 'confirm', 'deny']
const facts: CommitFacts = { whole: true, trees: [], deleted: 0, privileged: [], repositories: [] }
const command = ask(running, [run('make')])
const inside = '/w/src/a'

/** A call of each kind that a screen speaks of. */
const calls: Readonly<Record<PresetEffect['work'], DecisionRequest>> = {
  harmless: ask(tool('sum', 'R0', { id: 'agent.own' }), []),
  read: ask(reading, [read(inside)]),
  'look-up': ask(fetching, [to('a.example', { listed: true })]),
  command,
  'no-sandbox': { ...command, sandboxed: false },
  write: ask(writing, [write(inside)]),
  commit: commitRequest(command, [write(inside)], facts),
  'read-outside': ask(reading, [read('/home/p/a')]),
  'write-outside': ask(writing, [write('/home/p/docs/a.md')]),
  send: ask(sending, [to('a.example')]),
  grave: ask(tool('pay', 'R4', { id: 'agent.own' }), []),
}

describe('what the overview says', () => {
  const cases = names.flatMap((name) =>
    [true, false].map((sandboxed) => [name, sandboxed] as const),
  )
  it.each(cases)('of %s is what calls meet (sandboxed: %s)', (name, sandboxed) => {
    const policy = under(name)
    for (const { work, tier, effect } of presetEffects(policy, sandboxed)) {
      const met = decideFirst(calls[work], policy)
      // Whatever is approved there, nothing runs without a sandbox.
      const want = work === 'no-sandbox' ? 'deny' : met.effect
      expect([work, effect, tier]).toEqual([work, want, met.tier])
    }
  })

  it('is this for the four built-in presets', () => {
    const said = (name: string): string =>
      presetEffects(under(name), true)
        .map(({ work, tier, effect }) => `${work} ${tier} ${effect}`)
        .join('\n')
    expect(Object.fromEntries(Object.keys(standardPresets).map((name) => [name, said(name)])))
      .toMatchInlineSnapshot(`
      {
        "ask": "harmless R0 allow
      read R1 allow
      look-up R1 allow
      command R1 allow
      write R2 confirm
      commit R2 confirm
      read-outside R2 confirm
      write-outside R3 confirm
      send R3 confirm
      grave R4 confirm",
        "careful": "harmless R0 allow
      read R1 allow
      look-up R1 confirm
      command R3 confirm
      write R2 confirm
      read-outside R2 confirm
      write-outside R3 confirm
      send R3 confirm
      grave R4 confirm",
        "flow": "harmless R0 allow
      read R1 allow
      look-up R1 allow
      command R1 allow
      write R2 allow
      commit R2 allow
      read-outside R2 confirm
      write-outside R3 confirm
      send R3 confirm
      grave R4 confirm",
        "read-only": "harmless R0 allow
      read R1 allow
      look-up R1 deny
      command R3 deny
      write R2 deny
      read-outside R2 deny
      write-outside R3 deny
      send R3 deny
      grave R4 deny",
      }
    `)
  })

  it('depends on no rule, lease or setting of a tool', () => {
    const plain = presetEffects(under('flow'), true)
    const more = policyWith({
      preset: presetOf('flow'),
      presetName: 'flow',
      rules: [rule('deny', {}), rule('allow', { tools: ['exec'] })],
      tools: { write_file: { disabled: true } },
    })
    expect(presetEffects(more, true)).toEqual(plain)
  })
})

/**
 * The rule of issue 17 in its own words, written a second time: the tier row beats the default of a
 * built-in tool, `deny` is never beaten, and what is in no tier row needs approval.
 */
function expected(preset: Preset, tier: Tier, builtIn: boolean, ofTool: Effect): Effect {
  const row = tiers
    .slice(0, tierRank(tier) + 1)
    .map((each) =>
      tierRank(each) > 2 && preset.tiers[each] !== 'deny' ? null : preset.tiers[each],
    )
    .reduce<Effect>(
      (most, each) => (each !== null && strictness[each] > strictness[most] ? each : most),
      tierRank(tier) > 2 ? 'confirm' : 'allow',
    )
  if (ofTool === 'deny') return 'deny'
  const named =
    tier === 'R0' || preset.withoutApproval.includes('*') ? row : stricter(row, 'confirm')
  return builtIn ? named : stricter(named, ofTool)
}
const stricter = (a: Effect, b: Effect): Effect => (strictness[b] > strictness[a] ? b : a)

describe('the tier row of a preset', () => {
  const table = names.flatMap((name) =>
    tiers.flatMap((tier) =>
      [true, false].flatMap((builtIn) =>
        effects.map((ofTool) => [name, tier, builtIn ? 'built-in' : 'external', ofTool] as const),
      ),
    ),
  )
  // The others show some tools only, and this one is none of them.
  it.each(table.filter(([name]) => presetOf(name).tools.includes('*')))(
    'of %s decides in %s about a tool that is %s and says %s',
    (name, tier, kind, ofTool) => {
      const manifest = tool('sample', tier, {
        builtIn: kind === 'built-in',
        defaultPolicy: { effect: ofTool, scope: '' },
      })
      const { effect } = decide(
        ask(manifest, [], { reviewed: kind === 'built-in' ? null : true }),
        under(name),
      )
      expect(effect).toBe(expected(presetOf(name), tier, kind === 'built-in', ofTool))
    },
  )

  it.each(table)('of %s allows nothing above R2: %s, %s, %s', (name, tier, kind, ofTool) => {
    for (const request of [
      ask(
        tool('sample', tier, {
          builtIn: kind === 'built-in',
          defaultPolicy: { effect: ofTool, scope: '' },
        }),
        [],
      ),
      stageRequest({ ...command, manifest: { ...running, riskTier: tier } }),
      commitRequest(command, [write(inside)], { ...facts, deleted: 11 }),
    ]) {
      const decision = decide(request, under(name))
      expect(decision.effect === 'allow' && tierRank(decision.tier) > 2).toBe(false)
    }
  })

  it.each(effects)('decides about a phase of a command whatever the tool says: %s', (ofTool) => {
    const manifest = { ...running, defaultPolicy: { effect: ofTool, scope: '' } }
    const met = names.map((name) => {
      const policy = under(name)
      const request = { ...command, manifest }
      return [
        name,
        decide(stageRequest(request), policy).effect,
        decide(commitRequest(request, [write(inside)], facts), policy).effect,
      ].join(' ')
    })
    expect(met).toEqual(
      ofTool === 'deny'
        ? names.map((name) => `${name} deny deny`)
        : [
            'flow allow allow',
            'ask allow confirm',
            'careful confirm confirm',
            'read-only deny deny',
            'my free allow confirm',
            'my strict confirm confirm',
            'my closed deny deny',
            'my few allow confirm',
            'my home allow deny',
            'my folder allow allow',
          ],
    )
  })
})

describe('what is explained of a command', () => {
  it.each([
    ['flow', 'confirm', 'Changes inside the workspace are then made, and can be undone.'],
    ['ask', 'confirm', 'What it changes needs approval.'],
    ['careful', 'confirm', null],
    ['read-only', 'deny', null],
  ])('under %s says what a throw-away copy does first', (name, effect, then) => {
    const explained = explainFirst(command, under(name))
    const said = explained.votes.at(-1)?.text.match(/It first runs.*/)?.[0] ?? null
    expect([explained.effect, explained.tier, said]).toEqual([
      effect,
      'R3',
      then === null ? null : `It first runs in a throw-away copy without approval. ${then}`,
    ])
    expect(said !== null).toBe(decideFirst(command, under(name)).effect === 'allow')
  })

  it('says nothing of a copy where no sandbox holds', () => {
    const live = { ...command, sandboxed: false }
    expect(explainFirst(live, under('flow'))).toEqual(explain(live, under('flow')))
  })
})
