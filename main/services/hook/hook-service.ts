// Answers the hooks of other agents: each call goes through the pipeline, and is left to the agent
// where it comes out at the other end.
import { setTimeout as pause } from 'node:timers/promises'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import type { ClientConfig } from '../../../contract/server/server.ts'
import type { HookDecided } from '../../../contract/server/hook.ts'
import { CallId } from '../../../contract/ids.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { JsonObject, canonicalJson } from '../../../contract/json.ts'
import { ok } from '../../../contract/result.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { AgentSessions, Trace } from '../../mcp/gateway/sessions/agent-sessions.ts'
import { GATEWAY } from '../../clients/hook/agents.ts'
import { nativeName } from '../../clients/hook/native-name.ts'
import { argumentsOf } from '../../clients/hook/native-tool.ts'
import { newId } from '../../pipeline/new-id.ts'
import type { ExecOffers } from '../../wiring/clients/exec-offers.ts'
import type { OwnCallWatch } from '../../wiring/clients/hook-call-watch.ts'

export type HookServiceDeps = {
  readonly dispatch: (call: ToolCall, queue: boolean) => Promise<CallResult>
  readonly client: (name: string) => ClientConfig | undefined
  /** Every question about a call, oldest first. */
  readonly queries: (callId: CallId) => readonly Approval[]
  readonly requestOf: (approval: Approval) => JsonObject | null
  readonly sha256: (text: string) => string
  readonly now: () => number
  /** A person stopped everything. */
  readonly frozen: () => boolean
  /**
   * The name in our gateway of a tool that can be of no other server: then the call is decided
   * about there. Null: it may be another's.
   */
  readonly ownTool: (client: string, tool: string, cwd: string) => Promise<string | null>
  /**
   * Whether the client has a connection over which such a call can come, and may call a tool of
   * that name there.
   */
  readonly reaches: (client: string, tool: string) => boolean
  readonly watch: Pick<OwnCallWatch, 'received' | 'expect' | 'strayed'>
  readonly sessions: Pick<AgentSessions, 'hook' | 'ended'>
  readonly trace: (pid: number | undefined) => Promise<Trace>
  /** Whether its command may run by `gatehouse exec` instead. */
  readonly exec: Pick<ExecOffers, 'offer'>
}

type Open = {
  readonly callId: CallId
  readonly result: Promise<CallResult>
  waited: boolean
  endedAt: number | null
}

/** An answer that nobody came back for counts so long; then the same call is asked about again. */
const RETENTION_MS = 600_000
const MOST_OPEN = 1_000
/** A bridge finds an app that was started again within this time. */
const RECONNECT_MS = 3_000
const PAUSE_MS = 100

