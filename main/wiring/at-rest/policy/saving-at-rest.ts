// Rules that would have saved questions, of a Gatehouse that does not run: made of the configuration, the
// approvals that were answered, and the tools that they were about.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { SavingRule } from '../../../../contract/journal/attention.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { evaluationTimeOf } from '../../../policy/evaluation-time.ts'
import { openPastCalls } from '../../../policy/past-calls.ts'
import { savingRules } from '../../../services/audit/saving-rules.ts'
import { touchUnderPolicy } from '../../../services/policy/touch-under-policy.ts'
import { sha256 } from '../../sha256.ts'
import type { StoredFromOutside } from '../stored-from-outside.ts'
import { manifestsAtRest } from './manifests-at-rest.ts'
import { sandboxAtRest } from './sandbox-at-rest.ts'
import { strictHolds } from './strict-at-rest.ts'
import { policiesUnder, policyAtRest } from './policy-at-rest.ts'

/** `untested`: the sandbox was taken to hold as it usually does. */
export type SavingAtRest = { readonly rules: readonly SavingRule[]; readonly untested: boolean }

/**
 * With a sandbox that is taken to hold where it starts. Null where more counts than what is read here: a
 * configuration with a fault, a built-in tool that the strict registry closes, or a sandbox that only a trial knows.
 * @param answered oldest first.
 */
export async function savingAtRest(
  answered: readonly Approval[],
  paths: AppPaths,
  outside: StoredFromOutside,
): Promise<SavingAtRest | null> {
  const found = await policyAtRest(paths)
  if (found === null || !strictHolds(found.config.plugins)) return null
  const { config, policy: inForce, bundles } = found
  // Meanwhile the rest is read.
  const trial = sandboxAtRest(config)
  const names = new Set(answered.map(({ tool }) => tool))
  const manifest = await manifestsAtRest(names, found, paths, outside)
  const sandbox = await trial
  if (manifest === null || sandbox === null) return null
  const rules = await savingRules(answered, {
    config: { current: () => config },
    inForce: { policy: () => inForce },
    tried: {
      under(tried) {
        return { policy: policiesUnder({ config: tried, bundles }, paths) }
      },
      replay: (_config, policy) => ({
        manifest,
        evaluationTime: evaluationTimeOf,
        sandboxed: sandbox.ok,
        prior: openPastCalls,
        resolveAgain: touchUnderPolicy(policy, inForce),
      }),
    },
    runner: { enforced: () => sandbox },
    isOwnTool: (tool) => manifest(tool)?.builtIn === true,
    sha256,
  })
  return { rules, untested: sandbox.ok }
}
