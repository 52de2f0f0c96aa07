// Pure. What every layer of the gate is given, and the rulings it may return.
import type { Tier } from '../../../contract/call/tier.ts'
import type { DecidedBy, Effect, Reason, Vote } from '../../../contract/policy/decision.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { DecisionRequest } from '../decision-request.ts'
import type { Policy } from '../policy.ts'

export type Ruling = {
  readonly effect: Effect
  readonly by: DecidedBy
  readonly reasons: readonly Reason[]
}

/** A question with its tier, and a way to ask for the rule of an effect that holds. */
export type Case = {
  readonly request: DecisionRequest
  readonly policy: Policy
  readonly tier: Tier
  /** What raises it to that tier. */
  readonly raisers: readonly Reason[]
  readonly rule: (effect: Effect) => Rule | null
  /** The rule that would allow it if only these raised it. */
  readonly ruleBut: (raisers: readonly Reason[]) => Rule | null
}

/** Null where the layer has nothing to say of this call. */
export type Layer = { readonly name: Vote['layer']; readonly rule: (given: Case) => Ruling | null }

export const ruling = (
  effect: Effect,
  kind: DecidedBy['kind'],
  id: string,
  code: string,
  text: string,
): Ruling => ({
  effect,
  by: { kind, id },
  reasons: [{ code, text }],
})

/** Touches come in the order of the tool; what is said of them does not hang on it. */
export const inOrder = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.toSorted((a, b) => (`${a.code} ${a.text}` < `${b.code} ${b.text}` ? -1 : 1))
