// What the agent service offers to anyone who works with runs.
import type { CallState } from '../../../contract/call/call.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { Channel } from '../../../contract/call/principal.ts'
import type { Result } from '../../../contract/result.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import type { Subagents } from '../subagents/subagents.ts'
import type { Scheduled } from '../scheduled.ts'

/**
 * The newest items, in order; `older`: there are more before them. `branches`: runs that go on from
 * this one.
 */
export type RunView = ItemPage & { readonly run: Run; readonly branches: readonly Run[] }
export type ItemPage = { readonly items: readonly RunItem[]; readonly older: boolean }
/** `attach`: files to read with it, by path. */
export type Message = { readonly text: string; readonly attach?: readonly string[] | undefined }

/** What a surface of the person does with sub-agents beside what it does with every run. */
export type AgentTree = {
  /** The run that a person talks to and every sub-agent below it, oldest first. Fails with `run.unknown`. */
  tree(id: RunId): Result<readonly Run[], Failure>
  /**
   * Takes back what was handed on to a sub-agent and to all below it, and ends them: none of them can
   * make another call, whatever is still held. Fails with `run.unknown`, `run.no-subagent`.
   */
  revoke(id: RunId): Promise<Result<Run, Failure>>
  /** For the power that tools have over them. */
  readonly subagents: Pick<Subagents, 'start' | 'list' | 'result' | 'cancel'>
}

export type Agent = AgentTree & {
  /**
   * Begins a run with its first message. Fails with `run.empty`, `agent.closed`, `agent.store`, or
   * as the journal does.
   */
  start(
    message: Message,
    channel: Channel,
    agent?: string,
    scheduled?: Scheduled,
  ): Promise<Result<Run, Failure>>
  /** Adds a message and goes on. Fails with `run.unknown`, `run.busy`, `run.held`, `run.empty`. */
  send(id: RunId, message: Message, channel: Channel): Promise<Result<Run, Failure>>
  /**
   * A new run that goes on from just before a message of the person, with another in its place; the
   * old one stays as it is. Both are one session: what was read there counts here. Fails with
   * `run.no-message`, and as `send` does.
   */
  branch(id: RunId, item: number, message: Message, channel: Channel): Promise<Result<Run, Failure>>
  /**
   * Ends what runs and cancels what is held. Resolves when the run rests. A run that rests already
   * stays as it is.
   */
  stop(id: RunId): Promise<Result<Run, Failure>>
  /**
   * Ends one call that runs or is held; the run goes on. Fails with `run.no-call` when it does not
   * run any more.
   */
  stopCall(id: RunId, callId: CallId): Result<Run, Failure>
  rename(id: RunId, title: string): Result<Run, Failure>
  /**
   * Takes a run away, with all that are one session with it: what was read in one counts in the
   * others, so none may stay without it. The journal says so first. Fails with `run.unknown`,
   * `run.busy`, `run.held`, `agent.store`, or as the journal does.
   */
  remove(id: RunId): Promise<Result<readonly RunId[], Failure>>
  /**
   * Goes on from the transcript: after an interruption, a failure, a stop or a limit. Fails with
   * `run.nothing-to-resume` too.
   */
  resume(id: RunId, channel?: Channel): Promise<Result<Run, Failure>>
  /** Runs that work or wait, however many. */
  unfinished(): readonly Run[]
  /**
   * Last changed first; with `before` (epoch ms), only what changed before it; with `agent`, its
   * runs, as a sub-agent too.
   */
  list(before: number | undefined, limit: number, agent?: string): readonly Run[]
  get(id: RunId, limit: number): RunView | null
  /** The newest before an item, in order. */
  items(id: RunId, before: number | undefined, limit: number): ItemPage
  /**
   * The pipeline tells how a call goes on, also of calls of an earlier process. Calls of no run are
   * ignored.
   */
  callChanged(callId: CallId, state: CallState): void
  /** Once at start: what an ended process left behind becomes interrupted. */
  recover(): Promise<void>
  /** Leaves all runs as interrupted; held calls stay held. Nothing can be started afterwards. */
  dispose(): Promise<void>
}
