// The commands of `gatehouse clients`, in the order of the help.
import type { Command } from '../command.ts'
import { clientsAdd } from './clients-add.ts'
import { clientsList, clientsRemove } from './clients.ts'
import { clientsCommands } from './commands-of-client.ts'

export const clientsTopic: readonly Command[] = [
  clientsList,
  clientsAdd,
  clientsRemove,
  clientsCommands,
]
