// Pure. The layers of the gate, strictest first. Each sees the whole request and returns a
// ruling or nothing; the first ruling decides. Adding a layer, rule or limit can only make a decision
// stricter. Only leases and allow rules loosen one, each within its limits, and both come after
// everything that denies or asks.
import type { DecidedBy, Effect, Reason, Vote } from '../../contract/policy/decision.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import { givenText } from '../../contract/approval/lease-sentence.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import { tierRank } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import { firstDenial } from './denial.ts'
import { beyondGrant } from './grant/beyond-grant.ts'
import { namesFlow, runsPlugin, unreached } from './lease/external-lease.ts'
import { concerns, covers } from './lease/lease.ts'
import { comparable } from './path-glob.ts'
import type { Policy } from './policy.ts'
import type { DecisionRequest } from './decision-request.ts'
import { uncoveredBy } from './lease/raiser-cover.ts'
import { steeredArgs } from './lease/raiser-bounds.ts'
import type { RaisedFacts } from './lease/raiser-bounds.ts'
import { unexplainedQuestions } from './raises/question-raise.ts'
import { namelessRecipients } from './raises/recipient-raise.ts'
import { stopReason } from './stop/stop-reason.ts'
import { goesOut, leaves } from './own-question.ts'
import { guardCloses, guardHides, heldByPreset, presetHides } from './view.ts'

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

type Layer = { readonly name: Vote['layer']; readonly rule: (given: Case) => Ruling | null }

