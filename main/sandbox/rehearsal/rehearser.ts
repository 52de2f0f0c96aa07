// What a rehearsal is given, and what can be asked of anyone who rehearses.
import type { OwnStop } from '../files/own-stop.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import type { Rehearsal, RehearsalStarter, TriedHost } from '../../../contract/call/rehearsal.ts'
import type { Result } from '../../../contract/result.ts'
import type { ToolOutput } from '../../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { ResolvePathOptions } from '../files/resolve-path.ts'
import type { Runner, RunLimits } from '../runner-powers.ts'

/** What a call can do in a view; everything else stays closed. */
export type ViewPowers = Pick<Powers, 'fs.read' | 'fs.write' | 'proc.run'>

export type RehearsalJob = {
  readonly touches: readonly CanonicalTouch[]
  /** As configured. */
  readonly workspace: string
  readonly limits: RunLimits
  readonly by: RehearsalStarter
  /** As for the runner's power. */
  readonly requires?: readonly string[]
  readonly signal: AbortSignal
  /** Called once, right before anything runs; a failure keeps it from running. */
  start(): Promise<Result<null, Failure>>
  /** Runs the tool with these powers instead of the real ones. */
  work(powers: ViewPowers, signal: AbortSignal): Promise<Result<ToolOutput, Failure>>
  /** For every text that is shown. */
  redact(text: string): Promise<string>
  /** Cleaned, redacted, cut: for output. */
  sanitizeOutput(text: string): Promise<{ readonly text: string; readonly truncated: boolean }>
}

export type Rehearser = {
  /**
   * Takes until the call ends or its limits are reached. Failures, with nothing to attach:
   * `rehearsal.outside`, `.nothing`, `.weak`, `.too-large`, `.no-space`, `.unreadable`, `.moved`
   * (the workspace changed meanwhile), `.cancelled`, `.missing`.
   */
  rehearse(job: RehearsalJob): Promise<Result<Rehearsal, Failure>>
  /** What a call with these touches starts from, as one hash. */
  inputs(touches: readonly CanonicalTouch[], workspace: string): Promise<Result<string, Failure>>
  /**
   * What is not as it was at the rehearsal with these inputs, from the workspace on. Null:
   * something, and nobody can say what.
   */
  changedSince(
    inputs: string,
    touches: readonly CanonicalTouch[],
    workspace: string,
  ): Promise<readonly string[] | null>
  /** Removes what a process of ours that was killed has left. */
  sweep(): Promise<void>
}

/** A proxy behind which there is nothing. */
export type Recorder = {
  /** The unix socket it listens on. */
  readonly socket: string
  hosts(): readonly TriedHost[]
  close(): Promise<void>
}

export type RehearserOptions = {
  readonly runner: Pick<Runner, 'ready' | 'tried' | 'power' | 'helperFiles'>
  /** As for the runner. */
  readonly stop: readonly string[]
  /** As for `resolvePath`. */
  readonly own?: ResolvePathOptions['own']
  readonly home: string
  /** A folder of ours for nothing else. */
  readonly scratch: string
  /**
   * Opens something that writes down which hosts a command asks for, and lets it reach none. Null
   * where there is nothing such.
   */
  readonly record: null | ((signal: AbortSignal) => Promise<Result<Recorder, Failure>>)
  /** False: as where the kernel lets us have no overlay. */
  readonly overlay?: boolean
  /** As for the runner: what is on it is not copied into a view that is a copy. */
  readonly ownStop?: OwnStop
  readonly now: () => number
}
