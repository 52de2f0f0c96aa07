// Channels: this machine among others that share a database.
import { z } from 'zod'
import { CollectorState } from '../../fleet/collector.ts'
import {
  FleetCall,
  FleetCallId,
  FleetCount,
  FleetCounted,
  FleetPage,
  FleetSearch,
  FleetSpan,
  FleetSums,
} from '../../fleet/fleet-search.ts'
import {
  FleetCheck,
  FleetIdentity,
  FleetMachine,
  FleetState,
  MachineCheck,
} from '../../fleet/state.ts'
import { call, everywhere, none, screens } from '../channel.ts'

export const fleetChannels = {
  'fleet.state': call(everywhere, none, FleetState),
  /** How far the OpenTelemetry Collector is. */
  'fleet.collector': call(everywhere, none, CollectorState),
  /** Sends now, to both, whatever is waited for. Failures: `fleet.none`. */
  'fleet.retry': call(everywhere, none, FleetState),
  /** Failures: `fleet.none`, and those of the key. */
  'fleet.identity': call(everywhere, none, FleetIdentity),
  /** As the reader. Failures: `fleet.none`, `fleet.no-reader`, `fleet.unreachable`, `fleet.refused`. */
  'fleet.machines': call(everywhere, none, z.array(FleetMachine)),
  /** Holds the rows of every machine against its signed heads. Failures: as `fleet.machines`. */
  'fleet.verify': call(everywhere, none, z.array(MachineCheck)),
  /** The same, begun or ended, without anybody waiting for it. */
  'fleet.check': call(
    screens,
    z.strictObject({ do: z.enum(['look', 'start', 'stop']) }),
    FleetCheck,
  ),
  /**
   * A page of the rows of all machines that a query asks for, newest first. Failures: `query.wrong`,
   * `fleet.slow`, `fleet.replaced`, and as `fleet.machines`.
   */
  'fleet.search': call(everywhere, FleetSearch, FleetPage),
  /** How many rows fit, up to a bound. Failures: as `fleet.search`. */
  'fleet.count': call(screens, FleetCounted, FleetCount),
  /** Nobody waits any more for what this asker wants to know: it ends, in the database as well. */
  'fleet.leave': call(screens, z.strictObject({ asker: z.string().min(1).max(40) }), z.null()),
  /** Calls whole, in the order asked for; those that have no row are left out. */
  'fleet.calls': call(
    screens,
    z.strictObject({ calls: z.array(FleetCallId).max(50) }),
    z.array(FleetCall),
  ),
  /** What machines did, by day and by machine. */
  'fleet.sums': call(screens, FleetSpan, FleetSums),
} as const
