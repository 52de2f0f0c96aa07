// An agent on a bench: real loop, stored runs in memory, a scripted model, and a small pipeline
// that a test can steer.
import type { CallResult, CallState } from '../../contract/call/call.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { ApprovalId, type CallId, PolicyHash } from '../../contract/ids.ts'
import type { Json } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Model, ModelTool } from '../../contract/agent/model.ts'
import { ok } from '../../contract/result.ts'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import { openAgent } from '../../main/agent/agent.ts'
import type { Agent } from '../../main/agent/prompt/agent-port.ts'
import type { AgentCall, AgentPorts } from '../../main/agent/ports.ts'
import { createHash } from 'node:crypto'
import { EVERYTHING } from '../../contract/agent/grant.ts'
import { SubagentLimits } from '../../contract/policy/config/subagent-limits.ts'
import { AgentLimits } from '../../contract/policy/config/agent-limits.ts'
import { memorySpending } from '../fakes/spending.ts'
import { runStore } from '../fakes/run-store.ts'

export const decision: Decision = {
  effect: 'confirm',
  tier: 'R3',
  baseTier: 'R3',
  reasons: [],
  by: { kind: 'tier', id: 'R3' },
  touches: [],
  stepUp: false,
  policyHash: PolicyHash.parse('0'.repeat(64)),
}

export const result = (
  requestId: CallId,
  text: string,
  over: Partial<CallResult> = {},
): CallResult => ({
  requestId,
  ok: true,
  status: 'done',
  route: 'policy',
  decision: null,
  text,
  data: null,
  stdout: '',
  stderr: '',
  exitCode: null,
  truncated: false,
  durationMs: 1,
  label: 'workspace',
  flags: [],
  error: null,
  ...over,
})

export const heldState = (): CallState => ({
  kind: 'held',
  approvalId: ApprovalId.parse('apr_00000001'),
  decision,
})

/** Takes the place of the pipeline: says what becomes of a call; `notify` reports its state. */
export type Pipeline = (call: AgentCall, notify: (state: CallState) => void) => Promise<CallResult>

export type Fixture = {
  readonly agent: Agent
  readonly store: ReturnType<typeof runStore>
  readonly events: PanelEvent[]
  readonly journal: JournalEntry[]
  readonly calls: AgentCall[]
  readonly cancelled: CallId[]
  readonly log: string[]
}

export const noLimits = AgentLimits.parse({})

let ids = 0

export function openFixture(
  model: Model | (() => Model),
  pipeline: Pipeline,
  over: Partial<AgentPorts> = {},
  store = runStore(),
): Fixture {
  const events: PanelEvent[] = []
  const journal: JournalEntry[] = []
  const calls: AgentCall[] = []
  const cancelled: CallId[] = []
  const log: string[] = []
  let clock = 1_000
  const agent: Agent = openAgent(
    {
      runs: store,
      model: typeof model === 'function' ? model : () => model,
      tools: () => toolsOf('read_file', 'write_file'),
      readOnly: (tool) => tool.startsWith('read'),
      dispatch: async (call) => {
        calls.push(call)
        log.push(`begin ${call.modelCallId}`)
        const end = await pipeline(call, (state) => agent.callChanged(call.id, state))
        log.push(`end ${call.modelCallId}`)
        return end
      },
      readCall: (path) => ({ name: 'read_file', args: { path } }),
      cancelHeld: (id) => void cancelled.push(id),
      redact: async (args) =>
        JSON.parse(JSON.stringify(args ?? null).replaceAll('hunter2', '[secret]')) as Json,
      emit: (event) => void events.push(structuredClone(event)),
      journal: async (entry) => {
        journal.push(entry)
        return ok(null)
      },
      newId: (prefix) => `${prefix}_${String(++ids).padStart(8, '0')}`,
      now: () => ++clock,
      spending: memorySpending(),
      // A pause before another try is over at once; a limit of time is reached in tests that say so.
      wait: (ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted || ms <= 4_000) resolve()
          else signal.addEventListener('abort', () => resolve(), { once: true })
        }),
      voice: () => null,
      others: () => [],
      settings: () => ({
        maxSteps: 25,
        contextTokens: null,
        instructions: '',
        workspace: '/w',
        limits: noLimits,
        price: () => null,
      }),
      subagentLimits: () => SubagentLimits.parse({}),
      resultCall: (agentId) => ({
        name: 'subagent_control',
        args: { action: 'result', agent_id: agentId },
      }),
      deedsOf: (tool) => (tool === 'write_file' ? ['change'] : []),
      instructionsFile: () => null,
      pageCall: (call, offset) => ({ name: 'read_result', args: { call, offset } }),
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      grantOf: () => EVERYTHING,
      grantAsked: () => ok(EVERYTHING),
      sessionEnded: async () => {},
      revokeLeases: async () => {},
      ...over,
    },
    50,
  )
  return { agent, store, events, journal, calls, cancelled, log }
}

export const toolsOf = (...names: string[]): ModelTool[] =>
  names.map((name) => ({ name, description: '', inputSchema: {} }))

/** Lets a call run at once. */
export const through: Pipeline = async (call, notify) => {
  notify({ kind: 'deciding' })
  notify({ kind: 'running', decision })
  const end = result(call.id, `did ${call.modelCallId}`)
  notify({ kind: 'ended', result: end })
  return end
}

export const cancelledResult = (call: AgentCall): CallResult =>
  result(call.id, 'Cancelled.', { ok: false, status: 'cancelled', route: 'cancelled' })

/** Holds a call until it is stopped, then says that it was cancelled. */
export const holds: Pipeline = async (call, notify) => {
  notify(heldState())
  await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
  const end = cancelledResult(call)
  notify({ kind: 'ended', result: end })
  return end
}

/** Waits for the run to rest, and gives it as it is stored. */
export async function rested(
  { store, agent }: Pick<Fixture, 'store' | 'agent'>,
  run: Run,
): Promise<{ run: Run; items: RunItem[] }> {
  await until(() => !['working', 'waiting', 'queued'].includes(store.get(run.id)?.state ?? ''))
  // The last word of a turn is its journal entry, after the state.
  await agent.dispose()
  const stored = store.get(run.id)
  if (stored === null) throw new Error('the run is gone')
  return { run: stored, items: store.items(run.id) }
}

export async function until(condition: () => boolean): Promise<void> {
  const limit = Date.now() + 240_000
  while (!condition()) {
    if (Date.now() > limit) throw new Error('It did not happen.')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** A transcript in short, for whole comparisons. */
export const brief = (items: readonly RunItem[]): string[] =>
  items.map((item) => {
    if (item.kind === 'user') return `user: ${item.text}`
    if (item.kind === 'assistant')
      return `assistant${item.streaming ? ' (streaming)' : ''}: ${item.text}`
    if (item.kind === 'notice') return `${item.tone}: ${item.text}`
    if (item.kind === 'compacted')
      return `told in short: results ${item.results}, steps ${item.steps}`
    return `call ${item.modelCallId} ${item.tool} ${item.state.kind === 'ended' ? `${item.state.result.status}: ${item.state.result.text}` : item.state.kind}`
  })

export const started = async (agent: Agent, text: string): Promise<Run> => {
  const run = await agent.start({ text }, 'window')
  if (!run.ok) throw new Error(run.error.text)
  return run.value
}
