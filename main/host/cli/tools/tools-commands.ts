// The commands of `gatehouse tools`, in the order of the help.
import type { Command } from '../command.ts'
import { toolsDescribe } from './describe.ts'
import { toolsList } from './list.ts'
import { toolsRun } from './run.ts'

export const toolsCommands: readonly Command[] = [toolsList, toolsDescribe, toolsRun]
