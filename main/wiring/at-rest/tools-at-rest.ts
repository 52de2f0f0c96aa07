// The built-in tools, as a Gatehouse that does not run would list them.
import { SessionId } from '../../../contract/ids.ts'
import type { Gap, ToolListing } from '../../../contract/call/manifest.ts'
import type { AppPaths } from '../../config/paths.ts'
import { toolListing, type Availability } from '../../registry/tool-listing.ts'
import { startsBubblewrap } from '../../sandbox/quick-trial.ts'
import { knownListings } from '../../../tools/known-listings.ts'
import { availabilityAtRest, type HostEnv } from './availability-at-rest.ts'
import { policyAtRest } from './policy-at-rest.ts'

/** Nobody tried it for a list: what has to hold takes as long as all the rest to find out. */
const UNTRIED: Gap = {
  what: 'The sandbox was not tested for this list.',
  how: 'To test it: gatehouse doctor',
  uncertain: true,
}

/** For whom lists are. */
const PERSON = { kind: 'person', name: 'you', session: SessionId.parse('ses_00000000') } as const

/**
 * Null where more counts than the tools that are built in: servers, plugins, a service that is set, an
 * account that is signed in, or another way to run commands than the sandbox, which has to start here.
 */
export async function toolsAtRest(
  paths: AppPaths,
  env: HostEnv,
): Promise<readonly ToolListing[] | null> {
  // Meanwhile the configuration is read.
  const starts = startsBubblewrap()
  const found = await policyAtRest(paths)
  if (found === null) return null
  const availability = await availabilityAtRest(found, paths, env, () => found.policy)
  if (availability === null || !(await starts)) return null
  const { missing, ...known } = availability(PERSON)
  const now: Availability = {
    ...known,
    missing: (requirement) => (requirement.kind === 'sandbox' ? UNTRIED : missing(requirement)),
  }
  return knownListings().map((tool) =>
    toolListing({ ...tool, source: 'built-in', closed: null, trust: null, review: null }, now),
  )
}