const ruling = (
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

/** Order of design part 4 step 6; a person who stopped everything comes before all of it. */
export const layers: readonly Layer[] = [
  { name: 'emergency-stop', rule: frozen },
  { name: 'stop', rule: stopped },
  { name: 'grant', rule: notGranted },
  { name: 'guard', rule: guarded },
  { name: 'setting', rule: switchedOff },
  { name: 'preset', rule: beyondPreset },
  { name: 'rate-limit', rule: limited },
  // A standing denial is a rule of the person that ends by itself.
  { name: 'deny-rule', rule: (given) => ruled(given, 'deny') ?? denied(given) },
  { name: 'confirm-rule', rule: (given) => ruled(given, 'confirm') },
  { name: 'flow', rule: flowing },
  { name: 'lease', rule: leased },
  { name: 'allow-rule', rule: (given) => ruled(given, 'allow') },
  { name: 'default', rule: byDefault },
]

function frozen({ request }: Case): Ruling | null {
  return request.frozen
    ? ruling(
        'deny',
        'emergency-stop',
        'everything',
        'emergency-stop.stopped',
        'A person stopped everything.',
      )
    : null
}

function stopped({ request, policy }: Case): Ruling | null {
  let found: Reason[] | null = null
  for (const touch of request.touches) {
    const reason = stopReason(touch, policy, request.manifest.builtIn)
    if (reason !== null) (found ??= []).push(reason)
  }
  if (found === null) return null
  const reasons = inOrder(found)
  return { effect: 'deny', by: { kind: 'stop', id: reasons[0]?.code ?? 'stop' }, reasons }
}

/** Touches come in the order of the tool; what is said of them does not hang on it. */
const inOrder = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.toSorted((a, b) => (`${a.code} ${a.text}` < `${b.code} ${b.text}` ? -1 : 1))

function notGranted({ request, policy }: Case): Ruling | null {
  const reason = beyondGrant(policy.grant, request, policy.roots.foldsCase)
  return reason === null
    ? null
    : ruling('deny', 'grant', request.principal.name, reason.code, reason.text)
}

function guarded({ request: { manifest, touches }, policy }: Case): Ruling | null {
  if (!guardHides(manifest, policy) && !(guardCloses(manifest, policy) && touches.some(goesOut)))
    return null
  return ruling(
    'deny',
    'guard',
    manifest.name,
    'guard.on',
    'The exfiltration guard is on, and this call goes out.',
  )
}

function switchedOff({ request: { manifest }, policy }: Case): Ruling | null {
  if (policy.tools[manifest.name]?.disabled !== true) return null
  return ruling(
    'deny',
    'setting',
    manifest.name,
    'setting.disabled',
    `You switched ${manifest.name} off.`,
  )
}

function beyondPreset({ request: { manifest, touches }, policy }: Case): Ruling | null {
  const { preset, presetName, writable, roots } = policy
  const deny = (code: string, text: string): Ruling =>
    ruling('deny', 'preset', presetName, code, text)
  if (presetHides(manifest, policy))
    return deny('preset.tool', `The preset ${presetName} has no ${manifest.name}.`)
  if (!preset.allowNetwork && touches.some(goesOut))
    return deny('preset.network', `The preset ${presetName} lets nothing out.`)
  let found: Reason[] | null = null
  for (const touch of touches) {
    if (touch.kind !== 'fs.write') continue
    const path = comparable(touch.path, roots.foldsCase)
    if (writable.some((pattern) => pattern.matches(path))) continue
    ;(found ??= []).push({
      code: 'preset.path',
      text: `The preset ${presetName} has no writing in ${touch.path}.`,
    })
  }
  return found === null
    ? null
    : { effect: 'deny', by: { kind: 'preset', id: presetName }, reasons: inOrder(found) }
}

function limited({ request: { manifest, used }, policy }: Case): Ruling | null {
  const own = policy.tools[manifest.name]?.rateLimits
  const perSession = stricterLimit(manifest.rateLimits.perSession, own?.perSession)
  const perMinute = stricterLimit(manifest.rateLimits.perMinute, own?.perMinute)
  if (policy.perMinute > 0 && (used.all ?? 0) >= policy.perMinute) {
    return ruling(
      'deny',
      'rate-limit',
      'caller',
      'rate.caller',
      `This caller may make ${policy.perMinute} calls a minute, and has reached that limit.`,
    )
  }
  const over =
    perSession > 0 && used.session >= perSession
      ? 'session'
      : perMinute > 0 && used.minute >= perMinute
        ? 'minute'
        : null
  if (over === null) return null
  const limit = over === 'session' ? perSession : perMinute
  return ruling(
    'deny',
    'rate-limit',
    over,
    `rate.${over}`,
    `${manifest.title} may be called ${limit} times a ${over}, and has reached that limit.`,
  )
}

/** Zero is no limit; of two limits the lower one holds. */
const stricterLimit = (declared: number, own: number | undefined): number =>
  own === undefined || own === 0 ? declared : declared === 0 ? own : Math.min(declared, own)

function ruled({ rule: find, tier }: Case, effect: Effect): Ruling | null {
  // R4 can never be allowed by rule.
  if (effect === 'allow' && tier === 'R4') return null
  const rule = find(effect)
  return rule === null ? null : ruling(effect, 'rule', rule.id, `rule.${effect}`, rule.reason)
}

/**
 * Private data and untrusted text in one session: whatever goes out is asked, whatever lease or
 * rule would allow it.
 */
function flowing(given: Case): Ruling | null {
  const { privateRead, untrustedRead } = given.request.taint
  if (privateRead.length === 0 || untrustedRead.length === 0 || !leaves(given.request)) return null
  const lease = given.request.manifest.external === undefined ? null : covering(given)
  if (lease !== null && namesFlow(lease, given.request)) return null
  // What would be refused without it stays refused: to have read too much is no way to be asked.
  if (
    defaultOf(given).effect === 'deny' &&
    leased(given) === null &&
    ruled(given, 'allow') === null
  )
    return null
  return ruling(
    'confirm',
    'flow',
    'private-and-untrusted',
    'flow.both',
    'This session has read both private data and text that anyone may have written.',
  )
}

const factsOf = (request: DecisionRequest): RaisedFacts => ({
  touches: request.touches,
  principal: request.principal,
  channel: request.channel,
  definition: request.definition ?? null,
  steered:
    request.manifest.external === undefined && !runsPlugin(request)
      ? []
      : steeredArgs(request.origins, request.args),
  nameless: namelessRecipients(request),
  questions: unexplainedQuestions(request),
})

function leased(given: Case): Ruling | null {
  const found = covering(given)
  return found && ruling('allow', 'lease', found.id, 'lease.covers', givenText(found))
}

function covering({ request, tier, raisers }: Case): Lease | null {
  let found: Lease | null = null
  for (const candidate of request.leases) {
    const { lease } = candidate
    // Of several the first by id, so that it does not hang on how they were listed which of them is
    // used up.
    if (found !== null && lease.id >= found.id) continue
    if (
      covers(candidate, request, tier) &&
      uncoveredBy(candidate, raisers, factsOf(request)).length === 0
    )
      found = lease
  }
  return found
}

function denied({ request }: Case): Ruling | null {
  const lease = firstDenial(request)
  return lease === null ? null : ruling('deny', 'lease', lease.id, 'lease.denies', givenText(lease))
}

/**
 * What an earlier approval or a rule would have let run, had the call not been raised by what it
 * does not cover: that is said.
 */
function uncovered({ request, raisers, tier, ruleBut }: Case): readonly Reason[] {
  if (tier === 'R4') return []
  const near = request.leases
    .filter((candidate) => covers(candidate, request, tier))
    .toSorted((a, b) => (a.lease.id < b.lease.id ? -1 : 1))[0]
  const not = request.leases
    .filter((candidate) => concerns(candidate, request) && candidate.lease.effect === 'allow')
    .flatMap((candidate) => unreached(candidate, request) ?? [])
  if (near === undefined && not[0] !== undefined)
    return [{ code: 'lease.uncovered', text: `Your approval did not cover this: ${not[0]}` }]
  if (near !== undefined)
    return inOrder(
      uncoveredBy(near, raisers, factsOf(request)).map(({ text }) => ({
        code: 'lease.uncovered',
        text: `Your approval did not cover this: ${text}`,
      })),
    )
  const rule = raisers.length === 0 ? null : ruleBut([])
  if (rule === null) return []
  // Each by itself, so that what the rule does cover is not said of it.
  const over = raisers.filter((raiser) => ruleBut([raiser]) === null)
  return inOrder(
    over.map(({ text }) => ({
      code: 'rule.uncovered',
      text: `Your rule “${rule.id}” does not cover this: ${text}`,
    })),
  )
}

const strictness: { readonly [E in Effect]: number } = { allow: 0, confirm: 1, deny: 2 }
const stricter = (a: Effect, b: Effect): Effect => (strictness[b] > strictness[a] ? b : a)

function byDefault(given: Case): Ruling {
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
function defaultOf({ request, policy, tier }: Case): Ruling {
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
