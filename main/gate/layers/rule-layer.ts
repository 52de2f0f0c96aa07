// Pure. The person's rules, one effect at a time.
import type { Effect } from '../../../contract/policy/decision.ts'
import { ruling } from './case.ts'
import type { Case, Ruling } from './case.ts'

export function ruled({ rule: find, tier }: Case, effect: Effect): Ruling | null {
  // R4 can never be allowed by rule.
  if (effect === 'allow' && tier === 'R4') return null
  const rule = find(effect)
  return rule === null ? null : ruling(effect, 'rule', rule.id, `rule.${effect}`, rule.reason)
}
