// Rules that would have saved questions, of a Gatehouse that does not run: made of the configuration, the
// built-in tools and the approvals that were answered.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { SavingRule } from '../../../../contract/journal/attention.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { savingRules } from '../../../services/audit/saving-rules.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import { listingsFor } from '../../../../tools/listings-for.ts'
import { sha256 } from '../../sha256.ts'
import { hasOnlyBuiltIn } from '../has-plugins.ts'
import { sandboxAtRest } from './sandbox-at-rest.ts'
import { strictHolds } from './strict-at-rest.ts'
import { policiesUnder, policyAtRest } from './policy-at-rest.ts'

/** `untested`: the sandbox was taken to hold as it usually does. */
export type SavingAtRest = { readonly rules: readonly SavingRule[]; readonly untested: boolean }

/**
 * With a sandbox that is taken to hold where it starts. Null where more counts than what is read here: tools
 * that are not built in, a configuration with a fault, or a sandbox that only a trial knows.
 * @param answered oldest first.
 */
export async function savingAtRest(
  answered: readonly Approval[],
  paths: AppPaths,
): Promise<SavingAtRest | null> {
  const found = await policyAtRest(paths)
  if (found === null || !hasOnlyBuiltIn(found.config, paths)) return null
  const { config, policy: inForce, bundles } = found
  if (!strictHolds(config.plugins)) return null
  const sandbox = await sandboxAtRest(config)
  if (sandbox === null) return null
  const manifests = new Map(
    listingsFor(config.services).map(({ manifest }) => [manifest.name, manifest]),
  )
  const rules = await savingRules(answered, {
    config: { current: () => config },
    inForce: { policy: () => inForce },
    tried: {
      under(tried) {
        return { policy: policiesUnder({ config: tried, bundles }, paths) }
      },
      replay: (_config, policy) => ({
        manifest: (tool) => manifests.get(tool) ?? null,
        evaluationTime: evaluationTimeOf,
        sandboxed: sandbox.ok,
        prior: openPastCalls,
        resolveAgain: touchUnderPolicy(policy, inForce),
      }),
    },
    runner: { enforced: () => sandbox },
    isOwnTool: (tool) => manifests.get(tool)?.builtIn === true,
    sha256,
  })
  return { rules, untested: sandbox.ok }
}
