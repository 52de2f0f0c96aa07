// What becomes freer when another preset is chosen. Pure: the window asks before it, and never after something stricter.
import type { Preset } from '../../contract/preset.ts'
import type { Tier } from '../../contract/tier.ts'

export type Freer =
  | { readonly kind: 'tier'; readonly tier: Tier; readonly from: 'confirm' | 'deny'; readonly to: 'allow' | 'confirm' }
  | { readonly kind: 'tools' }
  | { readonly kind: 'network' }
  | { readonly kind: 'writing' }
  | { readonly kind: 'reads' }

const strictness = { allow: 0, confirm: 1, deny: 2 } as const
const tiers = ['R0', 'R1', 'R2', 'R3', 'R4'] as const

/** Empty: nothing becomes freer. In doubt about a pattern it does: a question too many is better than one too few. */
export function freerBy(from: Preset, to: Preset): readonly Freer[] {
  const byTier = tiers.flatMap((tier): Freer[] => {
    const [before, after] = [from.tiers[tier], to.tiers[tier]]
    return before !== 'allow' && after !== 'deny' && strictness[after] < strictness[before]
      ? [{ kind: 'tier', tier, from: before, to: after }]
      : []
  })
  return [
    ...byTier,
    ...(covered(to.tools, from.tools, '*') ? [] : [{ kind: 'tools' } as const]),
    ...(to.allowNetwork && !from.allowNetwork ? [{ kind: 'network' } as const] : []),
    ...(covered(to.allowWritePaths, from.allowWritePaths, '/**') ? [] : [{ kind: 'writing' } as const]),
    ...(to.sandboxedReads && !from.sandboxedReads ? [{ kind: 'reads' } as const] : []),
  ]
}

/** Every pattern of the one stands in the other, word for word, or the other takes everything. */
const covered = (patterns: readonly string[], by: readonly string[], everything: string): boolean =>
  by.includes(everything) || patterns.every((pattern) => by.includes(pattern))
