// Pure. What is decided where no other layer spoke.
import { stricter } from '../../../contract/policy/strictness.ts'
import { tierRank } from '../../../contract/call/tier.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { heldByPreset } from '../view.ts'
import { ruling } from './case.ts'
import type { Case, Ruling } from './case.ts'
import { uncovered } from './uncovered.ts'

export function byDefault(given: Case): Ruling {
  const usual = defaultOf(given)
  return usual.effect === 'confirm'
    ? { ...usual, reasons: [...usual.reasons, ...uncovered(given)] }
    : usual
}

/** An action of a tool from outside of which a person said that it only reads, at a tier of its own. */
const readsAsMarked = ({ manifest, action }: DecisionRequest): boolean =>
  manifest.external?.decided === true &&
  manifest.actions.some(
    ({ name, readOnly, riskTier }) => name === action && readOnly && riskTier !== undefined,
  )

/**
 * The person's setting for the tool up to R2, else what the tier says. What a tool declares applies
 * to a tool from outside, and for a built-in one where it refuses. Within the tier the preset can
 * name what may run without approval.
 */
export function defaultOf({ request, policy, tier }: Case): Ruling {
  const { manifest } = request
  const { presetName } = policy
  const ofTier = policy.tiers[tier]
  const set = policy.tools[manifest.name]?.default
  if (set !== undefined) {
    const effect = tierRank(tier) <= tierRank('R2') ? set : stricter(ofTier, set)
    return { effect, by: { kind: 'setting', id: manifest.name }, reasons: [] }
  }
  const ofTool = readsAsMarked(request) ? 'allow' : manifest.defaultPolicy.effect
  const counts = !manifest.builtIn || ofTool === 'deny'
  const effect = counts ? stricter(ofTier, ofTool) : ofTier
  const held = effect === 'allow' ? heldByPreset(request, policy, tier) : null
  if (held !== null) return ruling('confirm', 'preset', presetName, held.code, held.text)
  return {
    effect,
    by: effect === ofTier ? { kind: 'tier', id: tier } : { kind: 'tool', id: manifest.name },
    reasons: [],
  }
}
