// Gatehouse as a server of the Model Context Protocol: for each client what it may see, over the
// pipeline.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult, CallState } from '../../../contract/call/call.ts'
import { SessionId, type CallId } from '../../../contract/ids.ts'
import type { CallListener } from '../../../contract/call/powers/server-power.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { openDecisionTurns } from './calls/decision-turns.ts'
import { openByteBudget, openResultSizes } from './byte-budget.ts'
import { openPendingCalls } from './held-calls.ts'
import type { Provider } from './provider.ts'
import { clientProvider, type ClientProvider, type ClientProviderDeps } from './client-provider.ts'

export type GatewayDeps = ClientProviderDeps & {
  readonly sha256: (text: string) => string
  /** A result as it may be handed out, where it comes from a call that an earlier process began. */
  readonly shown: (result: CallResult) => CallResult
}

export type Gateway = {
  /** @param session of the connection, as it is at the moment of a call; left out: that of the client by its name. */
  providerFor(client: string, session?: () => SessionId): Provider
  /** Of every call on the pipeline; those of others are passed over. */
  callChanged(id: CallId, state: CallState): void
  /** Where its client wants to hear of it. */
  listenerOf(id: CallId): CallListener | undefined
  /** At start: what an earlier process left held. */
  adopt(held: readonly Approval[]): void
  /** At start: a call that ran in an earlier process, of which the client may not have heard. */
  recall(call: {
    readonly callId: CallId
    readonly client: string
    readonly session: SessionId
    readonly tool: string
    readonly key: string
    readonly result: CallResult
  }): void
  /** What may be seen may have changed: tools, servers, policy. */
  changed(): void
  /** Calls that a person has to answer. */
  held(): number
}

/**
 * Where nobody tells its connections apart, a client is one session for as long as its name is in
 * use.
 */
export const principalOf = (
  client: string,
  sha256: (text: string) => string,
): Principal & { kind: 'mcp-client' } => ({
  kind: 'mcp-client',
  name: client,
  session: SessionId.parse(`ses_${sha256(`client of the gateway: ${client}`).slice(0, 32)}`),
})

/** What calls of all clients may weigh together. */
const mostBytes = 64 * 1024 * 1024

export function openGateway(deps: GatewayDeps): Gateway {
  const pending = openPendingCalls(deps.now)
  const watching = new Map<CallId, (state: CallState) => void>()
  const hearing = new Map<CallId, CallListener>()
  const clients = new Map<string, { readonly usual: SessionId } & ClientProvider>()
  const bytes = openByteBudget(mostBytes)
  const turns = openDecisionTurns()
  const sizes = openResultSizes()

  const open = (client: string) => {
    const principal = principalOf(client, deps.sha256)
    const all = { pending, bytes, turns, sizes, watching, hearing }
    return { usual: principal.session, ...clientProvider(principal, deps, all) }
  }

  return {
    providerFor(client, session) {
      const known = clients.get(client) ?? open(client)
      clients.set(client, known)
      return known.of(session ?? (() => known.usual))
    },
    listenerOf: (id) => hearing.get(id),
    callChanged(id, state) {
      watching.get(id)?.(state)
      if (state.kind === 'running') pending.startedAt(id)
      if (state.kind === 'ended' && !watching.has(id) && pending.has(id))
        pending.end(id, deps.shown(state.result))
    },
    adopt(held) {
      for (const { principal, callId, tool, requestHash, id, createdAt, review } of held) {
        if (principal.kind !== 'mcp-client') continue
        pending.hold({
          callId,
          client: principal.name,
          session: principal.session,
          tool,
          // Of a call that ran and whose result waits, the same call again waits for that result.
          key: review?.of ?? requestHash,
          approvalId: id,
          since: createdAt,
        })
        if (review !== undefined && review !== null) pending.reviewedAt(callId)
      }
    },
    recall({ callId, client, session, tool, key, result }) {
      pending.recall(
        { callId, client, session, tool, key, approvalId: null, since: deps.now() },
        result,
      )
    },
    changed() {
      for (const { refresh } of clients.values()) refresh()
    },
    held: pending.open,
  }
}
