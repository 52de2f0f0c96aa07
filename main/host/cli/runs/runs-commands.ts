// The commands of `gatehouse runs`, in the order of the help.
import type { Command } from '../command.ts'
import { runsCapture } from './capture.ts'
import { runsDiff } from './diff.ts'
import { runsList } from './list.ts'
import { runsReplay } from './replay.ts'
import { runsShow } from './show.ts'

export const runsCommands: readonly Command[] = [
  runsList,
  runsShow,
  runsCapture,
  runsReplay,
  runsDiff,
]
