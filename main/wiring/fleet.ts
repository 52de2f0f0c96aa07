// Joins the fleet to what it is made of: the journal's rows, the key of this machine, the one way out.
import { join } from 'node:path'
import { noContext } from '../../contract/journal/journal-facts.ts'
import type { Held } from '../bundle/held.ts'
import { momentOf } from '../fleet/copy-text.ts'
import { fleetEntry } from '../fleet/fleet-entry.ts'
import { openFleet } from '../fleet/open-fleet.ts'
import type { Fleet } from '../fleet/open-fleet.ts'
import { destinationOf } from '../secrets/destination.ts'
import { readBody } from '../store/journal/read-entry.ts'
import type { AppOptions } from './app-options.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { fleetSigner } from './fleet-signer.ts'
import type { Layers } from './layers.ts'

/** What a row of the shared database has to be found by. */
export function fleetLabels(body: string) {
  const read = readBody(body)
  if (read === null) return null
  const entry = fleetEntry({ seq: 0, body, hash: '' }, read, noContext)
  return { ...entry, moment: momentOf(entry.at) }
}

/** As the other machines are told. */
function bundleIn(held: Held) {
  if (held.kind !== 'bundle') return null
  const { organisation, serial } = held.read.bundle
  return { name: organisation, serial }
}

export function wireFleet(
  { host, paths, version, queryOnly = false }: AppOptions,
  { storage, policy, execution }: Omit<Layers, 'calls'>,
  { now }: Clock,
  events: Events,
): Fleet {
  const { journal, tables } = storage
  const { credentials, outbound, signingKeys } = execution
  const { after, contexts } = tables.rows
  const fleet = openFleet({
    config: () => policy.config.current().fleet,
    journal: {
      read(from, limit) {
        journal.catchUp()
        return after(from, limit)
      },
      newest: () => journal.head().seq,
      onGrow: journal.onGrow,
    },
    entryOf(row) {
      const read = readBody(row.body)
      const context = read === null ? noContext : contexts.following(row.seq, read.at, read.entry)
      return fleetEntry(row, read, context)
    },
    acknowledgedFile: join(paths.dataDir, 'fleet-acknowledged.json'),
    signer: () => fleetSigner(signingKeys),
    runs: () => ({ version, bundle: bundleIn(policy.bundles.current()) }),
    dial: outbound.databaseSocket,
    password: (name, server, port) =>
      credentials.valueFor(
        name,
        destinationOf(`https://${server.includes(':') ? `[${server}]` : server}:${port}`),
      ),
    forwards: host !== 'cli' && !queryOnly,
    now,
    changed: () => events.screens.send({ kind: 'fleet-changed' }),
    report: events.report,
  })
  events.on('config-changed', fleet.follow)
  return fleet
}
