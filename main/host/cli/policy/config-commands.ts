// The commands of `gatehouse config`, in the order of the help.
import type { Command } from '../command.ts'
import { configCheck, configPath, configSchema } from './config.ts'
import { configDiff } from './config-diff.ts'
import { configImport } from './import.ts'

export const configCommands: readonly Command[] = [
  configCheck,
  configPath,
  configSchema,
  configDiff,
  configImport,
]
