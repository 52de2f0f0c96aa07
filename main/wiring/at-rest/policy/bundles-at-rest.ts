// What an organisation holds where no Gatehouse runs: the bundle in force, checked as a start checks it and
// by the same functions. Nothing is asked of its source and nothing is noted.
import { join } from 'node:path'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { WiredBundles } from '../../policy/bundles.ts'

export type BundlesAtRest = Pick<
  WiredBundles,
  'current' | 'waiting' | 'seen' | 'managed' | 'agents' | 'agentHeldBy' | 'pins'
>

/** Null: no organisation is followed. What checks a bundle is loaded where one is. */
export async function bundlesAtRest(
  { organisation }: Pick<Config, 'organisation'>,
  { dataDir }: Pick<AppPaths, 'dataDir'>,
): Promise<BundlesAtRest | null> {
  if (organisation === null) return null
  const { wireBundles } = await import('../../policy/bundles.ts')
  return wireBundles(join(dataDir, 'organisation'), () => organisation, Date.now)
}
