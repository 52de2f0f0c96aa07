// The commands of `gatehouse runs`, in the order of the help.
import type { Command } from '../command.ts'
import { runsList } from './list.ts'
import { runsShow } from './show.ts'

export const runsCommands: readonly Command[] = [runsList, runsShow]
