// The policy of a Gatehouse that does not run, made of its configuration alone.
import { existsSync } from 'node:fs'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { PolicyReport } from '../../../contract/policy/policy-report.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Policy } from '../../gate/policy.ts'
import { policyReport } from '../../services/policy/policy-report.ts'
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

/** What a text would be as the configuration. Null as above. */
export async function checkAtRest(paths: AppPaths, text: string): Promise<PolicyReport | null> {
  const inForce = await policyAtRest(paths)
  if (inForce === null) return null
  const { parseQuickly } = await import('../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(text, paths)
  if (!parsed.ok) return policyReport(inForce.config, inForce.policy, parsed.error, [])
  const { config, warnings } = parsed.value
  const workspace = realWorkspace(pathOfWorkspace(config.workspace, paths.defaultWorkspace))
  return policyReport(config, policyOf(config, workspace, paths.stop, sha256), [], warnings)
}
