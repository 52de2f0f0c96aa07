// The topic `fleet`: this machine among others that share a database.
import { parseFleetQuery, wrongQuery } from '../../../contract/fleet/fleet-query.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Collector } from '../../fleet/collector/open-collector.ts'
import { fleetChecking } from '../../fleet/fleet-check.ts'
import { listMachines } from '../../fleet/list-machines.ts'
import { noFleet, type Fleet } from '../../fleet/open-fleet.ts'
import { fleetSums } from '../../fleet/search/fleet-sums.ts'
import type { ReadBody } from '../../fleet/search/stored-row.ts'
import { readCalls } from '../../fleet/search/read-calls.ts'
import { countRows } from '../../fleet/search/count-rows.ts'
import { newestSearch } from '../../fleet/search/newest-search.ts'
import { searchRows } from '../../fleet/search/search-rows.ts'
import { verifyFleet } from '../../fleet/verify-fleet.ts'

export type FleetServiceDeps = {
  readonly fleet: Fleet
  readonly collector: Collector
  readonly labels: Parameters<typeof verifyFleet>[1]
  readonly readBody: ReadBody
  readonly now: () => number
  readonly report: (fault: unknown) => void
}

export function fleetService({
  fleet,
  collector,
  labels,
  readBody,
  now,
  report,
}: FleetServiceDeps): TopicHandlers<'fleet'> {
  const verify = (tell?: Parameters<typeof verifyFleet>[2], signal?: AbortSignal) =>
    fleet.asReader((client) => verifyFleet(client, labels, tell, fleet.knownKeys()), signal)
  const checking = fleetChecking({
    verify,
    now,
    report,
  })
  const searches = newestSearch()
  const counts = newestSearch()
  return {
    'fleet.state': async () => ok(fleet.state()),
    'fleet.collector': async () => ok(collector.state()),
    async 'fleet.retry'() {
      if (fleet.state().kind === 'none' && collector.state().kind === 'none') return err(noFleet)
      fleet.retry()
      collector.retry()
      return ok(fleet.state())
    },
    'fleet.identity': async () => fleet.identity(),
    async 'fleet.machines'() {
      const machines = await fleet.asReader(listMachines)
      return machines.ok ? ok([...machines.value]) : machines
    },
    async 'fleet.verify'() {
      const checks = await verify()
      return checks.ok ? ok([...checks.value]) : checks
    },
    async 'fleet.check'({ do: wanted }) {
      if (wanted === 'start') checking.start()
      if (wanted === 'stop') checking.stop()
      return ok(checking.state())
    },
    async 'fleet.search'({ query: line, before, limit, asker }) {
      const query = parseFleetQuery(line, now())
      if (!query.ok) return err(wrongQuery(query.error))
      const search = { query: query.value, before, limit, readBody }
      return searches.run(asker, (signal) =>
        fleet.asReader((client) => searchRows(client, search), signal),
      )
    },
    async 'fleet.count'({ query: line, asker }) {
      const query = parseFleetQuery(line, now())
      if (!query.ok) return err(wrongQuery(query.error))
      return counts.run(asker, (signal) =>
        fleet.asReader((client) => countRows(client, query.value), signal),
      )
    },
    async 'fleet.leave'({ asker }) {
      searches.leave(asker)
      counts.leave(asker)
      return ok(null)
    },
    async 'fleet.calls'({ calls }) {
      const found = await fleet.asReader((client) => readCalls(client, calls, readBody))
      return found.ok ? ok([...found.value]) : found
    },
    'fleet.sums': (span) => fleet.asReader((client) => fleetSums(client, span, now())),
  }
}
