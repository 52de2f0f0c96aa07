// What is known of agents: what is on the disk of this machine, and who is connected. One list by
// name.
import type { OtherAgent, OtherAgents } from '../../../contract/agent/other-agent.ts'
import type {
  ClientCommands,
  ClientLimits,
  ClientsState,
  ConnectedClient,
} from '../../../contract/server/gateway.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { type Read, useRead } from '../../state/use-read.ts'

export type Agent = {
  readonly name: string
  readonly title: string
  /** Null: one that Gatehouse has no settings file of. */
  readonly other: OtherAgent | null
  readonly connected: readonly ConnectedClient[]
  readonly limits: ClientLimits | null
  readonly commands: ClientCommands | null
}

export type Agents = {
  readonly found: Read<OtherAgents>
  readonly clients: Read<ClientsState>
  readonly agents: readonly Agent[]
}

export function useAgents(): Agents {
  const bridge = useBridge()
  const revision = useLive((live) => live.clientsRevision)
  const found = useRead(bridge, 'agents.list', {}, revision)
  const clients = useRead(bridge, 'clients.list', {}, revision)
  return { found, clients, agents: joined(found.value, clients.value) }
}

/** Known ones in the order of main, then the others that came in by a name of their own. */
export function joined(found: OtherAgents | null, clients: ClientsState | null): readonly Agent[] {
  const others = new Map((found?.agents ?? []).map((agent) => [agent.name, agent]))
  const commands = new Map((clients?.commands ?? []).map((each) => [each.name, each]))
  const names = new Set([
    ...others.keys(),
    ...(clients?.connected ?? []).map(({ name }) => name),
    ...(clients?.limits ?? []).map(({ name }) => name),
    ...commands.keys(),
  ])
  return [...names].map((name) => ({
    name,
    title: others.get(name)?.title ?? commands.get(name)?.title ?? name,
    other: others.get(name) ?? null,
    connected: (clients?.connected ?? []).filter((client) => client.name === name),
    limits: clients?.limits.find((limits) => limits.name === name) ?? null,
    commands: commands.get(name) ?? null,
  }))
}

export type LinkStatus = 'now' | 'gateway' | 'half' | 'none'

/** half: one of its two ways is gated, and the other could be. */
export function linkStatusOf({ other, connected }: Agent): LinkStatus {
  const gateway = connected.length > 0 || other?.gateway === true
  const hooks = other?.hooks ?? null
  if (!gateway && hooks !== true) return 'none'
  if (!gateway || hooks === false) return 'half'
  return connected.length > 0 ? 'now' : 'gateway'
}

/** On the first screen and first in the list: what is here, or comes in. */
export const isHere = ({ other, connected }: Agent): boolean =>
  connected.length > 0 || other === null || other.found || other.gateway
