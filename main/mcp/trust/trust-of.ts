// Pure. What the trust that a person gave to a server makes of one of its tools: the table of
// design part 7. What a server says of its tools may make a call stricter at any trust, and looser
// only where the person runs the server as their own.
import type { Manifest } from '../../../contract/call/manifest.ts'
import { assertNever } from '../../../contract/never.ts'
import type { OfferedTool } from '../../../contract/server/server.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { unsafeName } from './safe-verbs.ts'

export type TrustProfile = Pick<Manifest, 'riskTier' | 'subagentAccess' | 'sideEffects'> & {
  readonly effect: 'allow' | 'confirm'
  /** False only where a local server says that it stays to itself. */
  readonly openWorld: boolean
  /** Why it is not taken at all; null when it is. */
  readonly refused: string | null
}

/**
 * Local, “as reported”: a tool that says that it only reads is one of the read-only tools that
 * sub-agents get; one that says anything else, or nothing, is kept from them, because missing means
 * strict. A tool that says both that it only reads and that it destroys is believed in the worse.
 */
export function trustProfileOf({ name, annotations }: OfferedTool, trust: Trust): TrustProfile {
  const destroys = annotations.destructive === true
  switch (trust) {
    case 'local': {
      const openWorld = annotations.openWorld !== false
      if (annotations.readOnly === true && !destroys)
        return {
          riskTier: 'R1',
          effect: 'allow',
          subagentAccess: 'readOnly',
          sideEffects: false,
          openWorld,
          refused: null,
        }
      return {
        riskTier: destroys ? 'R3' : 'R2',
        effect: 'confirm',
        subagentAccess: 'denied',
        sideEffects: true,
        openWorld,
        refused: null,
      }
    }
    case 'verified':
      return {
        riskTier: destroys ? 'R3' : 'R2',
        effect: 'confirm',
        subagentAccess: 'denied',
        sideEffects: true,
        openWorld: true,
        refused: null,
      }
    case 'community':
      return {
        riskTier: 'R3',
        effect: 'confirm',
        subagentAccess: 'denied',
        sideEffects: true,
        openWorld: true,
        refused: unsafeName(name),
      }
    default:
      return assertNever(trust, 'standingOf')
  }
}
