// The topic `fleet`: this machine among others that share a database.
import { parseFleetQuery, wrongQuery } from '../../../contract/fleet/fleet-query.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../contract/result.ts'
import { fleetChecking } from '../../fleet/fleet-check.ts'
import { listMachines } from '../../fleet/list-machines.ts'
import { noFleet, type Fleet } from '../../fleet/open-fleet.ts'
import { fleetSums } from '../../fleet/search/fleet-sums.ts'
import type { ReadBody } from '../../fleet/search/stored-row.ts'
import { readCalls } from '../../fleet/search/read-calls.ts'
import { searchRows } from '../../fleet/search/search-rows.ts'
import { verifyFleet } from '../../fleet/verify-fleet.ts'

export type FleetServiceDeps = {
  readonly fleet: Fleet
  readonly labels: Parameters<typeof verifyFleet>[1]
  readonly readBody: ReadBody
  readonly now: () => number
  readonly report: (fault: unknown) => void
}

export function fleetService({
  fleet,
  labels,
  readBody,
  now,
  report,
}: FleetServiceDeps): TopicHandlers<'fleet'> {
  const checking = fleetChecking({
    verify: (tell, signal) => fleet.asReader((client) => verifyFleet(client, labels, tell), signal),
    ...{ now, report },
  })
  return {
    'fleet.state': async () => ok(fleet.state()),
    async 'fleet.retry'() {
      if (fleet.state().kind === 'none') return err(noFleet)
      fleet.retry()
      return ok(fleet.state())
    },
    'fleet.identity': async () => fleet.identity(),
    async 'fleet.machines'() {
      const machines = await fleet.asReader(listMachines)
      return machines.ok ? ok([...machines.value]) : machines
    },
    async 'fleet.verify'() {
      const checks = await fleet.asReader((client) => verifyFleet(client, labels))
      return checks.ok ? ok([...checks.value]) : checks
    },
    async 'fleet.check'({ do: wanted }) {
      if (wanted === 'start') checking.start()
      if (wanted === 'stop') checking.stop()
      return ok(checking.state())
    },
    async 'fleet.search'({ query: line, before, limit }) {
      const query = parseFleetQuery(line, now())
      if (!query.ok) return err(wrongQuery(query.error))
      return fleet.asReader((client) =>
        searchRows(client, { query: query.value, before, limit, readBody }),
      )
    },
    async 'fleet.calls'({ calls }) {
      const found = await fleet.asReader((client) => readCalls(client, calls, readBody))
      return found.ok ? ok([...found.value]) : found
    },
    'fleet.sums': (span) => fleet.asReader((client) => fleetSums(client, span, now())),
  }
}
