// Joins the gateway to what it is in front of: the view, the pipeline, the queue, the journal, the
// tokens of its clients.
import { letGo } from '../../../contract/let-go.ts'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import { changesThings } from '../../../contract/call/manifest.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { ClientsState, ConnectedClient } from '../../../contract/server/gateway.ts'
import { CallId } from '../../../contract/ids.ts'
import { JsonObject, canonicalJson } from '../../../contract/json.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { AgentSessions, Trace } from '../../mcp/gateway/agent-sessions.ts'
import type { AgentChannel } from '../../mcp/gateway/unknown-process.ts'
import {
  openGateway,
  principalOf,
  type Gateway,
  type GatewayDeps,
} from '../../mcp/gateway/gateway.ts'
import { serveLines } from '../../mcp/gateway/lines.ts'
import { waitTool } from '../../mcp/gateway/protocol/tool-json.ts'
import { openTokens } from '../../mcp/gateway/http/tokens.ts'
import type { WrittenFor } from '../../clients/connect/written-for.ts'
import type { Registry } from '../../registry/registry.ts'
import type { ClientsTable } from '../../store/tables/clients-table.ts'
import type { LineClient, OpenLineClient } from '../../host/line-client.ts'
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
import {
  findUnreportedCalls,
  type UnreportedCalls,
  type UnreportedCallsDeps,
} from '../../recovery/unreported-calls.ts'

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
  const { registry, config, sha256, now, sessions } = deps
  let written: WrittenFor = new Map()
  /** Connect writes it from a process of its own, at any time. */
  const readWritten = (): void =>
    void deps.written().then(
      (read) => {
        const same =
          canonicalJson(Object.fromEntries(read)) === canonicalJson(Object.fromEntries(written))
        written = read
        if (!same) deps.clientsChanged()
      },
      () => undefined,
    )
  const connected = (): readonly Omit<ConnectedClient, 'hook'>[] => [
    ...lines.values(),
    ...(port.endpoint()?.router.connected() ?? []),
  ]
  const watch = ownCallWatch({
    journal: deps.journal,
    now,
    changed: deps.clientsChanged,
    connectedSince: (client) => connected().find(({ name }) => name === client)?.since ?? null,
    hooked: (client) => written.get(client)?.hooks === true,
  })
  const gateway = openGateway({
    info: { name: 'gatehouse', title: 'Gatehouse', version: deps.version },
    now,
    sha256,
    newCallId: () => CallId.parse(newId('call')),
    view: (principal) =>
      registry
        .view(principal)
        .map(({ tool, inputSchema }) => ({ manifest: tool.manifest, inputSchema })),
    keyOf(name, args) {
      const tool = registry.get(name)?.tool
      const parsed = tool?.input.safeParse(args)
      if (tool === undefined || parsed?.success !== true) return null
      return sha256(
        canonicalJson({
          tool: tool.manifest.name,
          action: tool.action(parsed.data),
          args: JsonObject.parse(parsed.data),
        }),
      )
    },
    isOfFiles: (name) => {
      const found = registry.get(name)
      return found?.source === 'built-in' && found.tool.manifest.category === 'fs'
    },
    isExternal: (name) => registry.get(name)?.source !== 'built-in',
    async dispatch({ id, principal, tool, args, signal }) {
      const call = { id, principal, channel: 'gateway', runId: null, tool, args } as const
      const spent = deps.delegations.spend(principal.name)
      if (!spent.ok) {
        await deps.journal(refusedEntry(call, spent.error))
        return refusal(id, 'refused', spent.error, null)
      }
      if (spent.value.isLast) {
        rows.token('token-used-up', principal.name)
        deps.clientsChanged()
      }
      return deps.dispatch(call, signal)
    },
    promptAllowed: (client) => config().gateway.clients[client]?.elicitation === true,
    answer: deps.answer,
    resourcesAndPrompts: wireResources(deps),
    shown: deps.shown,
    ready: () => recalling,
    called: ({ client, tool }) => watch.arrived(client, tool),
    joined: sessions.join,
    waits: (client) => written.get(client)?.waits ?? null,
  })
  const rows = gatewayRows(deps)
  const { inForce } = deps.delegations
  const tokens = openTokens({ table: deps.table, inForce, tooLate: rows.tooLate, sha256, now })
  const lines = new Map<LineClient, Omit<ConnectedClient, 'hook'>>()
  let recalling: Promise<void> | null = null

  const port = openGatewayPort(
    deps.port,
    () => tokens.list().length > 0,
    () => ({
      clientOf: tokens.clientOf,
      providerFor: gateway.providerFor,
      agents: {
        open(client: string) {
          readWritten()
          return sessions.open(client, null)
        },
        passing: sessions.passing,
      },
      now,
      turnedAway: rows.turnedAway,
      changed: deps.clientsChanged,
    }),
  )
  const state = (): ClientsState => ({
    clients: tokens.list().map(({ id, ...one }) => {
      const delegation = deps.delegations.of(id)
      return delegation === null ? one : { ...one, delegation }
    }),
    connected: connected().map((one) => ({ ...one, hook: hookOf(one.name) })),
    limits: Object.entries(config().gateway.clients).map(
      ([name, { preset, perMinute, elicitation }]) => ({
        name,
        preset,
        perMinute,
        elicitation,
      }),
    ),
    commands: [
      ...deps.commands({
        known: [...connected(), ...tokens.list()].map(({ name }) => name),
        hooked: new Map([...written].map(([name, { hooks }]) => [name, hooks])),
      }),
    ],
    url: port.endpoint()?.url ?? null,
    problem: port.problem(),
  })

  const hookOf = (client: string): ConnectedClient['hook'] =>
    watch.silent(client) ? 'silent' : written.get(client)?.hooks === true ? 'set' : 'none'

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
    recall() {
      const changes = (name: string, action: string | null): boolean => {
        const tool = registry.get(name)?.tool
        return tool === undefined || changesThings(tool.manifest, action)
      }
      const found = ({ principal, note, ...call }: UnreportedCalls): void => {
        deps.earlier.note(principal, call.key, note)
        if (principal.kind === 'mcp-client')
          gateway.recall({ ...call, client: principal.name, session: principal.session })
      }
      const work = findUnreportedCalls({
        page: deps.page,
        changes,
        now,
        before: deps.head() + 1,
        found,
      })
      recalling = work
      // Where it cannot be known what ran, nothing is taken: the promise stays, and every call
      // meets its error.
      work.then(
        () => (recalling = null),
        () => null,
      )
    },
    listen: port.listen,
    mcp(client, write, pid, unread) {
      let served: ReturnType<typeof serveLines> | null = null
      let agent: AgentChannel | null = null
      let over = false
      /** What comes before it is known which agent this is. */
      const early: string[] = []
      readWritten()
      letGo(
        deps.trace(pid).then((trace) => {
          if (over) return
          const router = sessions.open(client, trace)
          agent = router
          served = serveLines(gateway.providerFor(client, router.session), write, unread)
          for (const text of early.splice(0)) served.line(text)
        }),
      )
      const stored: LineClient = {
        line: (text) => (served === null ? void early.push(text) : served.line(text)),
        tooLong: () => served?.tooLong(),
        end: () => served?.end(),
        close() {
          over = true
          lines.delete(stored)
          served?.close()
          agent?.close()
          deps.clientsChanged()
        },
      }
      lines.set(stored, { name: client, over: 'streams', since: now() })
      deps.clientsChanged()
      return stored
    },
    busy: () => lines.size > 0 || gateway.held() > 0 || port.endpoint()?.router.busy() === true,
    clients: {
      state() {
        readWritten()
        return state()
      },
      ...clientTokens({
        tokens,
        rows,
        listen: port.listen,
        state,
        clientsChanged: deps.clientsChanged,
        delegations: deps.delegations,
        newId: () => `client_${newId('ses').slice(4)}`,
        idOf: deps.table.idOf,
        forget: (name) => port.endpoint()?.router.forget(name),
        url: () => port.endpoint()?.url ?? null,
      }),
    },
    async dispose() {
      watch.dispose()
      for (const client of lines.keys()) client.end()
      await port.endpoint()?.close()
    },
  }
}
