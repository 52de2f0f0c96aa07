// Topics that need nothing of the others: agents, clients, plugins, a fleet, and what lies still.
import { fakeAgents } from './bridge-agents.ts'
import { fakeClients } from './bridge-clients.ts'
import { fakeFleet } from './bridge-fleet.ts'
import { fakeOrganisation } from './bridge-organisation.ts'
import type { FakeOptions } from './bridge-options.ts'
import { fakePlugins } from './bridge-plugins.ts'
import { fakeRecords } from './bridge-records.ts'
import { fakeSchedules } from './bridge-schedules.ts'
import { fakeSecrets } from './bridge-secrets.ts'
import { silent } from './bridge-step-up.ts'

export const fakeRest = (options: FakeOptions, secured: boolean, brokenStore: boolean) => ({
  ...fakeAgents(options.terminals === true),
  ...fakeClients(),
  ...fakeFleet(options.fleet ?? 'none'),
  ...fakeOrganisation(options.organisation ?? 'none'),
  ...fakePlugins(options.servers === true),
  ...fakeSchedules(options.schedules),
  ...fakeRecords(),
  ...fakeSecrets(secured, brokenStore),
  ...silent,
})
