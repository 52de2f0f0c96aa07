// Channels: this machine among others that share a database.
import { z } from 'zod'
import { FleetIdentity, FleetMachine, FleetState, MachineCheck } from '../fleet/state.ts'
import { call, everywhere, none } from './channel.ts'

export const fleetChannels = {
  'fleet.state': call(everywhere, none, FleetState),
  /** Sends now, whatever it waits for. Failures: `fleet.none`. */
  'fleet.retry': call(everywhere, none, FleetState),
  /** Failures: `fleet.none`, and those of the key. */
  'fleet.identity': call(everywhere, none, FleetIdentity),
  /** As the reader. Failures: `fleet.none`, `fleet.no-reader`, `fleet.unreachable`, `fleet.refused`. */
  'fleet.machines': call(everywhere, none, z.array(FleetMachine)),
  /** Holds the rows of every machine against its signed heads. Failures: as `fleet.machines`. */
  'fleet.verify': call(everywhere, none, z.array(MachineCheck)),
} as const
