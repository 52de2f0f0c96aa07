// The tools, as a Gatehouse that does not run would list them.
import { SessionId } from '../../../contract/ids.ts'
import type { Gap, ToolListing } from '../../../contract/call/manifest.ts'
import type { AppPaths } from '../../config/paths.ts'
import { inputSchemaOf } from '../../registry/input-schema-of.ts'
import { toolListing, type Availability } from '../../registry/tool-listing.ts'
import type { Enforced } from '../../sandbox/runner-powers.ts'
import type { ToolsNow } from '../../services/own-agents/whole-agent.ts'
import { knownListings, type KnownListing } from '../../../tools/known-listings.ts'
import { listingsFor } from '../../../tools/listings-for.ts'
import { HOLDS, sandboxAtRest } from './policy/sandbox-at-rest.ts'
import { availabilityAtRest, type HostEnv } from './availability-at-rest.ts'
import { policyAtRest, type AtRest } from './policy/policy-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'
import { strictHolds } from './policy/strict-at-rest.ts'
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
  const isNamed = ({ manifest }: KnownListing) => [manifest.name, manifest.id].includes(name)
  if (!knownListings().some(isNamed)) return null
  const found = await policyAtRest(paths)
  if (found === null || !strictHolds(found.config.plugins)) return null
  const tools = listingsFor(found.config.services).filter(isNamed)
  const runsCommands = tools.some(({ manifest }) =>
    manifest.requires.some(({ kind }) => kind === 'sandbox'),
  )
  const sandbox = runsCommands ? await sandboxAtRest(found.config) : HOLDS
  if (sandbox === null) return null
  const now = await personNow(found, { paths, env, sandbox, ofSandbox: UNTRIED })
  return tools.map((tool) => builtInListing(tool, now))
}

/**
 * Null where more counts than the tools that are built in and what was reviewed of others: a tool that the
 * strict registry closes, or a sandbox that only a trial knows.
 * @param ofSandbox what is said of one that starts; null: it is taken to hold.
 */
export async function listedAtRest(
  paths: AppPaths,
  env: HostEnv,
  stored: StoredFromOutside,
  ofSandbox: Gap | null,
): Promise<ListedAtRest | null> {
  const found = await policyAtRest(paths)
  if (found === null || !strictHolds(found.config.plugins)) return null
  // Meanwhile the rest is read.
  const trial = sandboxAtRest(found.config)
  const outside = await toolsFromOutside(found, paths, stored)
  const sandbox = await trial
  if (outside === null || sandbox === null) return null
  const now = await personNow(found, { paths, env, sandbox, ofSandbox })
  const builtIn = listingsFor(found.config.services).map((tool) => builtInListing(tool, now))
  const listings = builtIn.concat(
    outside.tools.map(({ tool, ...listed }) =>
      toolListing({ manifest: tool.manifest, inputSchema: inputSchemaOf(tool), ...listed }, now),
    ),
  )
  return { listings, tiers: found.policy.tiers }
}

/** What the person has and lacks. @param ofSandbox said of one that is taken to hold. */
async function personNow(
  found: AtRest,
  {
    paths,
    env,
    sandbox,
    ofSandbox,
  }: {
    readonly paths: AppPaths
    readonly env: HostEnv
    readonly sandbox: Enforced
    readonly ofSandbox: Gap | null
  },
): Promise<Availability> {
  const policy = () => found.policy
  const availability = await availabilityAtRest(found, paths, env, policy, () => sandbox)
  return sandbox.ok ? withSandbox(availability(PERSON), ofSandbox) : availability(PERSON)
}

const withSandbox = ({ missing, ...known }: Availability, ofSandbox: Gap | null): Availability => ({
  ...known,
  missing: (requirement) => (requirement.kind === 'sandbox' ? ofSandbox : missing(requirement)),
})

const builtInListing = (tool: KnownListing, now: Availability): ToolListing =>
  toolListing({ ...tool, source: 'built-in', closed: null, trust: null, review: null }, now)
