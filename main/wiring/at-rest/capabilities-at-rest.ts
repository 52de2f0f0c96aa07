// What an agent file can name, of a Gatehouse that does not run.
import type { CapabilityListing } from '../../../contract/ipc/topics/ipc-own-agents.ts'
import type { AppPaths } from '../../config/paths.ts'
import { capabilityListings } from '../../services/own-agents/capability-listings.ts'
import { knownListings } from '../../../tools/known-listings.ts'
import { hasOnlyBuiltIn, type ToolSettings } from './has-plugins.ts'
import { policyAtRest } from './policy/policy-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'
import { strictHolds } from './policy/strict-at-rest.ts'
import { toolsFromOutside } from './tools-from-outside.ts'

/** Null where only the whole knows which tools there are: see `policyAtRest`. */
export async function capabilitiesAtRest(
  settings: ToolSettings,
  paths: AppPaths,
  stored: StoredFromOutside,
): Promise<readonly CapabilityListing[] | null> {
  if (!strictHolds(settings.plugins)) return null
  const builtIn = knownListings().map(({ manifest }) => manifest)
  if (hasOnlyBuiltIn(settings, paths)) return capabilityListings(builtIn)
  const found = await policyAtRest(paths)
  if (found === null) return null
  const outside = await toolsFromOutside(found, paths, stored)
  return (
    outside && capabilityListings(builtIn.concat(outside.tools.map(({ tool }) => tool.manifest)))
  )
}
