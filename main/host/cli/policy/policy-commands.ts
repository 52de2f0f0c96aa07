// The commands of `gatehouse policy`, in the order of the help.
import type { Command } from '../command.ts'
import { bundleCommands } from './bundle/bundle-commands.ts'
import { policyCheck } from './check.ts'
import { policyExplain } from './explain.ts'
import { policyHash } from './hash.ts'
import { policyPreset } from './preset.ts'
import { policySimulate } from './simulate.ts'
import { policyTest } from './test-cases.ts'

export const policyCommands: readonly Command[] = [
  policyExplain,
  policyCheck,
  policyHash,
  policySimulate,
  policyTest,
  policyPreset,
  ...bundleCommands,
]
