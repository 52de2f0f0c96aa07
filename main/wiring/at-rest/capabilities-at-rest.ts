// What an agent file can name, of a Gatehouse that does not run.
import type { CapabilityListing } from '../../../contract/ipc/ipc-own-agents.ts'
import type { AppPaths } from '../../config/paths.ts'
import { capabilityListings } from '../../services/own-agents/capability-listings.ts'
import { knownListings } from '../../../tools/known-listings.ts'
import { hasOnlyBuiltIn, type ToolSettings } from './has-plugins.ts'

/** Null where a server or a plugin may have a name that is missing here. */
export const capabilitiesAtRest = (
  settings: ToolSettings,
  paths: AppPaths,
): readonly CapabilityListing[] | null =>
  hasOnlyBuiltIn(settings, paths)
    ? capabilityListings(knownListings().map(({ manifest }) => manifest))
    : null
