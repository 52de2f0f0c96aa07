// Clients that come in over HTTP are added and removed here: their tokens, and what each is for.
import { failure } from '../../../contract/failure.ts'
import type { ClientsState } from '../../../contract/server/gateway.ts'
import { err, ok } from '../../../contract/result.ts'
import type { openTokens } from '../../mcp/gateway/http/tokens.ts'
import type { ClientDelegations } from '../../policy/client-delegations.ts'
import type { ClientsServiceDeps } from '../../services/clients/clients-service.ts'
import type { gatewayRows } from './gateway-rows.ts'

export type ClientTokensDeps = {
  readonly tokens: Pick<ReturnType<typeof openTokens>, 'add' | 'remove'>
  readonly rows: Pick<ReturnType<typeof gatewayRows>, 'added' | 'removed'>
  readonly delegations: ClientDelegations
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
    // Before the token: one that is there without its limits would do more than it may.
    const delegated = narrowed === undefined ? null : delegations.add(name, narrowed)
    if (delegated?.ok === false) return delegated
    if (delegated === null) delegations.remove(name)
    const token = tokens.add(name, delegated !== null)
    forget(name)
    await listen()
    clientsChanged()
    const shown = delegated === null ? {} : { delegation: delegated.value }
    return ok({ name, token, url: url(), ...shown })
  },
  remove(name) {
    if (!tokens.remove(name))
      return err(
        failure(
          'client.unknown',
          `There is no client named ${name}.`,
          'See gatehouse clients list.',
        ),
      )
    delegations.remove(name)
    forget(name)
    rows.removed(name)
    clientsChanged()
    return ok(state())
  },
})
