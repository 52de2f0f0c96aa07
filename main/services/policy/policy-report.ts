// What `policy check` and `policy report` say of a configuration.
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import type { PolicyReport, PolicyWarning } from '../../../contract/policy/policy-report.ts'
import { standardPresets } from '../../../contract/policy/preset.ts'
import type { Policy } from '../../gate/policy.ts'

export const policyReport = (
  of: Config,
  policy: Policy,
  problems: readonly ConfigProblem[],
  warnings: readonly PolicyWarning[],
): PolicyReport => ({
  hash: policy.hash,
  preset: of.preset,
  presets: { ...standardPresets, ...of.presets },
  rules: of.rules,
  problems: [...problems],
  warnings: [...warnings],
})
