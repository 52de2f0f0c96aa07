// Rules that would have saved questions, of a Gatehouse that does not run: made of the configuration, the
// approvals that were answered, and the tools that they were about.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { SavingRule } from '../../../../contract/journal/attention.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { startsBubblewrap } from '../../../sandbox/quick-trial.ts'
import { savingRules } from '../../../services/audit/saving-rules.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import { sha256 } from '../../sha256.ts'
import { availabilityAtRest, type HostEnv } from '../availability-at-rest.ts'
import type { StoredFromOutside } from '../stored-from-outside.ts'
import { manifestsAtRest } from './manifests-at-rest.ts'
import { policiesUnder, policyAtRest } from './policy-at-rest.ts'

/**
 * With a sandbox that is taken to hold. Null where more counts than what is read here: a configuration with a
 * fault, no sandbox that starts, or what `availabilityAtRest` does not read.
 * @param answered oldest first.
 */
export async function savingAtRest(
  answered: readonly Approval[],
  paths: AppPaths,
  env: HostEnv,
  outside: StoredFromOutside,
): Promise<readonly SavingRule[] | null> {
  // Meanwhile the rest is read.
  const starts = startsBubblewrap()
  const found = await policyAtRest(paths)
  if (found === null) return null
  const availability = await availabilityAtRest(found, paths, env, () => found.policy)
  if (availability === null || !(await starts)) return null
  const { config, policy: inForce, bundles } = found
  const names = new Set(answered.map(({ tool }) => tool))
  const manifest = await manifestsAtRest(names, found, paths, outside)
  if (manifest === null) return null
  return savingRules(answered, {
    config: { current: () => config },
    inForce: { policy: () => inForce },
    tried: {
      under(tried) {
        return { policy: policiesUnder({ config: tried, bundles }, paths) }
      },
      replay: (_config, policy) => ({
        manifest,
        evaluationTime: evaluationTimeOf,
        sandboxed: true,
        prior: openPastCalls,
        resolveAgain: touchUnderPolicy(policy, inForce),
      }),
    },
    runner: { enforced: () => ({ ok: true }) },
    isOwnTool: (tool) => manifest(tool)?.builtIn === true,
    sha256,
  })
}
