// Pure. No clock, no disk, no log: same question and policy, same answer. `explain` is `decide`
// with every vote shown; both go through the same layers, so they cannot differ.
import { workersOf } from '../../contract/call/principal.ts'
import { trustIn } from '../../contract/policy/channel-trust.ts'
import { spellingSentence } from '../../contract/policy/command-spelling.ts'
import type { Decision, Effect, Explanation, Vote } from '../../contract/policy/decision.ts'
import { boundArgs } from './bound-args.ts'
import { layers } from './layers.ts'
import type { Case, Layer, Ruling } from './layers/case.ts'
import { organisationLayers, reasonOf, secondPerson, strictestOf } from './organisation.ts'
import type { Ruled } from './organisation.ts'
import type { Policy } from './policy.ts'
import { capabilityOf, commitRequest, mayStage, stageRequest } from './phase.ts'
import type { CommitFacts, DecisionRequest } from './decision-request.ts'
import type { RuleFacts } from './rules/rule-facts.ts'
import { effectiveTier } from './tier.ts'
import type { TierVerdict } from './tier.ts'

/** The strictest of the person's policy and, where there is one, of their organisation's. */
export function decide(request: DecisionRequest, policy: Policy): Decision {
  const own = decideAlone(request, policy, layers)
  const { organisation } = policy
  return organisation === null
    ? own.decision
    : strictestOf(own, decideAlone(request, organisation.policy, organisationLayers), organisation)
}

function decideAlone(request: DecisionRequest, policy: Policy, among: typeof layers): Ruled {
  const verdict = effectiveTier(request, policy)
  // Of the rules only the strictest can decide: deny and confirm layers are above allow, so one
  // search is enough. Where there is none, nobody asks what it would look at.
  const facts = policy.ruleSet.count === 0 ? null : factsOf(request, verdict, policy)
  const strictest = facts === null ? null : policy.ruleSet.strictest(facts)
  const given: Case = {
    request,
    policy,
    tier: verdict.tier,
    raisers: verdict.raisers,
    rule: (effect) => (strictest?.effect === effect ? strictest : null),
    ruleBut: (left) => (facts === null ? null : policy.ruleSet.first(facts, 'allow', left)),
  }
  for (const { name, rule } of among) {
    const ruling = rule(given)
    if (ruling !== null)
      return { decision: decisionOf(given, verdict, ruling), layer: positionOf[name] }
  }
  throw new Error('decide: no layer spoke, not even the default')
}

/**
 * What a call meets first: where a layer takes its command whole and it may run there, that; else
 * the call as it is. What came of it is decided afterwards, as a commit.
 */
export function decideFirst(request: DecisionRequest, policy: Policy): Decision {
  const live = decide(request, policy)
  if (!mayStage(request, live)) return live
  const over = decide(stageRequest(request), policy)
  return over.effect === 'allow' ? over : live
}

/**
 * Every layer's vote on the call as it is. Where a layer takes its command first, the default's
 * vote says so; the decision is that for the real folder, the same on every machine.
 */
export function explainFirst(request: DecisionRequest, policy: Policy): Explanation {
  const live = explain(request, policy)
  const first = decideFirst(request, policy)
  if (first.effect !== 'allow' || live.effect === 'allow') return live
  const { effect } = decide(commitRequest(request, [], nothingLost), policy)
  const votes = live.votes.map((vote) =>
    vote.layer === 'default' ? { ...vote, text: `${vote.text} ${staged[effect]}` } : vote,
  )
  return { ...live, votes }
}

const nothingLost: CommitFacts = {
  whole: true,
  trees: [],
  deleted: 0,
  privileged: [],
  repositories: [],
}
/** By what happens to changes inside the workspace. */
const staged: { readonly [E in Effect]: string } = {
  allow:
    'It first runs in a throw-away copy without approval. Changes inside the workspace are then made, and can be undone.',
  confirm: 'It first runs in a throw-away copy without approval. What it changes needs approval.',
  deny: 'It first runs in a throw-away copy without approval. What it changes is denied.',
}

