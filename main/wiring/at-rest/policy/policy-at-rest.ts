// The policy of a Gatehouse that does not run, made of its configuration and, where an organisation is
// followed, of its bundle.
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { PolicyReport } from '../../../../contract/policy/policy-report.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { Policy } from '../../../gate/policy.ts'
import { policyReport } from '../../../services/policy/policy-report.ts'
import { ungrantedPolicies, type PolicyOf } from '../../policy/policy.ts'
import { sha256 } from '../../sha256.ts'
import { bundlesAtRest, type BundlesAtRest } from './bundles-at-rest.ts'
import { configAtRest } from '../config-at-rest.ts'
import { workspaceAtRest } from '../workspace-at-rest.ts'

export type AtRest = {
  readonly config: Config
  /** The person's. */
  readonly policy: Policy
  /** Of each asker, before anybody was granted less. */
  readonly policies: PolicyOf
  /** Of the organisation; null: none is followed. */
  readonly bundles: BundlesAtRest | null
  /** Real path. */
  readonly workspace: string
}

/** Null where more counts than the configuration and the bundle: a file with something wrong. */
export async function policyAtRest(paths: AppPaths): Promise<AtRest | null> {
  const config = await configAtRest(paths)
  if (config === null) return null
  const { real: workspace } = workspaceAtRest(config, paths)
  const bundles = await bundlesAtRest(config, paths)
  const policies = policiesUnder({ config, bundles }, paths)
  return { config, policy: policies(), policies, bundles, workspace }
}

/**
 * The policy of each asker under a configuration, which need not be the one in force, before anybody was
 * granted less.
 */
export function policiesUnder(
  { config, bundles }: Pick<AtRest, 'config' | 'bundles'>,
  paths: AppPaths,
): PolicyOf {
  const { real: workspace } = workspaceAtRest(config, paths)
  return ungrantedPolicies(() => ({ config, workspace }), paths.stop, sha256, bundles?.current)
}

/** What a text would be as the configuration. Null as above. */
export async function checkAtRest(paths: AppPaths, text: string): Promise<PolicyReport | null> {
  const inForce = await policyAtRest(paths)
  if (inForce === null) return null
  const { parseQuickly } = await import('../../../policy/parse-quickly.ts')
  const parsed = await parseQuickly(text, paths)
  if (!parsed.ok) return policyReport(inForce.config, inForce.policy, parsed.error, [])
  const { config, warnings } = parsed.value
  // Whatever configuration is tried, the organisation is the one in force.
  const policy = policiesUnder({ config, bundles: inForce.bundles }, paths)()
  return policyReport(config, policy, [], warnings)
}
