// The commands of `gatehouse clients`, in the order of the help.
import type { Command } from '../command.ts'
import { clientsList, clientsAdd, clientsRemove, clientsCommands } from './clients.ts'

export const clientsTopic: readonly Command[] = [
  clientsList,
  clientsAdd,
  clientsRemove,
  clientsCommands,
]
