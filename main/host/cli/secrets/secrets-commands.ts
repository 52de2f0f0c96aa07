// The commands of `gatehouse secrets`, in the order of the help.
import type { Command } from '../command.ts'
import { secretsList, secretsRemove, secretsUnlock, secretsLock } from './secrets.ts'
import { secretsSet } from './set.ts'

export const secretsCommands: readonly Command[] = [
  secretsList,
  secretsSet,
  secretsRemove,
  secretsUnlock,
  secretsLock,
]
