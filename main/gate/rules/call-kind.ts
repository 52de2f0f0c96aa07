// Pure. What the rules that can speak of a call are sorted by, so that they are sorted once for all
// calls of a kind.
import type { Category } from '../../../contract/call/category.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import type { ChannelTrust } from '../../../contract/policy/channel-trust.ts'

/** What a rule can ask of a call that is neither its touches nor who exactly makes it, nor when. */
export type CallKind = {
  readonly tool: string
  readonly capability: string
  /** Its other id: of a server's tool that by where it comes from. */
  readonly otherCapability?: string | undefined
  /** Nobody has said yet that it is what `capability` and `category` say: they free nothing. */
  readonly supposed?: boolean
  readonly category: Category
  /** Asked about a layer, not about the call as it is: see `Phase`. */
  readonly phased?: boolean
  readonly action: string | null
  readonly tier: Tier
  readonly principalKind: string
  readonly channel: string
  /** Of that channel. */
  readonly trust: ChannelTrust
}

/**
 * Tools, kinds of callers, channels and tiers that are kept apart at once; a flood of tool names
 * cannot fill memory.
 */
const MOST_KINDS = 4_000

/**
 * Made once for each kind of call. By tool, then one by one: comparing the few kinds of one tool costs less than a key of it
 * all.
 */
export function perKind<T>(make: (kind: CallKind) => T): (kind: CallKind) => T {
  const byTool = new Map<string, { readonly kind: CallKind; readonly kept: T }[]>()
  let count = 0
  return (kind) => {
    const known = byTool.get(kind.tool)?.find((each) => isAlike(each.kind, kind))
    if (known !== undefined) return known.kept
    if (count >= MOST_KINDS) {
      byTool.clear()
      count = 0
    }
    count += 1
    const fresh = { kind: kindOnly(kind), kept: make(kind) }
    byTool.set(kind.tool, [...(byTool.get(kind.tool) ?? []), fresh])
    return fresh.kept
  }
}

/** Without the call it came from, which nothing has to keep. */
const kindOnly = (kind: CallKind): CallKind => ({
  tool: kind.tool,
  capability: kind.capability,
  otherCapability: kind.otherCapability,
  supposed: kind.supposed === true,
  category: kind.category,
  phased: kind.phased === true,
  action: kind.action,
  tier: kind.tier,
  principalKind: kind.principalKind,
  channel: kind.channel,
  trust: kind.trust,
})

const isAlike = (a: CallKind, b: CallKind): boolean =>
  a.tier === b.tier &&
  a.action === b.action &&
  a.channel === b.channel &&
  a.principalKind === b.principalKind &&
  a.trust === b.trust &&
  a.capability === b.capability &&
  a.otherCapability === b.otherCapability &&
  a.category === b.category &&
  (a.supposed === true) === (b.supposed === true) &&
  (a.phased === true) === (b.phased === true)
