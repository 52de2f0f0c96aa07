// Which clients there are, as the window and the command line show them.
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ClientsState, ConnectedClient } from '../../../contract/server/gateway.ts'
import type { WrittenFor } from '../../clients/connect/written-for.ts'
import type { Tokens } from '../../mcp/gateway/http/tokens.ts'
import type { ClientDelegations } from '../../policy/client-delegations.ts'
import type { ClientCommandsFacts } from './client-commands.ts'
import type { GatewayPort } from './gateway-port.ts'
import type { OwnCallWatch } from './hook-call-watch.ts'

export type ClientsStateDeps = {
  readonly tokens: Pick<Tokens, 'list'>
  readonly delegations: Pick<ClientDelegations, 'of'>
  readonly config: () => Pick<Config, 'gateway'>
  readonly connected: () => readonly Omit<ConnectedClient, 'hook'>[]
  readonly written: () => WrittenFor
  readonly watch: Pick<OwnCallWatch, 'silent'>
  readonly port: Pick<GatewayPort, 'endpoint' | 'problem'>
  readonly commands: (
    facts: Pick<ClientCommandsFacts, 'known' | 'hooked'>,
  ) => ClientsState['commands']
}

export function clientsState(deps: ClientsStateDeps): ClientsState {
  const { tokens, written, port } = deps
  const hookOf = (client: string): ConnectedClient['hook'] =>
    deps.watch.silent(client) ? 'silent' : written().get(client)?.hooks === true ? 'set' : 'none'
  const connected = deps.connected()
  return {
    clients: tokens.list().map(({ id, ...one }) => {
      const delegation = deps.delegations.of(id)
      return delegation === null ? one : { ...one, delegation }
    }),
    connected: connected.map((one) => ({ ...one, hook: hookOf(one.name) })),
    limits: Object.entries(deps.config().gateway.clients).map(
      ([name, { preset, perMinute, elicitation }]) => ({ name, preset, perMinute, elicitation }),
    ),
    commands: [
      ...deps.commands({
        known: [...connected, ...tokens.list()].map(({ name }) => name),
        hooked: new Map([...written()].map(([name, { hooks }]) => [name, hooks])),
      }),
    ],
    url: port.endpoint()?.url ?? null,
    problem: port.problem(),
  }
}
