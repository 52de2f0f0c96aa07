import type { Failure } from '../../../contract/failure.ts'
import type { ClientsState, NewClient } from '../../../contract/server/gateway.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type ClientsService = {
  state(): ClientsState
  add(name: string): Promise<Result<NewClient, Failure>>
  remove(name: string): Result<ClientsState, Failure>
}

export const clientHandlers = (
  clients: ClientsService,
): Pick<Handlers, 'clients.list' | 'clients.add' | 'clients.remove'> => ({
  'clients.list': async () => ok(clients.state()),
  'clients.add': ({ name }) => clients.add(name),
  'clients.remove': async ({ name }) => clients.remove(name),
})
