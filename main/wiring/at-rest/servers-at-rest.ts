// The list of servers, of a Gatehouse that does not run.
import type { ServerListing } from '../../../contract/server/server.ts'
import type { AppPaths } from '../../config/paths.ts'
import { serverListings } from '../../services/servers/server-listings.ts'
import type { HostEnv } from './availability-at-rest.ts'
import { openServersAtRest } from './open-servers-at-rest.ts'
import { policyAtRest } from './policy/policy-at-rest.ts'
import { shownAtRest } from './shown-at-rest.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'

/** Null where more counts than configuration and reviews: see `policyAtRest`. */
export async function serversAtRest(
  paths: AppPaths,
  env: HostEnv,
  stored: Pick<StoredFromOutside, 'servers'>,
): Promise<readonly ServerListing[] | null> {
  const found = await policyAtRest(paths)
  if (found === null) return null
  if (Object.keys(found.config.servers).length === 0) return []
  const read = await stored.servers(found.config)
  if (read === null) return null
  const servers = openServersAtRest(found, paths, read)
  return serverListings(servers, shownAtRest(found.config, env)).withMissed()
}
