// Pure. No clock, no disk, no log: same question and policy, same answer. `explain` is `decide`
// with every vote shown; both go through the same layers, so they cannot differ.
import { spellingSentence } from '../../contract/policy/command-spelling.ts'
import type { Decision, Explanation, Vote } from '../../contract/policy/decision.ts'
import { boundArgs } from './bound-args.ts'
import { layers } from './layers.ts'
import type { Case, Ruling } from './layers.ts'
import type { Policy } from './policy.ts'
import { capabilityOf } from './phase.ts'
import type { DecisionRequest } from './decision-request.ts'
import type { RuleFacts } from './rules.ts'
import { effectiveTier } from './tier.ts'
import type { TierVerdict } from './tier.ts'

export function decide(request: DecisionRequest, policy: Policy): Decision {
  const verdict = effectiveTier(request, policy)
  const facts = factsOf(request, verdict)
  // Of the rules only the strictest can decide: deny and confirm layers stand above allow, so one
  // search is enough.
  const strictest = policy.ruleSet.count === 0 ? null : policy.ruleSet.strictest(facts)
  const given: Case = {
    ...{ request, policy, tier: verdict.tier, raisers: verdict.raisers },
    rule: (effect) => (strictest?.effect === effect ? strictest : null),
    ruleBut: (left) => policy.ruleSet.first({ ...facts, raisers: left }, 'allow'),
  }
  for (const { rule } of layers) {
    const ruling = rule(given)
    if (ruling !== null) return decisionOf(given, verdict, ruling)
  }
  throw new Error('decide: no layer spoke, not even the default')
}

/** Every layer's vote, whether or not it decides. */
export function explain(request: DecisionRequest, policy: Policy): Explanation {
  const verdict = effectiveTier(request, policy)
  const facts = factsOf(request, verdict)
  const given: Case = {
    ...{ request, policy, tier: verdict.tier, raisers: verdict.raisers },
    rule: (effect) => policy.ruleSet.first(facts, effect),
    ruleBut: (left) => policy.ruleSet.first({ ...facts, raisers: left }, 'allow'),
  }
  const rulings = layers.map(({ name, rule }) => ({ name, ruling: rule(given) }))
  const deciding = rulings.find(({ ruling }) => ruling !== null)?.ruling
  if (deciding === undefined || deciding === null)
    throw new Error('explain: no layer spoke, not even the default')
  return {
    ...decisionOf(given, verdict, deciding),
    votes: rulings.map(({ name, ruling }) => voteOf(name, ruling, given)),
  }
}

const factsOf = (
  { manifest, action, args, principal, channel, touches, taint, at, phase }: DecisionRequest,
  { tier, raisers }: TierVerdict,
): RuleFacts => ({
  tool: manifest.name,
  phased: phase !== undefined,
  capability: phase === undefined ? manifest.id : capabilityOf[phase.kind],
  action,
  tier,
  principalKind: principal.kind,
  principalName: principal.name,
  channel,
  touches,
  privateRead: taint.privateRead.length > 0,
  untrustedRead: taint.untrustedRead.length > 0,
  raisers,
  at,
  unspoken: boundArgs(manifest, args).length > 0,
})

const decisionOf = (
  { request, policy, tier }: Case,
  { baseTier, reasons }: TierVerdict,
  { effect, by, reasons: more }: Ruling,
): Decision => ({
  effect,
  tier,
  baseTier,
  reasons: more.length === 0 ? [...reasons] : [...reasons, ...more],
  by,
  touches: [...request.touches],
  stepUp: tier === 'R4' && effect === 'confirm',
  policyHash: policy.hash,
})

const voteOf = (layer: Vote['layer'], ruling: Ruling | null, given: Case): Vote =>
  ruling === null
    ? { layer, effect: null, id: null, text: 'No decision.' }
    : {
        layer,
        effect: ruling.effect,
        id: ruling.by.id,
        text: `${ruling.reasons[0]?.text ?? `The default for ${ruling.by.id}.`}${spellings(ruling, given)}`,
      }

/** What a rule for commands sees beside its own words. */
function spellings({ effect, by }: Ruling, { rule }: Case): string {
  if (by.kind !== 'rule' || effect === 'allow') return ''
  const sentence = spellingSentence(effect, rule(effect)?.when.commands ?? [])
  return sentence === null ? '' : ` ${sentence}`
}
