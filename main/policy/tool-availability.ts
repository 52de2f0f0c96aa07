// How tools are for a principal now: what hides them, what is set for them, what they miss. Looks
// at policy and workspace once for a whole list of tools: there may be a thousand.
import type { RegistryDeps } from '../registry/registry.ts'
import type { Policy } from '../gate/policy.ts'
import { hiddenBy } from '../gate/view.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { Enforced } from '../sandbox/runner-powers.ts'
import { missingRequirements } from './missing-requirements.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type ToolAvailabilityDeps = {
  readonly policy: (asker?: Principal) => Policy
  readonly workspace: () => Workspace
  readonly enforced: (protections: readonly string[]) => Enforced
  /** Whether there is a credential of that name. */
  readonly isStored: (credential: string) => boolean
}

export const toolAvailability =
  ({ policy, workspace, enforced, isStored }: ToolAvailabilityDeps): RegistryDeps['availability'] =>
  (principal) => {
    const [theirs, everyones, folder] = [policy(principal), policy(), workspace()]
    return {
      hiddenBy: (manifest) => hiddenBy(manifest, principal, theirs),
      setting: (name) => everyones.tools[name] ?? null,
      missing: (requirement) => missingRequirements(requirement, folder, enforced, isStored),
    }
  }
