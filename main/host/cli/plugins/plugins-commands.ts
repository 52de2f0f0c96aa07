// The commands of `gatehouse plugins`, in the order of the help.
import type { Command } from '../command.ts'
import { pluginsNew } from './new.ts'
import { pluginsPack } from './pack.ts'
import { pluginsCheck, pluginsList } from './plugins.ts'
import { pluginsReview } from './review.ts'

export const pluginsCommands: readonly Command[] = [
  pluginsList,
  pluginsNew,
  pluginsCheck,
  pluginsPack,
  pluginsReview,
]
