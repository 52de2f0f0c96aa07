// What processes of a tool may use.
import type { Config } from '../../../contract/policy/config/config.ts'
import type { CpuLimits } from '../../sandbox/runner-powers.ts'

/** Of one process that a tool starts, and of all of one call. */
export const cpuLimitsOf = ({ limits, tools }: Config, tool: string): CpuLimits => ({
  cpuSeconds: tools[tool]?.cpuSeconds ?? limits.cpuSeconds,
  treeCpuSeconds: limits.treeCpuSeconds,
})
