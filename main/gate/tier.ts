// Pure. The effective tier of a call: the manifest's, raised by what this call touches and where it
// comes from. Never lower than the manifest says, but for the one exception that a preset can name:
// see `sandboxedRead`.
import type { Reason } from '../../contract/policy/decision.ts'
import { trustIn } from '../../contract/policy/channel-trust.ts'
import { changesThings } from '../../contract/call/manifest.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { isOwnTouch } from '../../contract/call/own-service.ts'
import { isUntrusted } from '../../contract/call/origin.ts'
import type { ArgumentOrigin } from '../../contract/call/origin.ts'
import { higherTier, tierRank, tiers } from '../../contract/call/tier.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { onlyReads } from './command-risk.ts'
import { commitRaises } from './raises/commit-raises.ts'
import { phaseTier } from './phase.ts'
import type { Policy } from './policy.ts'
import type { DecisionRequest } from './decision-request.ts'
import { listedTier } from './raises/host-raises.ts'
import { asksOwnService, sends } from './own-question.ts'
import { raise } from './raises/raise.ts'
import type { Raise } from './raises/raise.ts'
import { writesGuarded } from './touch-facts.ts'
import { baseSentence, externalSentence, phaseSentence } from './tier-sentence.ts'
import { questionRaises } from './raises/question-raise.ts'
import { recipientRaises } from './raises/recipient-raise.ts'
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
            ? `${manifest.title} sends what your allowlist names, and no more of it.`
            : (externalSentence(manifest, baseTier) ?? baseSentence(manifest, baseTier)),
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

/** What was found out of a call before its surroundings are looked at. */
type Found = {
  readonly baseTier: Tier
  readonly listed: Tier | null
  readonly ownQuestion: boolean
}

function contextRaises(
  request: DecisionRequest,
  { baseTier, listed, ownQuestion }: Found,
  policy: Policy,
  add: (raise: Raise) => void,
): void {
  const { manifest, action, principal, channel, touches, origins, taint, reviewed, phase } = request
  if (trustIn(policy.channels, channel) === 'untrusted')
    add(
      raise(
        oneUp(baseTier),
        'channel.untrusted',
        `It came by a channel that you set to untrusted: ${channel}.`,
      ),
    )
  // What a phase would make real raises it by itself: see `commitRaises`.
  const changes = (): boolean =>
    phase === undefined &&
    changesThings(manifest, action) &&
    !onlyPlainFiles(manifest, touches) &&
    listed !== 'R1'
  // A tool that a person has reviewed does the same for every caller.
  if (
    (principal.kind === 'subagent' || principal.kind === 'mcp-client') &&
    reviewed !== true &&
    changes()
  ) {
    add(
      raise(
        oneUp(baseTier),
        'principal.delegated',
        `${principal.name} asks, not an agent you talk to yourself.`,
      ),
    )
  }
  if (reviewed === false)
    add(
      raise(
        'R3',
        'tool.not-reviewed',
        `${manifest.name} is an external tool that you have not reviewed, or that changed since your review.`,
      ),
    )
  for (const given of origins) {
    const { pointer, origin, part } = given
    if (ownQuestion || origin.kind !== 'tool' || touches.length === 0) continue
    if (!steers(given) && !(isUntrusted(given) && actsOnWords(manifest))) continue
    add(
      raise(
        'R3',
        manifest.external === undefined ? 'origin.untrusted' : 'origin.argument',
        `${part === undefined ? '' : `${part} in `}${pointer.slice(1) || 'an argument'} came out of ${origin.source.from}, which anyone may have written.`,
      ),
    )
  }
  for (const nameless of ownQuestion ? [] : recipientRaises(request)) add(nameless)
  for (const raised of questionRaises(request)) add(raised)
  if (
    taint.untrustedRead.length > 0 &&
    touches.some((touch) => touch.kind === 'memory' && touch.access === 'write')
  )
    add(
      raise(
        'R3',
        'memory.untrusted',
        `This session has read text that anyone may have written (${taint.untrustedRead[0]?.from}), and what it notes is believed later.`,
      ),
    )
  if (
    taint.untrustedRead.length > 0 &&
    touches.some((touch) => touch.kind === 'record' && touch.access === 'write')
  )
    add(
      raise(
        'R3',
        'record.untrusted',
        `This session has read text that anyone may have written (${taint.untrustedRead[0]?.from}), and what it keeps is read later.`,
      ),
    )
  if (taint.untrustedRead.length > 0 && touches.some(({ kind }) => kind === 'notification'))
    add(
      raise(
        'R3',
        'notification.untrusted',
        `This session has read text that anyone may have written (${taint.untrustedRead[0]?.from}), and a notification speaks to you.`,
      ),
    )
  if (
    taint.untrustedRead.length > 0 &&
    touches.some((touch) => touch.kind === 'schedule' && touch.access === 'write')
  )
    add(
      raise(
        'R3',
        'schedule.untrusted',
        `This session has read text that anyone may have written (${taint.untrustedRead[0]?.from}), and what it schedules runs later.`,
      ),
    )
  if (taint.privateRead.length > 0 && !ownQuestion && sends({ manifest, touches })) {
    add(
      raise(
        'R3',
        'flow.private-out',
        `This session has read private data (${taint.privateRead[0]?.from}), and this call goes out.`,
      ),
    )
  }
}

/**
 * Where the call goes, or what it runs, was read in text that anyone may have written. Content that
 * quotes it is no such thing.
 */
const steers = (given: ArgumentOrigin): boolean => given.content !== true && isUntrusted(given)

/**
 * What the arguments of a server's tool mean is for the server to say: where it sends or changes
 * something, any of them may be what a stranger wanted.
 */
const actsOnWords = ({ external }: Manifest): boolean =>
  external !== undefined && (external.changes || external.labels.sends !== null)

/**
 * Delegation adds that nobody has told Gatehouse what for. Where all of it is files inside the
 * workspace that nothing else runs, and Gatehouse itself writes them and keeps what was there, that
 * adds nothing: undo restores them for any caller. What a client writes by itself has no undo here.
 */
const onlyPlainFiles = ({ builtIn }: Manifest, touches: readonly CanonicalTouch[]): boolean =>
  builtIn &&
  touches.length > 0 &&
  touches.every(
    (touch) =>
      (touch.kind === 'fs.write' || touch.kind === 'fs.read') &&
      touch.zone === 'workspace' &&
      !writesGuarded(touch),
  )

/** One tier up, but not into R4: who asks makes a call no harder to take back. */
function oneUp(tier: Tier): Tier {
  const up = tiers[Math.min(tierRank(tier) + 1, tierRank('R3'))] ?? 'R3'
  return higherTier(tier, up)
}
