// Pure. What raises a call beside its touches: by which channel it came, for whom, from where its
// arguments were taken, and what the session has read.
import { isUntrusted } from '../../../contract/call/origin.ts'
import type { ArgumentOrigin } from '../../../contract/call/origin.ts'
import { changesThings } from '../../../contract/call/manifest.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import { higherTier, tierRank, tiers } from '../../../contract/call/tier.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { trustIn } from '../../../contract/policy/channel-trust.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { sends } from '../own-question.ts'
import type { Policy } from '../policy.ts'
import { writesGuarded } from '../touch-facts.ts'
import { addressRaises } from './address-raise.ts'
import { believedLater } from './believed-later.ts'
import { guardedArgumentRaises } from './guarded-argument-raise.ts'
import { questionRaises } from './question-raise.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'
import { recipientRaises } from './recipient-raise.ts'

/** What was found out of a call before its surroundings are looked at. */
type Found = {
  readonly baseTier: Tier
  readonly listed: Tier | null
  readonly ownQuestion: boolean
}

export function contextRaises(
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
  if (taint.untrustedRead.length > 0) afterUntrusted(request, ownQuestion, add)
  if (taint.privateRead.length > 0 && !ownQuestion && sends({ manifest, touches })) {
    add(
      raise(
        'R3',
        'flow.private-out',
        `This session has read private data (${taint.privateRead[0]?.from}), and this call sends data out.`,
      ),
    )
  }
}

/** What raises a call only once the session has read text that anyone may have written. */
function afterUntrusted(
  request: DecisionRequest,
  ownQuestion: boolean,
  add: (raise: Raise) => void,
): void {
  for (const nameless of ownQuestion ? [] : recipientRaises(request)) add(nameless)
  for (const nameless of addressRaises(request)) add(nameless)
  for (const guarded of guardedArgumentRaises(request)) add(guarded)
  for (const raised of questionRaises(request)) add(raised)
  for (const raised of believedLater(request)) add(raised)
}

/**
 * Where the call goes, or what it runs, was read in text that anyone may have written. Content that
 * quotes it is no such thing.
 */
export const steers = (given: ArgumentOrigin): boolean =>
  given.content !== true && isUntrusted(given)

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
