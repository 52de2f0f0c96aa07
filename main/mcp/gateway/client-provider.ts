// What one client may see and call, over the pipeline.
import type { CallResult, CallState } from '../../../contract/call/call.ts'
import type { ApprovalId, CallId, SessionId } from '../../../contract/ids.ts'
import type { CallListener } from '../../../contract/call/powers/server-power.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { DecisionTurns } from './calls/decision-turns.ts'
import type { ByteBudget, openResultSizes } from './byte-budget.ts'
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
import { charsOf, type PendingCalls } from './held-calls.ts'
import type { Fields } from './protocol/protocol.ts'
import type { Change, Listed, Provider } from './provider.ts'
import { noMethod, type Identity } from './protocol/reply.ts'
import { resultReply } from './protocol/result-json.ts'
import { toolsJson, waitTool, type OfferedHere } from './protocol/tool-json.ts'

export type ClientProviderDeps = {
  readonly info: Identity
  readonly now: () => number
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
  /**
   * Resolves once all that an earlier process ran was recalled; null when it was. No call is taken
   * before.
   */
  readonly ready: () => Promise<void> | null
}

/** What the clients of the gateway have in common. */
export type OfAllClients = {
  readonly pending: PendingCalls
  readonly bytes: ByteBudget
  readonly turns: DecisionTurns
  readonly sizes: ReturnType<typeof openResultSizes>
  /** Calls whose states somebody wants to hear, and those that are told about. */
  readonly watching: Map<CallId, (state: CallState) => void>
  readonly hearing: Map<CallId, CallListener>
}

export type ClientProvider = {
  /** For a connection of that session. */
  of(session: () => SessionId): Provider
  /** What it may see may have changed. */
  refresh(): void
}

export function clientProvider(
  principal: Principal & { readonly kind: 'mcp-client' },
  deps: ClientProviderDeps,
  { pending, bytes, turns, sizes, watching, hearing }: OfAllClients,
): ClientProvider {
  const client = principal.name
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
    turns,
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
        : calls.call(use.tool, use.args, { ...context, session: session() }, asPrompt(use.outward))
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
  return { of, refresh }
}

const instructionsText =
  'Gatehouse decides about every call of these tools. A call may be held until a person answers: then wait with gatehouse_wait, or make the same call again later. A denied call stays denied. Do not repeat it; try another approach or tell the person.'

const texts = (args: Fields | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(args ?? {}).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  )
