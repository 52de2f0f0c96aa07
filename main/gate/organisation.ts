// Pure. What an organisation says of a call, beside the person's own policy. It is a whole policy
// of its own, asked about the same call, and the stricter of the two decides: so nothing in it can
// let through what the person's policy refuses or asks about, whatever it says.
import type { Decision, Effect, Reason } from '../../contract/policy/decision.ts'
import { strictness, stricter } from '../../contract/policy/strictness.ts'
import { higherTier, tierRank } from '../../contract/call/tier.ts'
import { layers } from './layers.ts'
import type { Case, Ruling } from './layers/case.ts'
import type { NamedPolicy } from './policy.ts'
import { stopReason } from './stop/stop-reason.ts'
import { heldByPreset } from './view.ts'

/** Of the person's own layers those that an organisation can fill, and its own default. */
const filled: ReadonlySet<string> = new Set([
  ...['setting', 'preset', 'rate-limit', 'deny-rule', 'confirm-rule'],
  ...['lease', 'allow-rule'],
])

export const organisationLayers: typeof layers = [
  { name: 'stop', rule: onTheirStop },
  ...layers.filter(({ name }) => filled.has(name)),
  { name: 'default', rule: organisationDefault },
]

/** What its own list names. The places that are built in are not its doing. */
function onTheirStop({ request, policy }: Case): Ruling | null {
  for (const touch of request.touches) {
    const bare =
      'zone' in touch && touch.zone === 'stop' ? { ...touch, zone: 'outside' as const } : touch
    const reason = stopReason(bare, policy, true)
    if (reason?.code === 'stop.path')
      return { effect: 'deny', by: { kind: 'stop', id: reason.code }, reasons: [reason] }
  }
  return null
}

/** What its setting of the tool or its preset says; without a preset, nothing is held back. */
function organisationDefault({ request, policy, tier }: Case): Ruling {
  const { name } = request.manifest
  const set = policy.tools[name]?.default
  const ofTier = policy.holdsTiers ? policy.tiers[tier] : 'allow'
  if (set !== undefined) {
    const effect = tierRank(tier) <= tierRank('R2') ? set : stricter(ofTier, set)
    return { effect, by: { kind: 'setting', id: name }, reasons: [] }
  }
  const held = policy.holdsTiers && ofTier === 'allow' ? heldByPreset(request, policy, tier) : null
  return held === null
    ? { effect: ofTier, by: { kind: 'tier', id: tier }, reasons: [] }
    : { effect: 'confirm', by: { kind: 'preset', id: policy.presetName }, reasons: [held] }
}

/** Of a call that needs two persons. */
export const secondPerson: Reason = {
  code: 'rule.approvers',
  text: 'A second person must approve this on their own machine.',
}

/** A decision, and which of the layers it is of. */
export type Ruled = { readonly decision: Decision; readonly layer: number }

/**
 * The stricter of the two. Of two alike the one of the earlier layer: what a layer of commands may
 * take depends on who decided, and a rule counts there before a default. Of two by one layer, the
 * person's own.
 */
export function strictestOf(own: Ruled, theirs: Ruled, organisation: NamedPolicy): Decision {
  const { name } = organisation
  const { tier } = theirs.decision
  const raised = tierRank(tier) > tierRank(own.decision.tier)
  const difference = strictness[theirs.decision.effect] - strictness[own.decision.effect]
  const held = difference > 0 || (difference === 0 && theirs.layer < own.layer)
  const decided = held ? theirs.decision : own.decision
  const { effect } = decided
  // Whichever of the two decides: where either asks two persons, two are asked.
  const two =
    effect === 'confirm' && (own.decision.approvers === 2 || theirs.decision.approvers === 2)
  const alsoTwo = two && own.decision.approvers !== 2
  if (!held && !raised && !alsoTwo && !alsoRefuses(own, theirs)) return own.decision
  const { approvers: _own, ...ownDecision } = own.decision
  const whole = higherTier(own.decision.tier, tier)
  return {
    ...ownDecision,
    effect,
    tier: whole,
    stepUp: effect === 'confirm' && (whole === 'R4' || two),
    ...(two ? { approvers: 2 as const } : {}),
    by: held ? { ...decided.by, organisation: name } : decided.by,
    reasons: [
      ...own.decision.reasons.filter(({ code }) => two || code !== secondPerson.code),
      ...(raised && effect !== 'allow'
        ? [{ code: 'organisation.tier', text: `${name} raises this to ${tier}.` }]
        : []),
      ...(effect === 'allow' ? [] : [reasonOf(theirs.decision, organisation)]),
      ...(alsoTwo ? [secondPerson] : []),
    ],
  }
}

/** Both refuse, by the same layer, for reasons of their own: then both are said. */
const alsoRefuses = (own: Ruled, theirs: Ruled): boolean =>
  own.decision.effect === 'deny' &&
  theirs.decision.effect === 'deny' &&
  theirs.decision.by.kind !== 'lease' &&
  theirs.decision.by.kind !== 'rate-limit'

/** Why, in a sentence that names the organisation. */
export function reasonOf(
  { effect, by, tier, reasons }: Decision,
  { name, missing }: NamedPolicy,
): Reason {
  if (missing)
    return {
      code: 'organisation.missing',
      text: `Managed by ${name}: its policy bundle is not here yet, so this needs approval.`,
    }
  const said = reasons.findLast(({ code: of }) => of !== secondPerson.code)?.text ?? ''
  const code = `organisation.${by.kind}`
  const managed = `Managed by ${name}:`
  switch (by.kind) {
    case 'stop':
      return { code, text: `${managed} its STOP list. ${said}` }
    case 'rule':
      return { code, text: `${managed} rule ${by.id}. ${said}` }
    case 'setting':
      return {
        code,
        text: `${managed} ${by.id} ${reasons.at(-1)?.code === 'setting.disabled' ? 'is switched off' : settingText[effect]}.`,
      }
    case 'tier':
      return { code, text: `${managed} its preset ${presetText(effect)} ${tier}.` }
    case 'emergency-stop':
    case 'flow':
    case 'grant':
    case 'guard':
    case 'lease':
    case 'preset':
    case 'rate-limit':
    case 'tool':
      return { code, text: `${managed} ${said}` }
  }
}

const settingText: { readonly [E in Effect]: string } = {
  allow: 'is allowed by default',
  confirm: 'needs approval by default',
  deny: 'is denied by default',
}
const presetText = (effect: Effect): string =>
  effect === 'deny' ? 'denies' : effect === 'confirm' ? 'needs approval for' : 'allows'
