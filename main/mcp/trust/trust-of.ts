// Pure. What the trust that a person gave to a server makes of one of its tools: the table of
// design part 7. What a server says of its tools may make a call stricter at any trust, and looser
// only where the person runs the server as their own.
import type { Manifest } from '../../../contract/call/manifest.ts'
import { assertNever } from '../../../contract/never.ts'
import { higherTier } from '../../../contract/call/tier.ts'
import type { OfferedTool } from '../../../contract/server/server.ts'
import { floorOf, type ToolLabels } from '../../../contract/server/tool-labels.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { changesByName } from './safe-verbs.ts'

export type TrustProfile = Pick<Manifest, 'riskTier' | 'subagentAccess' | 'sideEffects'> & {
  readonly effect: 'allow' | 'confirm'
  /** It sends: false where a person says that it keeps to itself. */
  readonly openWorld: boolean
  /** Why it is not taken at all; null when it is. */
  readonly refused: string | null
}

/**
 * Local, “as reported”: a tool that says that it only reads is one of the read-only tools that
 * sub-agents get; one that says anything else, or nothing, is kept from them, because missing means
 * strict. A tool that says both that it only reads and that it destroys is believed in the worse.
 * What its labels say that it does comes on top of it at every trust.
 */
export function trustProfileOf(
  tool: OfferedTool,
  trust: Trust,
  labels: Pick<ToolLabels, 'effects' | 'sends'>,
): TrustProfile {
  const given = byTrust(tool, trust)
  const openWorld = labels.sends !== null
  if (labels.effects.length === 0) return { ...given, openWorld }
  return {
    ...given,
    openWorld,
    riskTier: higherTier(given.riskTier, floorOf(labels.effects)),
    effect: 'confirm',
    subagentAccess: 'denied',
    sideEffects: true,
  }
}

function byTrust(
  { name, annotations }: OfferedTool,
  trust: Trust,
): Omit<TrustProfile, 'openWorld'> {
  const destroys = annotations.destructive === true
  const asks = { effect: 'confirm', subagentAccess: 'denied', sideEffects: true } as const
  switch (trust) {
    case 'local':
      // A hint that its own name denies is not believed.
      if (annotations.readOnly === true && !destroys && !changesByName(name))
        return {
          riskTier: 'R1',
          effect: 'allow',
          subagentAccess: 'readOnly',
          sideEffects: false,
          refused: null,
        }
      return { ...asks, riskTier: destroys ? 'R3' : 'R2', refused: null }
    case 'verified':
      return { ...asks, riskTier: destroys ? 'R3' : 'R2', refused: null }
    case 'community':
      return { ...asks, riskTier: 'R3', refused: tooMuch({ name, annotations }) }
    default:
      return assertNever(trust, 'byTrust')
  }
}

/**
 * Why nobody should use it of a server that nobody vouches for; null: it may be opened, and asks
 * each time. The name is one sign: a tool that says that it only reads is refused for its name only
 * where it says both.
 */
function tooMuch({ name, annotations }: Pick<OfferedTool, 'name' | 'annotations'>): string | null {
  if (annotations.destructive === true && annotations.readOnly !== true)
    return 'it says that it can destroy something'
  if (!changesByName(name)) return null
  return annotations.readOnly === true
    ? 'it says that it only reads, and its name says that it changes something'
    : 'its name says that it changes something'
}
