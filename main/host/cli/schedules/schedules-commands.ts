// The commands of `gatehouse schedules`, in the order of the help.
import type { Command } from '../command.ts'
import { schedulesGive } from './give.ts'
import { schedulesPreflight } from './preflight.ts'
import { schedulesList, schedulesShow, schedulesRemove } from './schedules.ts'
import { schedulesAdd, schedulesPause, schedulesResume } from './change.ts'
import {
  schedulesRun,
  schedulesHistory,
  schedulesFailed,
  schedulesRepeat,
  schedulesDiscard,
  schedulesClear,
} from './runs.ts'

export const schedulesCommands: readonly Command[] = [
  schedulesList,
  schedulesShow,
  schedulesAdd,
  schedulesPause,
  schedulesResume,
  schedulesRun,
  schedulesHistory,
  schedulesFailed,
  schedulesRepeat,
  schedulesDiscard,
  schedulesClear,
  schedulesRemove,
  schedulesPreflight,
  schedulesGive,
]
