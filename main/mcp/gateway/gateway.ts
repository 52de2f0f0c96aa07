// Gatehouse as a server of the Model Context Protocol: for each client what it may see, over the
// pipeline.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult, CallState } from '../../../contract/call/call.ts'
import { SessionId, type ApprovalId, type CallId } from '../../../contract/ids.ts'
import type { CallListener } from '../../../contract/call/powers/powers.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { openByteBudget, openResultSizes } from './byte-budget.ts'
import { openClientCalls } from './client-calls.ts'
import { asCompletion, completionIn, noCompletion, noCompletions } from './completion.ts'
import {
  asPrompt,
  asResource,
  noPrompt,
  noResource,
  promptsJson,
  resourcesJson,
  type ResourcesAndPrompts,
} from './resources.ts'
import { askThere, broughtAnswer, mayAskThere } from './elicitation.ts'
import { openPendingCalls, charsOf } from './held-calls.ts'
import type { Fields } from './protocol/protocol.ts'
import type { Change, Listed, Provider } from './provider.ts'
import { noMethod, type Identity } from './protocol/reply.ts'
import { resultReply } from './protocol/result-json.ts'
import { toolsJson, waitTool, type OfferedHere } from './protocol/tool-json.ts'

export type GatewayDeps = {
  readonly info: Identity
  readonly now: () => number
  readonly sha256: (text: string) => string
  readonly newCallId: () => CallId
  readonly view: (principal: Principal) => readonly OfferedHere[]
  /** Hash of tool and canonical arguments, as the pipeline makes it; null where they do not fit. */
  readonly keyOf: (tool: string, args: unknown) => string | null
  readonly isExternal: (tool: string) => boolean
  /** Ours, and works on local files: it ends quickly, and weighs what it reads. */
  readonly isOfFiles: (tool: string) => boolean
  readonly dispatch: (call: {
    readonly id: CallId
    readonly principal: Principal
    readonly tool: string
    readonly args: unknown
    readonly signal: AbortSignal
  }) => Promise<CallResult>
  /** A call of a tool came in, before anything is decided about it. */
  readonly called?:
    | ((call: { readonly client: string; readonly tool: string; readonly args: unknown }) => void)
    | undefined
  /** What was asked in one session is told in another. */
  readonly joined?: ((one: SessionId, other: SessionId) => void) | undefined
  /**
   * How long a client waits for the answer to a call, in seconds, where its configuration says so.
   */
  readonly waits?: ((client: string) => number | null) | undefined
  /** Whether the client's own prompt may answer up to R2. */
  readonly promptAllowed: (client: string) => boolean
  readonly answer: (id: ApprovalId, answer: 'once' | 'deny-once') => Promise<void>
  readonly resourcesAndPrompts: ResourcesAndPrompts | null
  /** A result as it may be handed out, where it comes from a call that an earlier process began. */
  readonly shown: (result: CallResult) => CallResult
  /**
   * Resolves once all that an earlier process ran was recalled; null when it was. No call is taken
   * before.
   */
  readonly ready: () => Promise<void> | null
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

type Stored = {
  readonly of: (session: () => SessionId) => Provider
  readonly usual: SessionId
  readonly refresh: () => void
}

export function openGateway(deps: GatewayDeps): Gateway {
  const pending = openPendingCalls(deps.now)
  const watching = new Map<CallId, (state: CallState) => void>()
  const hearing = new Map<CallId, CallListener>()
  const clients = new Map<string, Stored>()
  const bytes = openByteBudget(mostBytes)
  const sizes = openResultSizes()

  const open = (client: string): Stored => {
    const principal = principalOf(client, deps.sha256)
    const listeners = new Set<(change: Change) => void>()
    const { resourcesAndPrompts } = deps
    const make: Readonly<Record<Listed, () => string>> = {
      tools: () => toolsJson(deps.view(principal)),
      prompts: () => promptsJson(resourcesAndPrompts?.prompts(principal) ?? []),
      resources: () => resourcesJson(resourcesAndPrompts?.resources(principal) ?? [], false),
      resourceTemplates: () => resourcesJson(resourcesAndPrompts?.resources(principal) ?? [], true),
    }
    const lists = new Map<Listed, string>()
    const calls = openClientCalls({
      client,
      pending,
      now: deps.now,
      newCallId: deps.newCallId,
      keyOf: deps.keyOf,
      ready: deps.ready,
      bytes,
      weight: (name) => sizes.expected(name, deps.isOfFiles(name)),
      saw: (name, result) => sizes.saw(name, charsOf(result)),
      shownAs: (tool) => (result) =>
        resultReply(
          result,
          deps.isExternal(tool),
          (uri) => resourcesAndPrompts?.linked(principal, tool, uri) ?? uri,
        ),
      dispatch: ({ session, ...call }) =>
        deps.dispatch({ ...call, principal: { ...principal, session } }),
      joined: (one, other) => {
        if (one !== other) deps.joined?.(one, other)
      },
      waits: () => deps.waits?.(client) ?? null,
      watch(id, changed) {
        watching.set(id, changed)
        return () => void watching.delete(id)
      },
      listen(id, listener) {
        hearing.set(id, listener)
        return () => void hearing.delete(id)
      },
      askThere: (id, state, context) =>
        mayAskThere(deps.promptAllowed(client), state, context)
          ? askThere(pending.byCall(client, id)?.tool ?? '', id, state, context, deps.answer)
          : null,
      async answeredThere(callId, context) {
        const said = deps.promptAllowed(client) ? broughtAnswer(callId, context) : null
        const approvalId = pending.byCall(client, callId)?.approvalId ?? null
        if (said !== null && approvalId !== null) await deps.answer(approvalId, said)
      },
    })
    const list: Provider['list'] = (what) => {
      const known = lists.get(what) ?? make[what]()
      lists.set(what, known)
      return known
    }
    const of = (session: () => SessionId): Provider => ({
      info: deps.info,
      instructions: instructionsText,
      capabilities: {
        tools: { listChanged: true },
        ...(resourcesAndPrompts === null
          ? {}
          : {
              prompts: { listChanged: true },
              resources: { listChanged: true, subscribe: true },
              completions: {},
            }),
        logging: {},
      },
      list,
      callTool(name, args, context) {
        deps.called?.({ client, tool: name, args })
        const own = { ...context, session: session() }
        return name === waitTool.name ? calls.wait(args, own) : calls.call(name, args, own)
      },
      async readResource(uri, context) {
        if (resourcesAndPrompts === null) return noMethod('resources/read')
        const use = resourcesAndPrompts.reading(principal, uri)
        return use === null
          ? noResource(uri, context.era)
          : calls.call(
              use.tool,
              use.args,
              { ...context, session: session() },
              asResource(uri, use.outward),
            )
      },
      async getPrompt(name, args, context) {
        if (resourcesAndPrompts === null) return noMethod('prompts/get')
        const use = resourcesAndPrompts.getting(principal, name, texts(args))
        return use === null
          ? noPrompt(name)
          : calls.call(
              use.tool,
              use.args,
              { ...context, session: session() },
              asPrompt(use.outward),
            )
      },
      async complete(params, context) {
        if (resourcesAndPrompts === null) return noMethod('completion/complete')
        const wanted = completionIn(params)
        if (wanted === null) return noCompletion('ref and argument')
        const use = resourcesAndPrompts.completing(principal, wanted)
        if (use === 'unknown') return noCompletion('ref')
        return use === 'none'
          ? noCompletions
          : calls.call(use.tool, use.args, { ...context, session: session() }, asCompletion)
      },
      watch(uri) {
        const updated = (): void => {
          for (const notify of [...listeners]) notify({ kind: 'updated', uri })
        }
        return resourcesAndPrompts?.watch(principal, uri, updated) ?? null
      },
      onChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    })
    const refresh = (): void => {
      const before = [...lists]
      lists.clear()
      const now = before
        .filter(([what, text]) => list(what) !== text)
        .map(([what]) => (what === 'resourceTemplates' ? 'resources' : what))
      for (const kind of new Set(now)) for (const notify of [...listeners]) notify({ kind })
    }
    return { of, usual: principal.session, refresh }
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

const instructionsText =
  'Gatehouse decides about every call of these tools. A call may be held until a person answers: then wait with gatehouse_wait, or make the same call again later. A denied call stays denied. Do not repeat it; try another approach or tell the person.'

const texts = (args: Fields | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(args ?? {}).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  )
