// Answers the hooks of other agents: each call goes the one road, and is left to the agent where it comes out at the other end.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Approval } from '../../contract/approval.ts'
import type { CallResult } from '../../contract/call.ts'
import type { ClientConfig } from '../../contract/server.ts'
import type { HookCall, HookDecided } from '../../contract/hook.ts'
import { CallId, SessionId } from '../../contract/ids.ts'
import { JsonObject, canonicalJson } from '../../contract/json.ts'
import { ok } from '../../contract/result.ts'
import type { ToolCall } from '../call/tool-call.ts'
import type { HooksOffer } from '../ipc/handlers/hook.ts'
import { isOwnEntry } from '../mcp/connect/own-entry.ts'
import { NOISE, argumentsOf, nativeName } from '../mcp/hook/native-tool.ts'
import { newId } from './new-id.ts'

export type HooksNeeds = {
  readonly dispatch: (call: ToolCall, queue: boolean) => Promise<CallResult>
  readonly client: (name: string) => ClientConfig | undefined
  /** Every question about a call, oldest first. */
  readonly questions: (callId: CallId) => readonly Approval[]
  readonly requestOf: (approval: Approval) => JsonObject | null
  readonly sha256: (text: string) => string
  readonly now: () => number
  /** A person stopped everything. */
  readonly frozen: () => boolean
  /** What this client calls `gatehouse` is this Gatehouse: then the call is asked about at the gateway, and not twice. */
  readonly isOwn: (client: string, cwd: string) => Promise<boolean>
}

type Open = { readonly callId: CallId; readonly result: Promise<CallResult>; waited: boolean; endedAt: number | null }

/** An answer that nobody came back for counts so long; then the same call is asked about anew. */
const KEPT_MS = 600_000
const MOST_OPEN = 1_000

export function joinHooks(needs: HooksNeeds): HooksOffer {
  const open = new Map<string, Open>()

  const begin = (key: string, call: ToolCall, queue: boolean): Open => {
    for (const [old, { endedAt, waited }] of open) if (!waited && endedAt !== null && needs.now() - endedAt > KEPT_MS) open.delete(old)
    if (open.size >= MOST_OPEN) open.delete(open.keys().next().value ?? '')
    const started: Open = { callId: call.id, result: needs.dispatch(call, queue), waited: false, endedAt: null }
    const ended = (): void => {
      started.endedAt = needs.now()
    }
    // Whoever waits hears how; a call that nobody waits for any more only has its time noted.
    started.result.then(ended, ended)
    open.set(key, started)
    return started
  }

  return {
    async decide({ agent, tool, input, cwd, session, waitSeconds }: HookCall) {
      if (/^mcp__gatehouse__|^mcp_gatehouse_/.test(tool) && (await needs.isOwn(agent, cwd)))
        return ok({ effect: 'allow', reason: 'It goes through the gateway of Gatehouse, which asks about it.' })
      const args = argumentsOf(input, cwd)
      const name = nativeName(agent, tool)
      const principal = {
        kind: 'mcp-client',
        name: agent,
        session: SessionId.parse(`ses_${needs.sha256(`${agent} ${session}`).slice(0, 32)}`),
      } as const
      const key = needs.sha256(canonicalJson({ session: principal.session, name, args }))
      // The same call twice at the same time is two calls: one yes lets one of them through.
      while (open.get(key)?.waited === true) await open.get(key)?.result
      const call = { id: CallId.parse(newId('call')), principal, channel: 'gateway' as const, runId: null, tool: name, args }
      const asked = open.get(key) ?? begin(key, call, waitSeconds > 0)
      asked.waited = true
      const result = await within(asked.result, waitSeconds)
      asked.waited = false
      if (result === null)
        return ok({
          effect: 'deny',
          reason: 'A person has not answered yet. The question stays open in Gatehouse; make the same call again later to get the answer.',
        })
      open.delete(key)
      // A yes of before, that its agent only now comes back for.
      if (result.ok && needs.frozen()) return ok({ effect: 'deny', reason: 'A person stopped everything. Stop here, and wait for them.' })
      return ok(decided(result, needs.client(agent)?.askInClient === true, editedInput(asked.callId, input)))
    },
  }

  /** The agent's arguments with those in place of them that a person wrote; undefined where nobody did. */
  function editedInput(callId: CallId, input: JsonObject): JsonObject | undefined {
    const approval = needs.questions(callId).find(({ state, edited }) => state === 'consumed' && edited !== null)
    const edited = approval === undefined ? undefined : JsonObject.safeParse(needs.requestOf(approval)?.['input']).data
    if (edited === undefined) return undefined
    return { ...Object.fromEntries(Object.entries(input).filter(([key]) => NOISE.includes(key))), ...edited }
  }
}

function decided(
  { ok: passed, text, error, decision }: CallResult,
  askInClient: boolean,
  updatedInput: JsonObject | undefined,
): HookDecided {
  if (passed) return { effect: 'allow', reason: 'Gatehouse let it through.', ...(updatedInput === undefined ? {} : { updatedInput }) }
  if (error?.code === 'approval.nobody' && askInClient)
    return { effect: 'ask', reason: decision?.reasons.at(-1)?.text ?? 'Gatehouse asks for a person.' }
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

/** By what connect wrote down in the folder of our data. */
export const ownEntryIn = (dataDir: string) => (client: string, cwd: string) =>
  isOwnEntry(client, join(dataDir, 'connections.json'), { env: process.env, platform: process.platform, homedir: homedir(), cwd })
