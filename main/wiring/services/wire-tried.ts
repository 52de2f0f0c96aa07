// What the screens on policy try calls with: the same parts as the pipeline has.
import { openTried } from '../../services/policy/tried.ts'
import type { AppOptions } from '../app-options.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'

export const wireTried = (
  { paths }: Pick<AppOptions, 'paths'>,
  { storage, policy, execution, calls }: Layers,
  now: () => number,
) =>
  openTried({
    paths,
    now,
    sha256,
    journal: storage.journal,
    leases: storage.tables.leases,
    facts: policy.facts,
    grantOf: policy.grantOf,
    held: policy.bundles.current,
    registry: execution.registry,
    runner: execution.runner,
    servers: execution.servers.touch,
    serverLocations: execution.servers.locations,
    steering: execution.servers.steering,
    pluginTouch: execution.plugins.touch,
    knownSecret: calls.knownSecret,
    schedules: calls.schedules,
    records: calls.records,
    events: calls.inbound,
    inForce: calls.inForce,
  })
