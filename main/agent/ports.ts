// What the agent module takes from other modules, as types.
import type { CallResult } from '../../contract/call/call.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId, RunId, SessionId } from '../../contract/ids.ts'
import type { Json } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Model, ModelTool } from '../../contract/agent/model.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import type { AgentLimits } from '../../contract/policy/config/agent-limits.ts'
import type { ModelPrice } from '../../contract/policy/config/model-price.ts'
import type { SpendingStore } from './limits/spending.ts'
import type { Result } from '../../contract/result.ts'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import type { SubagentDraft } from '../../contract/call/powers/subagent-power.ts'
import type { SubagentLimits } from '../../contract/policy/config/subagent-limits.ts'
import type { DeedsOf } from './claims/unbacked.ts'
import type { AgentVoice, OtherAgent } from './prompt/agent-voice.ts'

/**
 * Runs and their transcripts on disk. `put` and `putItem` write what is new and replace what has
 * the id.
 */
export type RunsStore = {
  readonly put: (run: Run) => void
  readonly get: (id: RunId) => Run | null
  /** Last changed first; with `before` (epoch ms), only what changed before it. */
  readonly list: (before: number | undefined, limit: number, agent?: string) => readonly Run[]
  readonly putItem: (runId: RunId, item: RunItem) => void
  /** All, in the order of their ids. */
  readonly items: (runId: RunId) => readonly RunItem[]
  /** The newest before one, at most `limit`, in order. */
  readonly page: (runId: RunId, before: number | undefined, limit: number) => readonly RunItem[]
  /** From an id on, in order. */
  readonly since: (runId: RunId, from: number) => readonly RunItem[]
  /** 0 for none. */
  readonly lastId: (runId: RunId) => number
  /** What is not at rest: texts that stream, calls that have not ended. */
  readonly moving: (runId: RunId) => readonly RunItem[]
  /** Puts what is before an item into another run, under the same numbers. */
  readonly copyItems: (from: RunId, to: RunId, before: number) => void
  /** Runs that go on from this one. */
  readonly branches: (id: RunId) => readonly Run[]
  /** The runs of a session: one, and those that go on from it differently. */
  readonly ofSession: (session: SessionId) => readonly Run[]
  /** All runs of a session, and all sub-agents of theirs, with their items. */
  readonly remove: (session: SessionId) => void
  /** The runs of a session, and all sub-agents of theirs. */
  readonly family: (session: SessionId) => readonly Run[]
  /** A run and every sub-agent below it, oldest first. */
  readonly tree: (root: RunId) => readonly Run[]
  /** Sub-agents that this run started, oldest first. */
  readonly children: (id: RunId) => readonly Run[]
  /** Runs whose state is working, waiting or queued. */
  readonly unfinished: () => readonly Run[]
  readonly findItemByCall: (
    callId: CallId,
  ) => { readonly runId: RunId; readonly item: RunItem } | null
}

/** One call on its way to the pipeline. `args` is what the model wrote, not validated. */
export type AgentCall = {
  readonly id: CallId
  readonly principal: Principal
  readonly channel: Channel
  readonly runId: RunId
  readonly modelCallId: string
  readonly tool: string
  readonly args: unknown
  /** What it brings back counts as written by anyone, whatever it reads. */
  readonly untrusted?: true
  readonly signal: AbortSignal
}

export type AgentSettings = {
  readonly maxSteps: number
  /** How many tokens a request may hold; null: as many as the model takes. */
  readonly contextTokens: number | null
  readonly instructions: string
  readonly workspace: string
  readonly limits: AgentLimits
  /** Of a model by its name; null where nobody said what it costs. */
  readonly price: (model: string) => ModelPrice | null
}

export type AgentPorts = {
  readonly runs: RunsStore
  /** The model of the configuration as it is now; an agent may have one of its own. */
  readonly model: (agent: string) => Model
  /** What this principal may see now. Asked before every step. */
  readonly tools: (principal: Principal) => readonly ModelTool[]
  /** Whether this call only reads. False when in doubt: it is then run alone. Must not throw. */
  readonly readOnly: (tool: string, args: unknown) => boolean
  /** The pipeline. Ends soon after its signal is aborted; a held call is then cancelled. */
  readonly dispatch: (call: AgentCall) => Promise<CallResult>
  /** The call that reads a file which came with a message. */
  readonly readCall: (path: string) => { readonly name: string; readonly args: unknown }
  /** The file in which the workspace tells agents how things are done there; null: none is read. */
  readonly instructionsFile: () => string | null
  /** The call that reads what a sub-agent has done. */
  readonly resultCall: (agentId: string) => { readonly name: string; readonly args: unknown }
  /** What a call of this tool can have done, if it ran. Must not throw. */
  readonly deedsOf: DeedsOf
  /** The call that reads a page of an earlier result. */
  readonly pageCall: (
    call: CallId,
    offset: number,
  ) => { readonly name: string; readonly args: unknown }
  /**
   * Cancels the question of a call that was held in an earlier process, where no signal reaches.
   */
  readonly cancelHeld: (callId: CallId) => void | Promise<void>
  /** The arguments with secrets replaced, as they are kept and shown. Must not reject. */
  readonly redact: (args: unknown) => Promise<Json>
  readonly emit: (event: PanelEvent) => void
  readonly journal: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  /** A new id with this prefix: `run_…`, `ses_…`, `call_…`. */
  readonly newId: (prefix: 'run' | 'ses' | 'call') => string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly sha256: (text: string) => string
  /** What this principal may call at all. */
  readonly grantOf: (principal: Principal) => Grant
  /** What is asked for a sub-agent of this agent. Fails with what is wrong in the request. */
  readonly grantAsked: (
    draft: Pick<SubagentDraft, 'agent' | 'tools' | 'delegates'>,
  ) => Result<Grant, Failure>
  /** Every lease of that session ends. */
  readonly revokeLeases: (session: SessionId) => Promise<unknown>
  /** A sub-agent has ended: what is open for its session ends as well. Must not reject. */
  readonly sessionEnded: (session: SessionId) => Promise<void>
  readonly settings: () => AgentSettings
  readonly subagentLimits: () => SubagentLimits
  /** What the file of an agent says to the model; null: it has none. */
  readonly voice: (agent: string) => AgentVoice | null
  /** All agents but this one that can be started, with what they are for. */
  readonly others: (agent: string) => readonly OtherAgent[]
  /** What agents have used, on disk. */
  readonly spending: SpendingStore
  /** Resolves after so many milliseconds, and at once when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}
