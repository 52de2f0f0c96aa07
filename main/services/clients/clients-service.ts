// The topic `clients`: who may come in at the gateway, and who is there.
import type { Evidence } from '../../../contract/approval/evidence.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { CommandsRun } from '../../../contract/server/server.ts'
import type { ClientRequest, ClientsState, NewClient } from '../../../contract/server/gateway.ts'

export type ClientsServiceDeps = {
  state(): ClientsState
  /** Gives a new token, in place of an earlier one. */
  add(name: string, narrowed?: ClientRequest): Promise<Result<NewClient, Failure>>
  remove(name: string): Result<ClientsState, Failure>
  /** Writes who runs the shell commands of this agent into the configuration. */
  commands(
    name: string,
    run: CommandsRun,
    evidence: Evidence,
    surface: Surface,
  ): Promise<Result<ClientsState, Failure>>
  /** Writes the agent's own preset into the configuration; null: the one in force. */
  preset(
    name: string,
    preset: string | null,
    evidence: Evidence,
    surface: Surface,
  ): Promise<Result<ClientsState, Failure>>
}

export const clientsService = (clients: ClientsServiceDeps): TopicHandlers<'clients'> => ({
  'clients.list': async () => ok(clients.state()),
  'clients.add': ({ name, narrowed }) => clients.add(name, narrowed),
  'clients.commands': ({ name, run, ...evidence }, { surface }) =>
    clients.commands(name, run, evidence, surface),
  'clients.preset': ({ name, preset, ...evidence }, { surface }) =>
    clients.preset(name, preset, evidence, surface),
  'clients.remove': async ({ name }) => clients.remove(name),
})
