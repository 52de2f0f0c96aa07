// Pure. Conditions of a rule about what the caller did before: how often, and what was denied.
import type { RuleWhen } from '../../../contract/policy/rule.ts'
import type { EarlierCount, EarlierFacts } from '../decision-request.ts'
import { matchName } from '../path-glob.ts'

/** Whether a rule with these conditions needs to know what came before. */
export const asksEarlier = ({ rate, denials, newHost }: RuleWhen): boolean =>
  rate !== undefined || denials !== undefined || newHost !== undefined

/** As far as the conditions of count and denial go. */
export function holdsEarlier(
  { rate, denials, tools, ids, actions }: RuleWhen,
  earlier: EarlierFacts | undefined,
): boolean {
  if (denials !== undefined && (earlier?.denials ?? 0) < denials) return false
  if (rate === undefined) return true
  let before = 0
  for (const count of earlier?.calls ?? [])
    if (
      named(tools, count.tool) &&
      named(ids, count.capability) &&
      (actions === undefined || (count.action !== null && actions.includes(count.action)))
    )
      before += count[rate.per]
  return (
    (rate.over === undefined || before >= rate.over) &&
    (rate.upTo === undefined || before < rate.upTo)
  )
}

const named = (globs: readonly string[] | undefined, name: EarlierCount['tool']): boolean =>
  globs === undefined || globs.some((glob) => matchName(glob, name))
