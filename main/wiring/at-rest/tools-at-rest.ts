// The tools, as a Gatehouse that does not run would list them.
import { SessionId } from '../../../contract/ids.ts'
import type { Gap, ToolListing } from '../../../contract/call/manifest.ts'
import type { AppPaths } from '../../config/paths.ts'
import { inputSchemaOf } from '../../registry/input-schema-of.ts'
import { toolListing, type Availability } from '../../registry/tool-listing.ts'
import type { ToolsNow } from '../../services/own-agents/whole-agent.ts'
import { startsBubblewrap } from '../../sandbox/quick-trial.ts'
import { knownListings, type KnownListing } from '../../../tools/known-listings.ts'
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
 * Of one that is built in, by its name or its id: what there is of others says nothing of it, and whether the
 * sandbox starts nothing of one that runs no commands. Null where there is no such tool, and as below.
 */
export async function toolAtRest(
  name: string,
  paths: AppPaths,
  env: HostEnv,
): Promise<readonly ToolListing[] | null> {
  const tool = knownListings().find(({ manifest }) => [manifest.name, manifest.id].includes(name))
  if (tool === undefined) return null
  const runsCommands = tool.manifest.requires.some(({ kind }) => kind === 'sandbox')
  const starts = runsCommands ? startsBubblewrap() : true
  const found = await policyAtRest(paths)
  if (found === null) return null
  const availability = await availabilityAtRest(found, paths, env, () => found.policy)
  if (availability === null || !(await starts)) return null
  return [builtInListing(tool, withSandbox(availability(PERSON), UNTRIED))]
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
  const now = withSandbox(availability(PERSON), ofSandbox)
  const builtIn = knownListings().map((tool) => builtInListing(tool, now))
  const listings = builtIn.concat(
    outside.tools.map(({ tool, ...listed }) =>
      toolListing({ manifest: tool.manifest, inputSchema: inputSchemaOf(tool), ...listed }, now),
    ),
  )
  return { listings, tiers: found.policy.tiers }
}

const withSandbox = ({ missing, ...known }: Availability, ofSandbox: Gap | null): Availability => ({
  ...known,
  missing: (requirement) => (requirement.kind === 'sandbox' ? ofSandbox : missing(requirement)),
})

const builtInListing = (tool: KnownListing, now: Availability): ToolListing =>
  toolListing({ ...tool, source: 'built-in', closed: null, trust: null, review: null }, now)
