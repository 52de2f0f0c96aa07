// Why a text that is asked under is no configuration, as the router of a running Gatehouse shows it.
import type { Failure } from '../../../../contract/failure.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../../../contract/policy/config/config-problem.ts'
import type { HostEnv } from '../availability-at-rest.ts'

/** @param inForce whose exceptions count, not those of the text. */
export async function shownFault(
  problems: readonly ConfigProblem[],
  inForce: Config,
  env: HostEnv,
): Promise<Failure> {
  const { configFault } = await import('../../../policy/config-fault.ts')
  const { shownAtRest } = await import('../shown-at-rest.ts')
  return shownAtRest(inForce, env)(configFault(problems))
}