/** Every layer's vote, whether or not it decides; after them that of an organisation. */
export function explain(request: DecisionRequest, policy: Policy): Explanation {
  const own = explainAlone(request, policy)
  const { organisation } = policy
  if (organisation === null) return own
  const theirs = decideAlone(request, organisation.policy, organisationLayers).decision
  const speaks = theirs.effect !== 'allow'
  const { approvers: _own, ...explained } = own
  return {
    ...explained,
    ...decide(request, policy),
    votes: [
      ...own.votes,
      {
        layer: 'organisation',
        effect: speaks ? theirs.effect : null,
        id: organisation.name,
        text: speaks
          ? reasonOf(theirs, organisation).text
          : `${organisation.name} holds nothing back here.`,
      },
    ],
  }
}

function explainAlone(request: DecisionRequest, policy: Policy): Explanation {
  const verdict = effectiveTier(request, policy)
  const facts = factsOf(request, verdict, policy)
  const given: Case = {
    request,
    policy,
    tier: verdict.tier,
    raisers: verdict.raisers,
    rule: (effect) => policy.ruleSet.first(facts, effect),
    ruleBut: (left) => policy.ruleSet.first(facts, 'allow', left),
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

const positionOf = Object.fromEntries(layers.map(({ name }, position) => [name, position])) as {
  readonly [L in Layer['name']]: number
}

const factsOf = (
  {
    manifest,
    action,
    args,
    principal,
    channel,
    touches,
    taint,
    at,
    earlier,
    phase,
  }: DecisionRequest,
  { tier, raisers }: TierVerdict,
  { channels }: Policy,
): RuleFacts => ({
  tool: manifest.name,
  phased: phase !== undefined,
  capability: phase === undefined ? manifest.id : capabilityOf[phase.kind],
  otherCapability: manifest.external?.sourceId,
  supposed: manifest.external?.decided === false,
  category: manifest.category,
  action,
  tier,
  principalKind: principal.kind,
  principalName: principal.name,
  workers: workersOf(principal),
  channel,
  trust: trustIn(channels, channel),
  touches,
  privateRead: taint.privateRead.length > 0,
  untrustedRead: taint.untrustedRead.length > 0,
  raisers,
  at,
  earlier,
  unspoken: boundArgs(manifest, args).length > 0,
})

function decisionOf(
  { request, policy, tier, rule }: Case,
  { baseTier, reasons }: TierVerdict,
  { effect, by, reasons: more }: Ruling,
): Decision {
  // Whatever layer asks: a rule that asks two persons is not outdone by one that asks as well.
  const two = effect === 'confirm' && rule('confirm')?.approvers === 2
  const decision: Decision = {
    effect,
    tier,
    baseTier,
    reasons: two ? [...reasons, ...more, secondPerson] : [...reasons, ...more],
    by,
    touches: [...request.touches],
    // Where two have to be there, both prove it.
    stepUp: effect === 'confirm' && (tier === 'R4' || two),
    policyHash: policy.hash,
  }
  return two ? { ...decision, approvers: 2 } : decision
}

const voteOf = (layer: Vote['layer'], ruling: Ruling | null, given: Case): Vote =>
  ruling === null
    ? { layer, effect: null, id: null, text: 'No decision.' }
    : {
        layer,
        effect: ruling.effect,
        id: ruling.by.id,
        text: `${ruling.reasons[0]?.text ?? `The default for ${ruling.by.id}.`}${approvers(ruling, given)}${spellings(ruling, given)}`,
      }

const approvers = ({ effect }: Ruling, { rule }: Case): string =>
  effect === 'confirm' && rule('confirm')?.approvers === 2 ? ` ${secondPerson.text}` : ''

/** What a rule for commands sees beside its own words. */
function spellings({ effect, by }: Ruling, { rule }: Case): string {
  if (by.kind !== 'rule' || effect === 'allow') return ''
  const sentence = spellingSentence(effect, rule(effect)?.when.commands ?? [])
  return sentence === null ? '' : ` ${sentence}`
}
