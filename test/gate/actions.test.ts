// What an action says of itself decides: its tier, who may ask for it, and what raises it. The word
// of the tool counts only where it has no actions.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../contract/call/manifest.ts'
import { tierRank, tiers } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { Effect } from '../../contract/policy/decision.ts'
import { decide } from '../../main/gate/decide.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { ask, callers, plain, tool, write, writing } from './decision-requests.ts'

/** Reads and writes, and says of itself that it writes. */
const forge = tool('github', 'R2', {
  id: 'github',
  sideEffects: true,
  actions: [
    { name: 'list_prs', readOnly: true, riskTier: 'R1' },
    { name: 'list_issues', readOnly: true },
    { name: 'merge', readOnly: false, riskTier: 'R3' },
    { name: 'comment', readOnly: false },
    { name: 'delete_repo', readOnly: false, riskTier: 'R4' },
  ],
})
/** Says of itself that it reads, and that it is harmless. */
const sly = tool('sly', 'R1', {
  sideEffects: false,
  actions: [
    { name: 'show', readOnly: true },
    { name: 'put', readOnly: false },
    { name: 'drop', readOnly: false, riskTier: 'R0' },
  ],
})

const cases: readonly [
  what: string,
  Manifest,
  action: string | null,
  keyof typeof callers,
  Tier,
  Effect,
][] = [
  [
    'a read action of a tool that writes, by a sub-agent',
    forge,
    'list_prs',
    'subagent',
    'R1',
    'allow',
  ],
  [
    'a read action of a tool that writes, by a client',
    forge,
    'list_prs',
    'mcp-client',
    'R1',
    'allow',
  ],
  ['a read action with the tier of its tool', forge, 'list_issues', 'subagent', 'R2', 'confirm'],
  ['a mutating action, by an agent', forge, 'comment', 'agent', 'R2', 'confirm'],
  ['a mutating action, by a sub-agent', forge, 'comment', 'subagent', 'R3', 'confirm'],
  [
    'a mutating action with its own tier, by a sub-agent',
    forge,
    'merge',
    'subagent',
    'R3',
    'confirm',
  ],
  ['a grave action, by a sub-agent', forge, 'delete_repo', 'subagent', 'R4', 'confirm'],
  ['an action nobody declared, by a sub-agent', forge, 'rename', 'subagent', 'R3', 'confirm'],
  ['no action where there are some, by a sub-agent', forge, null, 'subagent', 'R3', 'confirm'],
  ['a read action of a tool that says that it reads', sly, 'show', 'agent', 'R1', 'allow'],
  ['a mutating action without a tier in an R1 tool', sly, 'put', 'agent', 'R2', 'confirm'],
  ['a mutating action that calls itself R0', sly, 'drop', 'agent', 'R2', 'confirm'],
  ['such an action, by a client', sly, 'put', 'mcp-client', 'R3', 'confirm'],
  ['an action nobody declared in an R1 tool', sly, 'rename', 'agent', 'R2', 'confirm'],
  [
    'a single-purpose R1 tool that changes something',
    tool('t', 'R1', { sideEffects: true }),
    null,
    'agent',
    'R2',
    'confirm',
  ],
  ['a single-purpose R1 tool that reads', tool('t', 'R1'), null, 'agent', 'R1', 'allow'],
]

describe('the tier of an action is', () => {
  it.each(cases)('%s', (_what, manifest, action, who, tier, effect) => {
    const decision = decide(ask(manifest, [], { action, principal: callers[who] }), plain)
    expect([decision.tier, decision.effect]).toEqual([tier, effect])
  })

  it('for files inside the workspace is not raised by who asks', () => {
    const asked = ask(writing, [write('/w/a')], { principal: callers.subagent })
    expect(decide(asked, plain).tier).toBe('R2')
  })
})

const anyTool = fc
  .record({
    riskTier: fc.constantFrom(...tiers),
    sideEffects: fc.boolean(),
    subagentAccess: fc.constantFrom('full' as const, 'readOnly' as const, 'denied' as const),
    actions: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('a', 'b', 'c', 'd'),
        readOnly: fc.boolean(),
        riskTier: fc.option(fc.constantFrom(...tiers), { nil: undefined }),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
  })
  .map(({ riskTier, actions, ...more }) =>
    tool('any', riskTier, {
      ...more,
      actions: actions.map(({ riskTier: own, ...action }) => ({
        ...action,
        ...(own === undefined ? {} : { riskTier: own }),
      })),
    }),
  )
const anyAction = fc.constantFrom('a', 'b', 'c', 'd', 'e', null)
const anyone = fc.constantFrom(...Object.values(callers))

describe('of any tool', () => {
  it('what changes something is never below R2, and never runs unasked by its tier', () => {
    fc.assert(
      fc.property(anyTool, anyAction, anyone, (manifest, action, principal) => {
        const named = manifest.actions.find(({ name }) => name === action)
        const reads =
          manifest.actions.length === 0 ? !manifest.sideEffects : named?.readOnly === true
        const { tier, effect } = decide(ask(manifest, [], { action, principal }), plain)
        const delegated = ['subagent', 'mcp-client'].includes(principal.kind)
        const least = reads ? 'R0' : delegated ? 'R3' : 'R2'
        expect(tierRank(tier)).toBeGreaterThanOrEqual(tierRank(least))
        expect(reads || effect === 'confirm').toBe(true)
        // Who asks adds nothing to what only reads.
        expect(!reads || tier === (named?.riskTier ?? manifest.riskTier)).toBe(true)
      }),
    )
  })

  it('a sub-agent that may only read sees none that could do more', () => {
    fc.assert(
      fc.property(anyTool, (manifest) => {
        const { subagentAccess, actions, sideEffects } = manifest
        const reads =
          actions.length === 0 ? !sideEffects : actions.every(({ readOnly }) => readOnly)
        const shown = hiddenBy(manifest, callers.subagent, plain) === null
        expect(shown).toBe(subagentAccess === 'full' || (subagentAccess === 'readOnly' && reads))
        expect(hiddenBy(manifest, callers.agent, plain)).toBeNull()
      }),
    )
  })
})
