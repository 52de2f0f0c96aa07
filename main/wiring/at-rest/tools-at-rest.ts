// The tools, as a Gatehouse that does not run would list them.
import { SessionId } from '../../../contract/ids.ts'
import type { Gap, ToolListing } from '../../../contract/call/manifest.ts'
import type { AppPaths } from '../../config/paths.ts'
import { inputSchemaOf } from '../../registry/input-schema-of.ts'
import { toolListing, type Availability } from '../../registry/tool-listing.ts'
import type { ToolsNow } from '../../services/own-agents/whole-agent.ts'
import { startsBubblewrap } from '../../sandbox/quick-trial.ts'
import { knownListings } from '../../../tools/known-listings.ts'
import { availabilityAtRest, type HostEnv } from './availability-at-rest.ts'
import { policyAtRest } from './policy/policy-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'
import { toolsFromOutside } from './tools-from-outside.ts'

/** Nobody tried it for a list: what has to hold takes as long as all the rest to find out. */
const UNTRIED: Gap = {
  what: 'The sandbox was not tested for this list.',
  how: 'To test it: gatehouse doctor',
  uncertain: true,
}

/** For whom lists are. */
const PERSON = { kind: 'person', name: 'you', session: SessionId.parse('ses_00000000') } as const

/** What is listed, and what usually happens to each tier. */
export type ListedAtRest = ToolsNow

/** With what nobody tried among what is missing. Null as below. */
export async function toolsAtRest(
  paths: AppPaths,
  env: HostEnv,
  stored: StoredFromOutside,
): Promise<readonly ToolListing[] | null> {
  const listed = await listedAtRest(paths, env, stored, UNTRIED)
  return listed && listed.listings
}

/**
 * Null where more counts than the tools that are built in and what was reviewed of others: a service that
 * is set, an account that is signed in, the strict registry, or another way to run commands than the
 * sandbox, which has to start here.
 * @param ofSandbox what is said of it; null: it is taken to hold.
 */
export async function listedAtRest(
  paths: AppPaths,
  env: HostEnv,
  stored: StoredFromOutside,
  ofSandbox: Gap | null,
): Promise<ListedAtRest | null> {
  // Meanwhile the configuration is read.
  const starts = startsBubblewrap()
  const found = await policyAtRest(paths)
  if (found === null) return null
  const availability = await availabilityAtRest(found, paths, env, () => found.policy)
  if (availability === null) return null
  const outside = await toolsFromOutside(found, paths, stored)
  if (outside === null || !(await starts)) return null
  const { missing, ...known } = availability(PERSON)
  const now: Availability = {
    ...known,
    missing: (requirement) => (requirement.kind === 'sandbox' ? ofSandbox : missing(requirement)),
  }
  const builtIn = knownListings().map((tool) =>
    toolListing({ ...tool, source: 'built-in', closed: null, trust: null, review: null }, now),
  )
  const listings = builtIn.concat(
    outside.tools.map(({ tool, ...listed }) =>
      toolListing({ manifest: tool.manifest, inputSchema: inputSchemaOf(tool), ...listed }, now),
    ),
  )
  return { listings, tiers: found.policy.tiers }
}
