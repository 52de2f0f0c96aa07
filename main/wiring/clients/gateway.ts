// Joins the gateway to what it is in front of: the view, the pipeline, the queue, the journal, the
// tokens of its clients.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ClientsState, ConnectedClient } from '../../../contract/server/gateway.ts'
import { CallId } from '../../../contract/ids.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { AgentSessions, Trace } from '../../mcp/gateway/sessions/agent-sessions.ts'
import {
  openGateway,
  principalOf,
  type Gateway,
  type GatewayDeps,
} from '../../mcp/gateway/gateway.ts'
import { waitTool } from '../../mcp/gateway/protocol/tool-json.ts'
import { openTokens } from '../../mcp/gateway/http/tokens.ts'
import type { WrittenFor } from '../../clients/connect/written-for.ts'
import type { Registry } from '../../registry/registry.ts'
import type { ClientsTable } from '../../store/tables/clients-table.ts'
import type { OpenLineClient } from '../../host/line-client.ts'
import type { ClientsServiceDeps } from '../../services/clients/clients-service.ts'
import type { EarlierRuns } from '../../recovery/earlier-runs.ts'
import { wireResources, type ResourceDeps } from './resources.ts'
import { shownListener } from './shown-listener.ts'
import { newId } from '../../pipeline/new-id.ts'
import { refusedEntry } from '../../pipeline/record.ts'
import { refusal } from '../../pipeline/refusals.ts'
import type { ClientDelegations } from '../../policy/client-delegations.ts'
import type { ClientCommandsFacts } from './client-commands.ts'
import { ownCallWatch, type OwnCallWatch } from './hook-call-watch.ts'
import { clientTokens } from './client-tokens.ts'
import { openGatewayPort } from './gateway-port.ts'
import { gatewayRows, type GatewayRowsDeps } from './gateway-rows.ts'
import type { UnreportedCallsDeps } from '../../recovery/unreported-calls.ts'
import { clientsState } from './clients-state.ts'
import { gatewayTools } from './gateway-tools.ts'
import { openLineClients } from './line-clients.ts'
import { openRecalledCalls } from './recalled-calls.ts'
import { openWrittenClients } from './written-clients.ts'

export type GatewayWiringDeps = GatewayRowsDeps & {
  readonly version: string
  readonly registry: Registry
  readonly config: () => Config
  readonly table: ClientsTable
  readonly delegations: ClientDelegations
  readonly sha256: (text: string) => string
  readonly now: () => number
  /** Over the one pipeline, as it may be handed out. */
  readonly dispatch: (call: ToolCall, signal: AbortSignal) => Promise<CallResult>
  readonly shown: (result: CallResult) => CallResult
  /** The number of the newest row of the journal. */
  readonly head: () => number
  /** Without secrets, at once. */
  readonly shownText: (text: string) => string
  readonly answer: GatewayDeps['answer']
  readonly servers: ResourceDeps['servers']
  /** One came, went, was written or taken out. */
  readonly clientsChanged: () => void
  readonly page: UnreportedCallsDeps['page']
  readonly sessions: AgentSessions
  readonly trace: (pid: number | undefined) => Promise<Trace>
  /** What connect wrote down: whose hooks are set up, and how long clients wait. */
  readonly written: () => Promise<WrittenFor>
  readonly earlier: EarlierRuns
  /** Of the agents that are known here, and of those that are only configured. */
  readonly commands: (
    facts: Pick<ClientCommandsFacts, 'known' | 'hooked'>,
  ) => ClientsState['commands']
  /** Of the HTTP endpoint; null: the usual one, or any free one. */
  readonly port: number | null
}

export type WiredGateway = Pick<Gateway, 'callChanged' | 'changed' | 'listenerOf'> & {
  /** Before anything of this process runs: what an earlier one left open for its clients. */
  start(held: AsyncIterable<Approval>): Promise<void>
  /** One more of these, whose asker has not heard of its end. */
  adopt(held: Approval): void
  /** After the journal was put in order. Goes on without being waited for; calls wait for it. */
  recall(): void
  /** Listens over HTTP where there is anybody who may come in. */
  listen(): Promise<void>
  readonly mcp: OpenLineClient
  readonly watch: OwnCallWatch
  /** Whether the client is connected and may call a tool of that name. */
  reaches(client: string, tool: string): boolean
  /** Clients that are there, or calls that wait for a person. */
  busy(): boolean
  readonly clients: Omit<ClientsServiceDeps, 'commands' | 'preset'>
  dispose(): Promise<void>
}

