// The manifests of tools by name where no Gatehouse runs: those that are built in, and of others what was
// reviewed and can be called.
import type { Manifest } from '../../../../contract/call/manifest.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { listingsFor } from '../../../../tools/listings-for.ts'
import type { AtRest } from './policy-at-rest.ts'
import type { StoredFromOutside } from '../stored-from-outside.ts'

/**
 * What servers and plugins offer is read where one of the names is none of a built-in tool, whose name nobody else can
 * take. Null where the database cannot be used as it is.
 * @param names that are asked about; of others nothing may be asked.
 */
export async function manifestsAtRest(
  names: ReadonlySet<string>,
  inForce: AtRest,
  paths: AppPaths,
  stored: StoredFromOutside,
): Promise<((tool: string) => Manifest | null) | null> {
  const builtIn = listingsFor(inForce.config.services).map(({ manifest }) => manifest)
  const own = new Map(builtIn.map((manifest) => [manifest.name, manifest]))
  if ([...names].every((name) => own.has(name))) return (tool) => own.get(tool) ?? null
  const { toolsFromOutside } = await import('../tools-from-outside.ts')
  const outside = await toolsFromOutside(inForce, paths, stored)
  if (outside === null) return null
  const others = new Map(
    outside.tools
      .filter(({ closed }) => closed === null)
      .map(({ tool: { manifest } }) => [manifest.name, manifest]),
  )
  return (tool) => own.get(tool) ?? others.get(tool) ?? null
}
