// Pure. What a principal may see is what it may call: the list for the model and the check at dispatch are this function.
import type { Manifest } from '../../contract/manifest.ts'
import type { Principal } from '../../contract/principal.ts'
import { matchName } from './path-glob.ts'
import type { Policy } from './policy.ts'

export type Hidden = 'guard' | 'preset' | 'setting' | 'subagent'

/** Why a tool is out of a principal's view, or null when it is in it. */
export function hiddenBy(manifest: Manifest, principal: Principal, policy: Policy): Hidden | null {
  if (guardHides(manifest, policy)) return 'guard'
  if (policy.tools[manifest.name]?.disabled === true) return 'setting'
  if (presetHides(manifest, policy)) return 'preset'
  if (principal.kind === 'subagent' && manifest.subagentAccess === 'denied') return 'subagent'
  return null
}

/** While the guard is on, tools whose purpose is to go out; with the older key only those it names. */
export function guardHides({ name, networkOutbound }: Manifest, { guard }: Policy): boolean {
  if (!guard.on || !networkOutbound || guard.allowTools.includes(name)) return false
  return guard.blockedTools === null || guard.blockedTools.includes(name)
}

export const presetHides = ({ name, networkOutbound }: Manifest, { preset }: Policy): boolean =>
  (networkOutbound && !preset.allowNetwork) || !preset.tools.some((glob) => matchName(glob, name))
