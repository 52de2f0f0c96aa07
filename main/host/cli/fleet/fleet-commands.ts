// The commands of `gatehouse fleet`, in the order of the help.
import type { Command } from '../command.ts'
import { fleetAdd, fleetIdentity, fleetInit, fleetRevoke } from './sql.ts'
import { fleetSearch } from './search.ts'
import { fleetRetry, fleetStatus } from './status.ts'
import { fleetMachines, fleetVerify } from './verify.ts'

export const fleetCommands: readonly Command[] = [
  fleetStatus,
  fleetRetry,
  fleetIdentity,
  fleetMachines,
  fleetSearch,
  fleetVerify,
  fleetInit,
  fleetAdd,
  fleetRevoke,
]
