// Pure. What a principal may see is what it may call: the list for the model and the check at
// dispatch are this function. And what the preset takes away, or wants approval for.
import { grantedActions } from '../../contract/agent/grant.ts'
import { onlyReads } from '../../contract/call/manifest.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { Reason } from '../../contract/policy/decision.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { DecisionRequest } from './decision-request.ts'
import { matchName } from './path-glob.ts'
import { capabilityOf } from './phase.ts'
import type { Policy } from './policy.ts'

export type Hidden = 'grant' | 'guard' | 'preset' | 'run' | 'setting' | 'subagent'

/** Why a tool is out of a principal's view, or null when it is in it. */
export function hiddenBy(manifest: Manifest, principal: Principal, policy: Policy): Hidden | null {
  const { grant, everything } = policy.grant
  if (!everything && grantedActions(grant, manifest.name) === 'none') return 'grant'
  if (guardHides(manifest, policy)) return 'guard'
  if (policy.tools[manifest.name]?.disabled === true) return 'setting'
  if (presetHides(manifest, policy)) return 'preset'
  const theirs = policy.organisation?.policy
  if (theirs?.tools[manifest.name]?.disabled === true) return 'setting'
  if (theirs !== undefined && presetHides(manifest, theirs)) return 'preset'
  if (startsAgents(manifest)) {
    if (principal.kind === 'agent') return null
    return principal.kind !== 'subagent' ? 'run' : principal.delegates === true ? null : 'subagent'
  }
  if (readsOwnRun(manifest) && !worksInRun(principal)) return 'run'
  if (principal.kind === 'subagent' && !forSubagents(manifest)) return 'subagent'
  return null
}

/**
 * Sub-agents belong to a run of our own agent. Of those who are sub-agents themselves, only one has
 * these tools that a person let have them, whatever the manifest says.
 */
const startsAgents = ({ builtIn, dataAccess }: Manifest): boolean =>
  builtIn && dataAccess.includes('agents')

const readsOwnRun = ({ builtIn, dataAccess }: Manifest): boolean =>
  builtIn && dataAccess.includes('results')

const worksInRun = ({ kind }: Principal): boolean =>
  kind === 'agent' || kind === 'subagent' || kind === 'schedule'

/** One that sub-agents may only read with has to read throughout: no tool has a narrower form. */
const forSubagents = (manifest: Manifest): boolean =>
  manifest.subagentAccess === 'full' ||
  (manifest.subagentAccess === 'readOnly' && onlyReads(manifest))

/** While the guard is on: nothing of this tool may go out, whether or not it is hidden. */
export const guardCloses = ({ name }: Manifest, { guard }: Policy): boolean =>
  guard.on && (guard.blockedTools?.includes(name) === true || !guard.allowTools.includes(name))

/**
 * While the guard is on: tools whose purpose is to go out, but for those that stay; and whatever
 * the older key names, in any case.
 */
export function guardHides(manifest: Manifest, policy: Policy): boolean {
  return (
    guardCloses(manifest, policy) &&
    (manifest.networkOutbound || policy.guard.blockedTools?.includes(manifest.name) === true)
  )
}

export const presetHides = (
  { id, name, networkOutbound, external }: Manifest,
  { preset }: Policy,
): boolean =>
  (networkOutbound && !preset.allowNetwork) ||
  !namedBy(preset.tools, name, external?.sourceId ?? id)

/** Names of tools; a pattern with a dot is also one of what they do. */
export const namedBy = (globs: readonly string[], name: string, capability: string): boolean =>
  globs.some((glob) => matchName(glob, name) || (glob.includes('.') && matchName(glob, capability)))

/** What a preset wants approval for although its tier allows it. */
export function heldByPreset(
  { manifest, touches, phase }: DecisionRequest,
  { preset, presetName }: Policy,
  tier: Tier,
): Reason | null {
  // A preset was written before the person said what a server's tool is: it means ours.
  const own = manifest.external?.sourceId ?? manifest.id
  const capability = phase === undefined ? own : capabilityOf[phase.kind]
  if (tier !== 'R0' && !namedBy(preset.withoutApproval, manifest.name, capability))
    return {
      code: 'preset.confirm',
      text: `The preset ${presetName} needs your approval for this.`,
    }
  return preset.confirmOutside && touches.some(isOutside)
    ? {
        code: 'preset.outside',
        text: `The preset ${presetName} needs your approval for anything outside the workspace.`,
      }
    : null
}

const isOutside = (touch: CanonicalTouch): boolean =>
  (touch.kind === 'fs.read' || touch.kind === 'fs.write' || touch.kind === 'proc.run') &&
  touch.zone !== 'workspace'
