// Pure. Whether a rule applies to a call: first by what many calls have in common, then by this one.
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { Effect, Reason } from '../../../contract/policy/decision.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { unnamedBy } from '../lease/raiser-cover.ts'
import { matchName } from '../path-glob.ts'
import { writesGuarded, writesUnseen } from '../touch-facts.ts'
import type { CallKind } from './call-kind.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { namesKind, namesWorkers } from './rule-callers.ts'
import { holdsEarlier } from './rule-earlier.ts'
import type { RuleFacts } from './rule-facts.ts'
import { speaksOfTouches } from './rule-touches.ts'

/**
 * The part of a rule that does not hang on this one call: what kind of caller, which tool, which
 * tier.
 */
export function concerns({ effect, when }: Rule, facts: CallKind): boolean {
  return (
    // A rule that allows a command says nothing of what came of it, unless it names just that.
    (effect !== 'allow' || facts.phased !== true || when.ids !== undefined) &&
    globbed(when.tools, facts.tool) &&
    namesCapability(effect, when, facts) &&
    (when.actions === undefined ||
      (facts.action !== null && when.actions.includes(facts.action))) &&
    (when.principals === undefined || namesKind(effect, when.principals, facts.principalKind)) &&
    (when.tiers === undefined || when.tiers.includes(facts.tier)) &&
    (when.channels === undefined || when.channels.some((channel) => channel === facts.channel)) &&
    (when.trust === undefined || when.trust.includes(facts.trust))
  )
}

/** By either id, and by its category. What is only supposed of a tool frees nothing. */
function namesCapability(
  effect: Effect,
  { ids, categories }: Rule['when'],
  { capability, otherCapability, supposed, category }: CallKind,
): boolean {
  const said = effect !== 'allow' || supposed !== true
  return (
    (ids === undefined ||
      (said && globbed(ids, capability)) ||
      (otherCapability !== undefined && globbed(ids, otherCapability))) &&
    (categories === undefined || (said && categories.includes(category)))
  )
}

const globbed = (globs: readonly string[] | undefined, name: string): boolean =>
  globs === undefined || globs.some((glob) => matchName(glob, name))

/**
 * What hangs on this call: who by name, time, taint, touches.
 * @param raisers what raises the call, or of that what is looked at alone
 */
export function holds(
  each: CompiledRule,
  facts: RuleFacts,
  raisers: readonly Reason[],
  foldsCase: boolean,
): boolean {
  if (each.agents !== null && !namesWorkers(each.rule.effect, each.agents, facts)) return false
  if (facts.at.epochMs >= each.expiresAt) return false
  const { when } = each.rule
  if (each.hours !== null && !each.hours(facts.at)) return false
  if (each.earlier && !holdsEarlier(when, facts.earlier)) return false
  if (
    when.taint !== undefined &&
    !when.taint.some((taint) => (taint === 'private' ? facts.privateRead : facts.untrustedRead))
  )
    return false
  if (when.guarded !== undefined && !asGuarded(each.rule, facts.touches)) return false
  if (each.rule.effect === 'allow' && facts.unspoken === true) return false
  if (
    each.rule.effect === 'allow' &&
    raisers.length > 0 &&
    unnamedBy(each.rule, each.guardedNames, raisers, facts.touches).length > 0
  )
    return false
  return speaksOfTouches(each, facts.touches, facts.earlier?.knownHosts ?? [], foldsCase)
}

/** What a command, a server or a plugin would write, nobody knows: no rule that allows takes it for plain. */
const asGuarded = ({ effect, when }: Rule, touches: readonly CanonicalTouch[]): boolean =>
  touches.some(writesGuarded) === when.guarded &&
  (effect !== 'allow' || !touches.some(writesUnseen))
