// How tools are for a principal now: what hides them, what is set for them, what they miss. Looks
// at policy and workspace once for a whole list of tools: there may be a thousand.
import { grantedActions } from '../../contract/agent/grant.ts'
import type { RegistryDeps } from '../registry/registry.ts'
import type { Policy } from '../gate/policy.ts'
import { hiddenBy } from '../gate/view.ts'
import { makerOf } from '../pipeline/maker-of.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { missingRequirements, type RequirementFacts } from './missing-requirements.ts'

export type ToolAvailabilityDeps = Omit<RequirementFacts, 'workspace'> & {
  readonly policy: (asker?: Principal) => Policy
  readonly workspace: () => RequirementFacts['workspace']
}

export const toolAvailability =
  ({ policy, workspace, ...facts }: ToolAvailabilityDeps): RegistryDeps['availability'] =>
  (principal) => {
    const theirs = policy(principal)
    // A call asks for what it was granted only, and the disk is not looked at for that.
    let everyones: Policy | null = null
    let folder: RequirementFacts['workspace'] | null = null
    const maker = makerOf(principal)
    const makers = maker === null ? null : { maker, policy: policy(maker) }
    return {
      hiddenBy: (manifest) =>
        hiddenBy(manifest, principal, theirs) ??
        (makers === null ? null : hiddenBy(manifest, makers.maker, makers.policy)),
      granted: (tool) => grantedActions(theirs.grant.grant, tool),
      setting: (name) => (everyones ??= policy()).tools[name] ?? null,
      missing: (requirement) =>
        missingRequirements(requirement, { ...facts, workspace: (folder ??= workspace()) }),
    }
  }
