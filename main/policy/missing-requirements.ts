import type { Requirement } from '../../contract/call/manifest.ts'
import { assertNever } from '../../contract/never.ts'
import type { Enforced } from '../sandbox/runner-powers.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What is missing here for a tool's requirement, and how to get it; null when it is met. */
export function missingRequirements(
  requirement: Requirement,
  workspace: Workspace,
  sandboxWith: (protections: readonly string[]) => Enforced,
  isStored: (credential: string) => boolean,
): { what: string; how: string } | null {
  switch (requirement.kind) {
    case 'workspace':
      return workspace.ready ? null : { what: workspace.text, how: 'Choose a folder in Settings.' }
    case 'sandbox': {
      const sandbox = sandboxWith(requirement.protections ?? [])
      return sandbox.ok ? null : { what: sandbox.text, how: sandbox.how }
    }
    case 'program':
      return {
        what: `The program ${requirement.name} is needed.`,
        how: 'Gatehouse cannot check for it in this version.',
      }
    case 'credential':
      if (isStored(requirement.name)) return null
      return {
        what: `The credential ${requirement.name} is needed.`,
        how: `gatehouse secrets set ${requirement.name}`,
      }
    default:
      return assertNever(requirement, 'missing')
  }
}
