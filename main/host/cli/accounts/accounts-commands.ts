// The commands of `gatehouse accounts`, in the order of the help.
import type { Command } from '../command.ts'
import { accountsList, accountsDisconnect } from './accounts.ts'
import { accountsConnect } from './connect.ts'

export const accountsCommands: readonly Command[] = [
  accountsList,
  accountsConnect,
  accountsDisconnect,
]
