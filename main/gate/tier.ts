// Pure. The effective tier of a call: the manifest's, raised by what this call touches and where it
// comes from. Never lower than the manifest says, but for the one exception that a preset can name:
// see `sandboxedRead`.
import type { Reason } from '../../contract/policy/decision.ts'
import { trustIn } from '../../contract/policy/channel-trust.ts'
import { changesThings } from '../../contract/call/manifest.ts'
import { isOwnTouch } from '../../contract/call/own-service.ts'
import { higherTier, tierRank } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { onlyReads } from './command-risk.ts'
import { commitRaises } from './raises/commit-raises.ts'
import { contextRaises, steers } from './raises/context-raises.ts'
import { phaseTier } from './phase.ts'
import type { Policy } from './policy.ts'
import type { DecisionRequest } from './decision-request.ts'
import { listedTier } from './raises/host-raises.ts'
import { asksOwnService } from './own-question.ts'
import { raise } from './raises/raise.ts'
import type { Raise } from './raises/raise.ts'
import { baseSentence, externalSentence, phaseSentence } from './tier-sentence.ts'
import { runsOutside, touchRaises } from './raises/touch-raises.ts'

/**
 * `raisers`: those of the reasons that raise the call, whether or not each of them changes the
 * tier.
 */
export type TierVerdict = {
  readonly baseTier: Tier
  readonly tier: Tier
  readonly reasons: readonly Reason[]
  readonly raisers: readonly Reason[]
}

/**
 * Base tier of the action or of the person's setting, then the highest of every raiser that
 * applies. `reasons` begins with the base and holds each raiser that speaks, also those that no
 * longer change the tier: a person should see all.
 */
export function effectiveTier(request: DecisionRequest, policy: Policy): TierVerdict {
  const { manifest, touches, phase } = request
  const listed = phase === undefined ? listedTier(request, policy) : null
  const baseTier = phase === undefined ? (listed ?? declaredTier(request)) : phaseTier[phase.kind]
  const reasons: Reason[] = [
    {
      code: 'tier.base',
      text:
        phase !== undefined
          ? phaseSentence[phase.kind]
          : listed === 'R2'
            ? 'It sends only what your allowlist names.'
            : (externalSentence(manifest, baseTier) ?? baseSentence(baseTier)),
    },
  ]
  let tier = baseTier
  const add = ({ to, reason }: Raise): void => {
    tier = higherTier(tier, to)
    if (!reasons.some(({ code, text }) => code === reason.code && text === reason.text))
      reasons.push(reason)
  }

  const set = policy.tools[manifest.name]?.tier
  if (set !== undefined && tierRank(set) > tierRank(baseTier))
    add(raise(set, 'setting.tier', `You set ${manifest.name} to ${set}.`))
  const ownQuestion = asksOwnService(request)
  for (const touch of touches)
    // What the person stored for this very tool is sent to the very address set for it.
    if (
      ownQuestion ||
      isOwnCredential(touch, request) ||
      (touch.kind === 'secrets.get' && isOwnTouch(manifest, touch))
    )
      continue
    else if (phase?.kind !== 'stage' || touch.kind !== 'proc.run')
      touchRaises(touch, phase, policy, add)
    // The words of a line are advice where the layer holds what it does.
    else if (touch.zone !== 'workspace') add(runsOutside(touch.cwd))
  if (phase?.kind === 'commit') commitRaises(phase.facts, add)
  contextRaises(request, { baseTier, listed, ownQuestion }, policy, add)

  const raisers = reasons.slice(1)
  const [base] = reasons
  if (raisers.length > 0 && base?.text === baseSentence(baseTier))
    reasons[0] = { ...base, text: baseSentence(baseTier, true) }
  if (sandboxedRead(request, policy, tier, baseTier, set)) {
    reasons.push({
      code: 'command.sandboxed-read',
      text: 'It only reads, inside the workspace, in a sandbox that holds, with the network closed.',
    })
    return { baseTier, tier: 'R2', reasons, raisers }
  }
  return { baseTier, tier, reasons, raisers }
}

/**
 * The action's own tier where it has one, else the tool's. What changes something is at least R2,
 * whatever was declared.
 */
function declaredTier({ manifest, action }: DecisionRequest): Tier {
  const own =
    manifest.actions.length === 0
      ? undefined
      : manifest.actions.find(({ name }) => name === action)?.riskTier
  const declared = own ?? manifest.riskTier
  return changesThings(manifest, action) ? higherTier(declared, 'R2') : declared
}

/**
 * A built-in tool looks with the credential that it requires, which the person stored for it: no
 * argument chose it. Where the call changes something it counts like any other.
 */
const isOwnCredential = (
  touch: CanonicalTouch,
  { manifest, action }: Pick<DecisionRequest, 'manifest' | 'action'>,
): boolean =>
  touch.kind === 'secrets.get' &&
  manifest.builtIn &&
  !changesThings(manifest, action) &&
  manifest.requires.some((each) => each.kind === 'credential' && each.name === touch.name)

/**
 * The one exception of design part 5. Only from a plain R3: whatever raised the call, or set the
 * tool, keeps it there.
 */
function sandboxedRead(
  { manifest, touches, sandboxed, origins, principal, channel, reviewed }: DecisionRequest,
  policy: Policy,
  tier: Tier,
  baseTier: Tier,
  set: Tier | undefined,
): boolean {
  return (
    policy.preset.sandboxedReads &&
    manifest.id === 'system.run' &&
    sandboxed &&
    tier === 'R3' &&
    baseTier === 'R3' &&
    set === undefined &&
    reviewed === null &&
    trustIn(policy.channels, channel) !== 'untrusted' &&
    (principal.kind === 'agent' || principal.kind === 'person') &&
    !origins.some(steers) &&
    touches.length > 0 &&
    touches.every(
      (touch) => touch.kind === 'proc.run' && touch.zone === 'workspace' && onlyReads(touch.parts),
    )
  )
}
