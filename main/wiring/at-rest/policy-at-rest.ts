// The policy of a Gatehouse that does not run, made of its configuration alone.
import { existsSync } from 'node:fs'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Policy } from '../../gate/policy.ts'
import { pathOfWorkspace, realWorkspace } from '../../workspace/workspace.ts'
import { policyOf } from '../policy/policy.ts'
import { sha256 } from '../sha256.ts'
import { configAtRest } from './config-at-rest.ts'

export type AtRest = {
  readonly config: Config
  readonly policy: Policy
  /** Real path. */
  readonly workspace: string
}

/**
 * Null where more counts than the configuration: the bundle of an organisation, a file with
 * something wrong, or a workspace that the start has yet to make.
 */
export async function policyAtRest(paths: AppPaths): Promise<AtRest | null> {
  const config = await configAtRest(paths)
  if (config === null || config.organisation !== null) return null
  const path = pathOfWorkspace(config.workspace, paths.defaultWorkspace)
  if (!existsSync(path)) return null
  const workspace = realWorkspace(path)
  return { config, policy: policyOf(config, workspace, paths.stop, sha256), workspace }
}