export function wireGateway(deps: GatewayWiringDeps): WiredGateway {
  const { registry, config, sha256, now, sessions, clientsChanged } = deps
  const written = openWrittenClients(deps.written, clientsChanged)
  const rows = gatewayRows(deps)
  const connected = (): readonly Omit<ConnectedClient, 'hook'>[] => [
    ...lines.connected(),
    ...(port.endpoint()?.router.connected() ?? []),
  ]
  const watch = ownCallWatch({
    journal: deps.journal,
    now,
    changed: clientsChanged,
    connectedSince: (client) => connected().find(({ name }) => name === client)?.since ?? null,
    hooked: (client) => written.current().get(client)?.hooks === true,
  })
  const gateway = openGateway({
    ...gatewayTools(registry, sha256),
    info: { name: 'gatehouse', title: 'Gatehouse', version: deps.version },
    now,
    sha256,
    newCallId: () => CallId.parse(newId('call')),
    async dispatch({ id, principal, tool, args, signal }) {
      const call = { id, principal, channel: 'gateway', runId: null, tool, args } as const
      const spent = deps.delegations.spend(principal.name)
      if (!spent.ok) {
        await deps.journal(refusedEntry(call, spent.error))
        return refusal(id, 'refused', spent.error, null)
      }
      if (spent.value.isLast) {
        rows.token('token-used-up', principal.name)
        clientsChanged()
      }
      return deps.dispatch(call, signal)
    },
    promptAllowed: (client) => config().gateway.clients[client]?.elicitation === true,
    answer: deps.answer,
    resourcesAndPrompts: wireResources(deps),
    shown: deps.shown,
    ready: () => recalled.ready(),
    called: ({ client, tool }) => watch.arrived(client, tool),
    joined: sessions.join,
    waits: (client) => written.current().get(client)?.waits ?? null,
  })
  const recalled = openRecalledCalls({ ...deps, recall: gateway.recall })
  const { inForce } = deps.delegations
  const tokens = openTokens({ table: deps.table, inForce, tooLate: rows.tooLate, sha256, now })
  const lines = openLineClients({
    sessions,
    trace: deps.trace,
    providerFor: gateway.providerFor,
    now,
    changed: clientsChanged,
  })

  const port = openGatewayPort(
    deps.port,
    () => tokens.list().length > 0,
    () => ({
      clientOf: tokens.clientOf,
      providerFor: gateway.providerFor,
      agents: {
        open(client: string) {
          written.read()
          return sessions.open(client, null)
        },
        passing: sessions.passing,
      },
      now,
      turnedAway: rows.turnedAway,
      changed: clientsChanged,
    }),
  )
  const state = (): ClientsState =>
    clientsState({ ...deps, tokens, connected, written: written.current, watch, port })

  return {
    watch,
    reaches: (client, tool) =>
      (tool === waitTool.name ||
        registry
          .view(principalOf(client, sha256))
          .some((one) => one.tool.manifest.name === tool)) &&
      (connected().some(({ name }) => name === client) ||
        tokens.list().some(({ name }) => name === client)),
    callChanged: gateway.callChanged,
    listenerOf: (id) => shownListener(gateway.listenerOf(id), deps.shownText),
    changed: gateway.changed,
    async start(held) {
      for await (const approval of held) gateway.adopt([approval])
    },
    adopt: (held) => gateway.adopt([held]),
    recall: recalled.start,
    listen: port.listen,
    mcp(...connection) {
      written.read()
      return lines.open(...connection)
    },
    busy: () =>
      lines.connected().length > 0 || gateway.held() > 0 || port.endpoint()?.router.busy() === true,
    clients: {
      state() {
        written.read()
        return state()
      },
      ...clientTokens({
        tokens,
        rows,
        listen: port.listen,
        state,
        clientsChanged,
        delegations: deps.delegations,
        newId: () => `client_${newId('ses').slice(4)}`,
        idOf: deps.table.idOf,
        forget: (name) => port.endpoint()?.router.forget(name),
        url: () => port.endpoint()?.url ?? null,
      }),
    },
    async dispose() {
      watch.dispose()
      lines.end()
      await port.endpoint()?.close()
    },
  }
}
