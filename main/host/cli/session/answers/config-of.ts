// What is set, and the policy of an organisation, where no Gatehouse runs.
import type { Config } from '../../../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../../../config/paths.ts'

export const configOf = async (paths: AppPaths) =>
  (await import('../../../../wiring/at-rest/config-at-rest.ts')).configAtRest(paths)

export const bundlesOf = async (config: Config, paths: AppPaths) =>
  (await import('../../../../wiring/at-rest/policy/bundles-at-rest.ts')).bundlesAtRest(
    config,
    paths,
  )
