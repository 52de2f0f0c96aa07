// What a person may set where an organisation holds the same: further, never back. Standard presets
// are tried each against each.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Bundle } from '../../contract/bundle/bundle.ts'
import { managedIn } from '../../contract/bundle/state.ts'
import { Config } from '../../contract/policy/config/config.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { looserPatch, looserText } from '../../main/policy/looser-than-held.ts'
import { bundleOf } from '../bundle/bundles.ts'

const holds = (more: Partial<z.input<typeof Bundle>>) => managedIn(bundleOf(more))
const own = (more: Partial<z.input<typeof Config>> = {}): Config => Config.parse(more)

// From the strictest to the loosest.
const inOrder = ['read-only', 'careful', 'ask', 'flow'] as const
const choices = inOrder.flatMap((held, least) =>
  inOrder.flatMap((from, was) => inOrder.map((to, is) => ({ held, from, to, least, was, is }))),
)

it.each(choices)('held to $held, from $from to $to', ({ held, from, to, least, was, is }) => {
  const refused = is > least && is > was
  const before = own({ preset: from })
  const [byPatch, byText] = [
    looserPatch(holds({ preset: held }), { preset: to }, before),
    looserText(holds({ preset: held }), before, own({ preset: to })),
  ]
  const expected = refused
    ? {
        code: 'policy.managed',
        text: `Managed by Example: no preset looser than ${held} can be chosen, and ${to} is looser.`,
      }
    : null
  expect([byPatch?.code ?? null, byText?.code ?? null]).toEqual([
    expected?.code ?? null,
    expected?.code ?? null,
  ])
  expect([byPatch?.text ?? null, byText?.text ?? null]).toEqual([
    expected?.text ?? null,
    expected?.text ?? null,
  ])
})

const tool = (setting: NonNullable<ConfigPatch['tool']>['setting']) => ({
  tool: { name: 'http', setting },
})
const switchedOff = 'Managed by Example: http is switched off.'

describe('one change', () => {
  it.each([
    [
      'on, where they switched it off',
      { disabled: true },
      {},
      tool({ disabled: false }),
      switchedOff,
    ],
    ['own word taken out', { disabled: true }, { disabled: true }, tool({ disabled: null }), null],
    ['off as well', { disabled: true }, {}, tool({ disabled: true }), null],
    [
      'a lower tier than theirs and than before',
      { tier: 'R3' },
      { tier: 'R4' },
      tool({ tier: 'R2' }),
      'Managed by Example: http is raised to R3.',
    ],
    [
      'a lower tier than before, and not than theirs',
      { tier: 'R3' },
      { tier: 'R4' },
      tool({ tier: 'R3' }),
      null,
    ],
    ['a first tier', { tier: 'R4' }, {}, tool({ tier: 'R3' }), null],
    [
      'allowed by default',
      { default: 'confirm' },
      {},
      tool({ default: 'allow' }),
      'Managed by Example: http needs approval by default.',
    ],
    ['denied by default', { default: 'confirm' }, {}, tool({ default: 'deny' }), null],
    [
      'asked by default after denied',
      { default: 'deny' },
      { default: 'deny' },
      tool({ default: 'confirm' }),
      'Managed by Example: http is denied by default.',
    ],
    [
      'results unread',
      { reviewResults: true },
      {},
      tool({ reviewResults: false }),
      'Managed by Example: results of http are reviewed.',
    ],
    [
      'more often',
      { rateLimits: { perMinute: 5 } },
      { rateLimits: { perMinute: 3 } },
      tool({ rateLimits: { perMinute: 9 } }),
      'Managed by Example: http may not be called more often.',
    ],
    [
      'a first limit',
      { rateLimits: { perMinute: 5 } },
      {},
      tool({ rateLimits: { perMinute: 9 } }),
      null,
    ],
    [
      'another tool',
      { disabled: true },
      {},
      { tool: { name: 'exec', setting: { disabled: false } } },
      null,
    ],
  ] as const)('%s', (_what, theirs, before, patch, expected) => {
    const held = holds({ tools: { http: theirs } })
    expect(looserPatch(held, patch, own({ tools: { http: before } }))?.text ?? null).toBe(expected)
    expect(looserPatch(null, patch, own({ tools: { http: before } }))).toBe(null)
  })

  it('takes a preset of an agent’s own that is looser for none, and no other', () => {
    const held = holds({ preset: 'ask' })
    const client = (preset: string | null) => ({ client: { name: 'cursor', preset } })
    const before = own({ preset: 'careful' })
    expect(looserPatch(held, client('flow'), before)?.code).toBe('policy.managed')
    expect(looserPatch(held, client('read-only'), before)).toBe(null)
    expect(looserPatch(held, client(null), before)).toBe(null)
  })
})

it('compares a preset that is written from nothing under the name of the one before', () => {
  const held = holds({ preset: 'ask' })
  const after = own({ preset: 'ask', presets: { ask: { tiers: { R2: 'allow' } } } })
  expect(looserText(held, own({ preset: 'ask' }), after)?.code).toBe('policy.managed')
  expect(looserText(held, after, own({ preset: 'ask' }))).toBe(null)
})

it('leaves a text alone whose looser parts were there before', () => {
  const held = holds({ preset: 'read-only', tools: { http: { disabled: true, default: 'deny' } } })
  const before = own({ preset: 'flow', tools: { http: { default: 'allow' } } })
  expect(looserText(held, before, own({ ...before, stop: ['/x'] }))).toBe(null)
})