export function hookService(deps: HookServiceDeps): TopicHandlers<'hook'> {
  const open = new Map<string, Open>()

  const start = (key: string, call: ToolCall, queue: boolean): Open => {
    for (const [old, { endedAt, waited }] of open)
      if (!waited && endedAt !== null && deps.now() - endedAt > RETENTION_MS) open.delete(old)
    if (open.size >= MOST_OPEN) open.delete(open.keys().next().value ?? '')
    const started: Open = {
      callId: call.id,
      result: deps.dispatch(call, queue),
      waited: false,
      endedAt: null,
    }
    const ended = (): void => {
      started.endedAt = deps.now()
    }
    // The one who waits hears how; a call that nobody waits for any more only has its time noted.
    started.result.then(ended, ended)
    open.set(key, started)
    return started
  }

  return {
    async 'hook.ended'({ agent, session, pid }) {
      deps.sessions.ended(agent, session, await deps.trace(pid))
      return ok(null)
    },

    async 'hook.decide'(asking) {
      const { agent, tool, input, cwd, session: named, waitSeconds, pid } = asking
      const trace = await deps.trace(pid)
      const session = deps.sessions.hook(agent, named, trace)
      deps.watch.received(agent)
      if (tool.startsWith(GATEWAY))
        return ok({ effect: 'deny', reason: `No tool of an agent is called ${tool}.` })
      const own = await ownIn(agent, tool, cwd)
      const args = argumentsOf(input, cwd)
      const name = nativeName(agent, own === null ? tool : GATEWAY + own)
      const principal = { kind: 'mcp-client', name: agent, session } as const
      const key = deps.sha256(canonicalJson({ session: principal.session, name, args }))
      if (asking.exec === true && waitSeconds > 0 && !open.has(key)) {
        const call = callOf(principal, name, args)
        const offer = await deps.exec.offer({ agent, tool, input, call, trace })
        if (offer.kind === 'denied') return ok({ effect: 'deny', reason: offer.reason })
        if (offer.kind === 'offered')
          return ok({
            effect: 'allow',
            reason: 'Gatehouse runs it in its sandbox.',
            exec: { token: offer.token, note: offer.note, folder: offer.folder },
          })
      }
      // The same call twice at the same time is two calls: one yes lets one of them through.
      while (open.get(key)?.waited === true) await open.get(key)?.result
      const call = callOf(principal, name, args)
      const asked = open.get(key) ?? start(key, call, waitSeconds > 0)
      asked.waited = true
      const result = await within(asked.result, waitSeconds)
      asked.waited = false
      if (result === null)
        return ok({
          effect: 'deny',
          reason:
            'Nobody has answered yet. The call is still held in Gatehouse. Make the same call again later to get the answer.',
        })
      open.delete(key)
      if (own !== null && result.ok) deps.watch.expect(principal, own)
      // An approval of before, that its agent only now comes back for.
      if (result.ok && deps.frozen())
        return ok({
          effect: 'deny',
          reason: 'A person stopped everything. Stop here and wait for them.',
        })
      return ok(
        decided(result, deps.client(agent)?.askInClient === true, editedInput(asked.callId)),
      )
    },
  }

  /**
   * Only what the gateway is about to get: the entry is ours, the client is connected, and the tool
   * is one that it may see there.
   */
  async function ownIn(agent: string, tool: string, cwd: string): Promise<string | null> {
    const own = await deps.ownTool(agent, tool, cwd)
    if (own === null || deps.watch.strayed(agent, own)) return null
    for (let waited = 0; waited <= RECONNECT_MS; waited += PAUSE_MS) {
      if (deps.reaches(agent, own)) return own
      await pause(PAUSE_MS)
    }
    return null
  }

  /** The arguments as a person edited them, whole; undefined where nobody did. */
  function editedInput(callId: CallId): JsonObject | undefined {
    const approval = deps
      .queries(callId)
      .find(({ state, edited }) => state === 'consumed' && edited !== null)
    return approval === undefined
      ? undefined
      : JsonObject.safeParse(deps.requestOf(approval)?.['input']).data
  }
}

const callOf = (principal: Principal, tool: string, args: JsonObject): ToolCall => ({
  id: CallId.parse(newId('call')),
  principal,
  channel: 'gateway',
  runId: null,
  tool,
  args,
})

function decided(
  { ok: passed, text, error, decision }: CallResult,
  askInClient: boolean,
  updatedInput: JsonObject | undefined,
): HookDecided {
  if (passed)
    return {
      effect: 'allow',
      reason: 'Gatehouse allowed it.',
      ...(updatedInput === undefined ? {} : { updatedInput }),
    }
  if (error?.code === 'approval.nobody' && askInClient)
    return {
      effect: 'ask',
      reason: decision?.reasons.at(-1)?.text ?? 'Gatehouse requires approval.',
    }
  return { effect: 'deny', reason: text }
}

/** Null when the time is over first. Zero: as long as it takes, because nobody is waited for. */
async function within(result: Promise<CallResult>, seconds: number): Promise<CallResult | null> {
  if (seconds === 0) return result
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), seconds * 1000)
  })
  return Promise.race([result, over]).finally(() => clearTimeout(timer))
}
