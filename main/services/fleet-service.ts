// The topic `fleet`: this machine among others that share a database.
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import { err, ok } from '../../contract/result.ts'
import { listMachines } from '../fleet/list-machines.ts'
import { noFleet, type Fleet } from '../fleet/open-fleet.ts'
import { verifyFleet } from '../fleet/verify-fleet.ts'

export const fleetService = (
  fleet: Fleet,
  labels: Parameters<typeof verifyFleet>[1],
): TopicHandlers<'fleet'> => ({
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
})
