// Rules that would have saved questions, of a Gatehouse that does not run: made of the configuration, the
// built-in tools and the approvals that were answered.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { SavingRule } from '../../../../contract/journal/attention.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { startsBubblewrap } from '../../../sandbox/quick-trial.ts'
import { savingRules } from '../../../services/audit/saving-rules.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import { knownListings } from '../../../../tools/known-listings.ts'
import { sha256 } from '../../sha256.ts'
import { availabilityAtRest, type HostEnv } from '../availability-at-rest.ts'
import { hasOnlyBuiltIn } from '../has-plugins.ts'
import { policiesUnder, policyAtRest } from './policy-at-rest.ts'

/**
 * With a sandbox that is taken to hold. Null where more counts than what is read here: tools that are not
 * built in, a configuration with a fault, or no sandbox that starts.
 * @param answered oldest first.
 */
export async function savingAtRest(
  answered: readonly Approval[],
  paths: AppPaths,
  env: HostEnv,
): Promise<readonly SavingRule[] | null> {
  // Meanwhile the rest is read.
  const starts = startsBubblewrap()
  const found = await policyAtRest(paths)
  if (found === null || !hasOnlyBuiltIn(found.config, paths)) return null
  const availability = await availabilityAtRest(found, paths, env, () => found.policy)
  if (availability === null || !(await starts)) return null
  const { config, policy: inForce, bundles } = found
  const manifests = new Map(knownListings().map(({ manifest }) => [manifest.name, manifest]))
  return savingRules(answered, {
    config: { current: () => config },
    inForce: { policy: () => inForce },
    tried: {
      under(tried) {
        return { policy: policiesUnder({ config: tried, bundles }, paths) }
      },
      replay: (_config, policy) => ({
        manifest: (tool) => manifests.get(tool) ?? null,
        evaluationTime: evaluationTimeOf,
        sandboxed: true,
        prior: openPastCalls,
        resolveAgain: touchUnderPolicy(policy, inForce),
      }),
    },
    runner: { enforced: () => ({ ok: true }) },
    isOwnTool: (tool) => manifests.get(tool)?.builtIn === true,
    sha256,
  })
}
