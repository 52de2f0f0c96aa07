// Clients that come in over HTTP are added and removed here: their tokens, and what each is for.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ClientsState } from '../../../contract/server/gateway.ts'
import { withGuess } from '../../../contract/nearest.ts'
import { err, ok } from '../../../contract/result.ts'
import type { openTokens } from '../../mcp/gateway/http/tokens.ts'
import type { ClientDelegations } from '../../policy/client-delegations.ts'
import type { ClientsServiceDeps } from '../../services/clients/clients-service.ts'
import type { gatewayRows } from './gateway-rows.ts'

export type ClientTokensDeps = {
  readonly tokens: Pick<ReturnType<typeof openTokens>, 'add' | 'remove'>
  readonly rows: Pick<ReturnType<typeof gatewayRows>, 'added' | 'removed' | 'narrowed' | 'token'>
  readonly delegations: ClientDelegations
  readonly newId: () => string
  /** Null: there is no client of that name. */
  readonly idOf: (name: string) => string | null
  /** What its connections were let do before counts no more. */
  readonly forget: (name: string) => void
  readonly listen: () => Promise<unknown>
  readonly url: () => string | null
  readonly state: () => ClientsState
  readonly clientsChanged: () => void
}

export const clientTokens = ({
  tokens,
  rows,
  delegations,
  newId,
  idOf,
  forget,
  listen,
  url,
  state,
  clientsChanged,
}: ClientTokensDeps): Pick<ClientsServiceDeps, 'add' | 'remove'> => ({
  async add(name, narrowed) {
    const fault = narrowed === undefined ? null : delegations.fault(narrowed)
    if (fault !== null) return err(fault)
    const added = await rows.added(name)
    if (!added.ok) return added
    const [id, before] = [newId(), idOf(name)]
    if (narrowed !== undefined) {
      const issued = await rows.narrowed(name)
      if (!issued.ok) return issued
    }
    // Before the token: one that is there without its limits would do more than it may.
    const delegated = narrowed === undefined ? null : delegations.add(id, narrowed)
    if (delegated?.ok === false) return delegated
    if (before !== null && delegations.remove(before)) rows.token('token-revoked', name)
    const token = tokens.add({ id, name }, delegated?.value.hash ?? null)
    forget(name)
    await listen()
    clientsChanged()
    const shown = delegated === null ? {} : { delegation: delegated.value }
    return ok({ name, token, url: url(), ...shown })
  },
  remove(name) {
    const id = idOf(name)
    if (!tokens.remove(name)) return err(noClient(name, state()))
    if (id !== null && delegations.remove(id)) rows.token('token-revoked', name)
    forget(name)
    rows.removed(name)
    clientsChanged()
    return ok(state())
  },
})

const noClient = (name: string, { clients }: ClientsState): Failure =>
  failure(
    'client.unknown',
    `There is no client named ${name}.`,
    withGuess(
      name,
      clients.map((client) => client.name),
      'See: gatehouse clients list',
    ),
  )
