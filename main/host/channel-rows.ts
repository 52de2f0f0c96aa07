// The row of one channel, with no other topic's: a command asks one or two questions, and to build
// the schemas of all channels takes longer than the answer.
import type { z } from 'zod'
import type { IpcChannel } from '../../contract/ipc/ipc.ts'

export type ChannelRow = { readonly input: z.ZodType; readonly output: z.ZodType }
type Rows = Readonly<Record<string, ChannelRow>>

type Topic = IpcChannel extends infer C ? (C extends `${infer T}.${string}` ? T : never) : never

const app = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-app.ts')).appChannels
const approvals = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-approvals.ts')).approvalsChannels
const inbound = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-inbound.ts')).inboundChannels
const runs = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-runs.ts')).runsChannels
const servers = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-servers.ts')).serversChannels
const stepUp = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-step-up.ts')).stepUpChannels

const files: Readonly<Record<Topic, () => Promise<Rows>>> = {
  accounts: async () =>
    (await import('../../contract/ipc/topics/ipc-accounts.ts')).accountsChannels,
  agents: async () => (await import('../../contract/ipc/topics/ipc-agents.ts')).agentsChannels,
  app,
  approvals,
  audit: async () => (await import('../../contract/ipc/topics/ipc-audit.ts')).auditChannels,
  clients: servers,
  config: app,
  doctor: app,
  'emergency-stop': app,
  events: inbound,
  fleet: async () => (await import('../../contract/ipc/topics/ipc-fleet.ts')).fleetChannels,
  guard: app,
  hook: servers,
  leases: approvals,
  model: app,
  organisation: async () =>
    (await import('../../contract/ipc/topics/ipc-organisation.ts')).organisationChannels,
  'own-agents': async () =>
    (await import('../../contract/ipc/topics/ipc-own-agents.ts')).ownAgentsChannels,
  plugins: async () => (await import('../../contract/ipc/topics/ipc-plugins.ts')).pluginsChannels,
  policy: async () => (await import('../../contract/ipc/topics/ipc-policy.ts')).policyChannels,
  records: async () => (await import('../../contract/ipc/topics/ipc-records.ts')).recordsChannels,
  runs,
  schedules: async () =>
    (await import('../../contract/ipc/topics/ipc-schedules.ts')).schedulesChannels,
  secrets: stepUp,
  servers,
  'step-up': stepUp,
  storage: app,
  terminals: async () =>
    (await import('../../contract/ipc/topics/ipc-terminals.ts')).terminalsChannels,
  tools: servers,
  tour: runs,
  undo: approvals,
  updates: app,
  webhooks: inbound,
  workspace: runs,
}

/** Asked by every command, so it has a file of its own. */
const running = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-running.ts')).runningChannels

const explain = async (): Promise<Rows> =>
  (await import('../../contract/ipc/topics/ipc-explain.ts')).explainChannels

/** Channels that are in no table of their topic, because a command asks them alone. */
const quick: Partial<Readonly<Record<IpcChannel, () => Promise<Rows>>>> = {
  'app.running': running,
  'policy.check': explain,
  'policy.explain': explain,
  'policy.hash': running,
  'policy.report': explain,
  'tools.list': async () => (await import('../../contract/ipc/topics/ipc-tools.ts')).toolsChannels,
}

/** Throws for a channel that its topic's table does not have, which a test would show. */
export async function channelRow(channel: IpcChannel): Promise<ChannelRow> {
  const topic = channel.slice(0, channel.indexOf('.')) as Topic
  const rows = await (quick[channel] ?? files[topic])()
  const row = rows[channel]
  if (row === undefined) throw new Error(`The channel ${channel} is not in the table of its topic`)
  return row
}
