// Pure. The person's rules, compiled once into an index, so that a decision looks at the few rules
// that could speak and not at all of them. Order means nothing: what is asked is which rules hold,
// and the strictest of them decides.
import type { Effect, Reason } from '../../../contract/policy/decision.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { PathRoots } from '../path-glob.ts'
import { perKind } from './call-kind.ts'
import { compileEach } from './compiled-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { RuleFacts } from './rule-facts.ts'
import { concerns, holds } from './rule-holds.ts'
import { indexRules, listsOf } from './rule-index.ts'

export type RuleSet = {
  readonly count: number
  /** Whether one of them needs to know what the caller did before. */
  readonly asksEarlier: boolean
  /**
   * Of all rules that apply to a call the strictest, and of those the first by id; null when none
   * holds.
   */
  strictest(facts: RuleFacts): Rule | null
  /**
   * The first by id of those that hold and have this effect.
   * @param raisers what raises the call; left out, all that does.
   */
  first(facts: RuleFacts, effect: Effect, raisers?: readonly Reason[]): Rule | null
}

export function compileRules(rules: readonly Rule[], roots: PathRoots): RuleSet {
  const { foldsCase } = roots
  const compiled = compileEach(rules, roots)
  const indexOf = perKind((facts) =>
    indexRules(compiled.filter(({ rule }) => concerns(rule, facts))),
  )

  /** Each list is walked only until one holds, or until nothing better can come. */
  const search = (
    facts: RuleFacts,
    effect: Effect | null,
    raisers: readonly Reason[],
  ): Rule | null => {
    if (compiled.length === 0) return null
    let best: CompiledRule | null = null
    for (const list of listsOf(indexOf(facts), facts, foldsCase)) {
      for (const each of list) {
        if (best !== null && each.order >= best.order) break
        if (
          (effect === null || each.rule.effect === effect) &&
          holds(each, facts, raisers, foldsCase)
        ) {
          best = each
          break
        }
      }
    }
    return best?.rule ?? null
  }

  return {
    count: rules.length,
    asksEarlier: compiled.some(({ earlier }) => earlier),
    strictest: (facts) => search(facts, null, facts.raisers),
    first: (facts, effect, raisers = facts.raisers) => search(facts, effect, raisers),
  }
}
