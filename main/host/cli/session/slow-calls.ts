// Says on a terminal that a call of a command which may take seconds goes on. Calls that wait for a
// person, or print while they run, are not here.
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import type { Call } from '../command.ts'
import { withProgress } from '../output/progress.ts'
import type { Session } from './session.ts'

const journal = 'Reading the journal …'
const fleet = 'Asking the fleet …'
const server = 'Waiting for the server …'

const said: Partial<Record<IpcChannel, string>> = {
  'approvals.rehearse': 'Running it in a copy …',
  'approvals.run-again': 'Running it in a new copy …',
  'audit.attention': journal,
  'audit.call': journal,
  'audit.check-receipt': journal,
  'audit.overview': journal,
  'audit.page': journal,
  'audit.receipt': journal,
  'audit.row-proof': journal,
  'audit.search': journal,
  'clients.commands': 'Trying the sandbox …',
  'doctor.report': 'Checking this machine …',
  'fleet.collector': fleet,
  'fleet.machines': fleet,
  'fleet.retry': fleet,
  'fleet.search': fleet,
  'fleet.verify': fleet,
  'organisation.fetch': 'Fetching the bundle …',
  'plugins.check': 'Checking the plugins …',
  'policy.report': journal,
  'policy.simulate': 'Deciding the recorded calls again …',
  'runs.capture': 'Collecting the run …',
  'runs.replay': 'Playing the run again …',
  'runs.search': 'Searching the runs …',
  'secrets.unlock': 'Unlocking …',
  'servers.package': 'Asking the package registry …',
  'servers.review': server,
  'servers.search': 'Searching the registry …',
  'servers.start': server,
  'undo.apply': 'Putting files back …',
  'undo.preview': 'Comparing files …',
}

export const saysSlowCalls = (call: Call, session: Session): Session => ({
  ...session,
  call(channel, input, only) {
    const work = session.call(channel, input, only)
    const text = said[channel]
    return text === undefined ? work : withProgress(call, () => text, work)
  },
})
