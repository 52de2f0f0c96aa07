// The power over the sub-agents of a run.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'

/** A sub-agent as it is asked for. What is left out is as the person set it. */
export type SubagentDraft = {
  readonly task: string
  readonly label: string | null
  readonly context: string | null
  /** `helper`, or the name of an agent file. */
  readonly agent: string
  /** Names of tools, `tool.action`, or capabilities; null: all that sub-agents may have. */
  readonly tools: readonly string[] | null
  readonly delegates: boolean
  readonly seconds: number | null
  readonly turns: number | null
}

export type SubagentState =
  | 'queued'
  | 'working'
  | 'waiting'
  | 'done'
  | 'stopped'
  | 'failed'
  | 'cut off'

export type SubagentListing = {
  readonly id: string
  readonly label: string
  readonly agent: string
  readonly state: SubagentState
  readonly steps: number
  /** What it may call, as it was handed on. */
  readonly tools: readonly string[]
}

/** `text`: what it said last, null while it has not ended. */
export type SubagentResult = SubagentListing & { readonly text: string | null }

/**
 * Sub-agents of the run that the call belongs to, and of no other. Fails with `agents.no-run`,
 * `agents.unknown`, `agents.full`, `agents.outside-permit`, and as `delegate` does.
 */
export type SubagentPower = {
  start(draft: SubagentDraft): Promise<Result<SubagentListing, Failure>>
  list(): Promise<Result<readonly SubagentListing[], Failure>>
  /** Waits for its end, at most so long. */
  result(id: string, waitMs: number): Promise<Result<SubagentResult, Failure>>
  /** Ends it and all that it started. */
  cancel(id: string): Promise<Result<SubagentListing, Failure>>
}
