// Opens the fleet with what it needs: the journal's rows, the key of this machine, the way out.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { factsOf, noContext } from '../../contract/journal/journal-facts.ts'
import type { Held } from '../bundle/in-force.ts'
import { openCollector, type Collector } from '../fleet/collector/open-collector.ts'
import { momentOf } from '../fleet/copy-text.ts'
import { fleetEntry } from '../fleet/fleet-entry.ts'
import { openFleet, type Fleet } from '../fleet/open-fleet.ts'
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
): { readonly fleet: Fleet; readonly collector: Collector } {
  const { journal, tables } = storage
  const { credentials, outbound, signingKeys } = execution
  const { after, contexts } = tables.rows
  const shared = {
    config: () => policy.config.current().fleet,
    journal: {
      read(from: number, limit: number) {
        journal.catchUp()
        return after(from, limit)
      },
      newest: () => journal.head().seq,
      onGrow: journal.onGrow,
    },
    signer: () => fleetSigner(signingKeys),
    forwards: host !== 'cli' && !queryOnly,
    now,
    changed: () => events.screens.send({ kind: 'fleet-changed' }),
    report: events.report,
  }
  const fleet = openFleet({
    ...shared,
    entryOf(row) {
      const read = readBody(row.body)
      const context = read === null ? noContext : contexts.following(row.seq, read.at, read.entry)
      return fleetEntry(row, read, context)
    },
    acknowledgedFile: join(paths.dataDir, 'fleet-acknowledged.json'),
    runs: () => ({ version, bundle: bundleIn(policy.bundles.current()) }),
    dial: outbound.databaseSocket,
    password: (name, server, port) =>
      credentials.valueFor(
        name,
        destinationOf(`https://${server.includes(':') ? `[${server}]` : server}:${port}`),
      ),
  })
  const collector = openCollector({
    ...shared,
    entryOf(row) {
      const read = readBody(row.body)
      if (read === null) return { row, read, facts: {} }
      // The same facts however often it is sent: not what the rows after it have changed.
      const context = contexts.of(row.seq, read.entry)
      return { row, read, facts: factsOf(read.at, read.entry, context) }
    },
    acknowledgedFile: join(paths.dataDir, 'collector-acknowledged.json'),
    version,
    host: hostname(),
    fetch: (url, authority) =>
      authority === null ? outbound.serverFetch(url) : outbound.trustingFetch(url, authority),
    credential: (name, url) => credentials.credentialFor(name, destinationOf(url)),
  })
  events.on('config-changed', () => {
    fleet.follow()
    collector.follow()
  })
  return { fleet, collector }
}
