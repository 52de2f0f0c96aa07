// What the pipeline needs of other modules. main/wiring/calls gives it.
import type { Replacement } from '../../contract/approval/replacement.ts'
import type { LineRange } from '../../contract/approval/result-review.ts'
import type { Approval, FilePreview } from '../../contract/approval/approval.ts'
import type { CallFacts } from '../../contract/approval/call-facts.ts'
import type { CallState } from '../../contract/call/call.ts'
import type { CommandPart } from '../../contract/call/command.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId, CallId, FileHash, RequestHash, RunId } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { Result } from '../../contract/result.ts'
import type { UndoForecast, UndoRecord } from '../../contract/call/undo.ts'
import type { Hidden } from '../gate/view.ts'
import type { DecidedCall, EvaluateDeps } from './evaluate.ts'
import type { MakePowers } from './run-tool.ts'
import type { Reviewed } from './review-port.ts'
import type { StagePort } from './staging/stage-port.ts'
import type { KeepLong } from './result/long-result.ts'
import type { Cleaning } from './result/sanitize-output.ts'

export type FileHashes = Readonly<Record<string, FileHash | null>>

/**
 * Resolves when the row is durable. `soon`: it may wait a moment for the next row, to be written
 * together with it. `owed`: it has happened, so a row that cannot be written now is written as soon
 * as it can; so is a row that is `soon`.
 */
export type WriteEntry = (
  entry: JournalEntry,
  when?: 'now' | 'soon' | 'owed',
) => Promise<Result<JournalRow, Failure>>

/** What step 5 needs: to check a call once more and run it. */
export type ExecuteDeps = EvaluateDeps &
  Cleaning & {
    /** The lines of a cleaned text that its flags are about. */
    readonly flaggedLines: (text: string) => LineRange[]
    readonly journal: WriteEntry
    /** Reports what broke and gives the failure for the caller; it names a full or locked disk. */
    readonly broken: (fault: unknown) => Failure
    /** Atomically counts one use; false when the lease has been revoked since. */
    readonly useLease: (id: string) => boolean
    readonly powers: MakePowers
    readonly changed: (callId: CallId, runId: RunId | null, state: CallState) => void
    readonly output: (
      callId: CallId,
      runId: RunId | null,
      stream: 'stdout' | 'stderr',
      text: string,
    ) => void
    /** What confines a call of this tool, for the journal; null when only its powers do. */
    readonly sandbox: (call: DecidedCall) => string | null
    readonly monotonic: () => number
    readonly undo: UndoPort
    readonly staging: StagePort
    readonly reviewed: Reviewed
    readonly keepLong: KeepLong
  }

/** What an approval is built from, besides the evaluated call. */
export type ApprovalFacts = {
  readonly previews: (call: DecidedCall) => Promise<readonly FilePreview[]>
  /** Hashes of the files that the call would overwrite, by real path. */
  readonly fileHashes: (call: DecidedCall) => Promise<FileHashes>
  /**
   * What matters about a call and is known only now, such as what is on a screen; null or left
   * out: nothing.
   */
  readonly factsNow?: (call: DecidedCall) => Promise<CallFacts | null>
}

/** What the pipeline needs of undo. Null: this call changes nothing that could be kept. */
export type UndoPort = {
  /** Whether the call can be undone, for the person who approves it. */
  readonly forecast: (call: DecidedCall) => Promise<UndoForecast | null>
  /**
   * Keeps what the call may change, right before it runs. A failure means that it must not run.
   * `promised`: a person was told that it can be undone.
   */
  readonly before: (
    call: DecidedCall,
    promised: boolean,
  ) => Promise<Result<Checkpoint | null, Failure>>
}

/** One of the two is called, once. */
export type Checkpoint = { after(): Promise<UndoRecord | null>; drop(): Promise<void> }

/** The queue of approvals, as far as the pipeline uses it. */
export type HeldQueue = {
  /**
   * Asks for approval, or joins the approval that asks the same for the same session. `opened` is
   * called once it is pending and before anyone can see it, so that no answer finds nobody waiting.
   */
  ask(
    approval: Approval,
    request: JsonObject,
    opened: (approval: Approval) => void,
  ): Promise<Result<Approval, Failure>>
  /** Withdraws a pending approval. */
  cancel(id: ApprovalId, why: Withdrawal): Promise<void>
  /** False when the old approval had ended meanwhile. */
  replace(id: ApprovalId, by: Replacement): Promise<Result<boolean, Failure>>
  /** Oldest first. */
  pending(): Iterable<Approval>
}

/** Who asked is gone, or everything ends. */
export type Gone = 'emergency-stop' | 'program-end' | 'run-ended' | 'client-gone'

/** What changed, so that a pending call is refused now. */
export type Turned =
  | 'emergency-stop'
  | 'guard'
  | 'preset'
  | 'policy-change'
  | 'tool-gone'
  | 'unrecorded'

export type Withdrawal = Gone | Turned

/** What steps 3 and 4 need: to hold a call, and to take it up again. */
export type PipelineDeps = ExecuteDeps &
  ApprovalFacts & {
    /** How long an approval stays pending. */
    readonly timeoutMs: () => number
    /** How many of its first words say what a command is; null: nobody knows. */
    readonly verbLength: (part: CommandPart) => number | null
    /** What the approval says when the same call ran before a restart; null: it did not. */
    readonly earlierRun: (principal: Principal, request: RequestHash) => string | null
    /** The arguments as they were asked for, secrets included. */
    readonly requestOf: (approval: Approval) => Promise<Result<JsonObject | null, Failure>>
    /**
     * approved → consumed, in one statement. False when it was not approved any more: then nothing
     * may run.
     */
    readonly consume: (approval: Approval) => Promise<Result<boolean, Failure>>
    /** Which of the files of its rehearsal, that the call touches, has changed; null: none. */
    readonly inputsChanged: (approval: Approval) => Promise<string | null>
    /** What keeps the tool out of the asker's view now; null: nothing, or there is no such tool. */
    readonly hidden: (approval: Approval) => Hidden | null
    /** Aborted at the end of the program, and when a person stops everything. */
    readonly ending: () => AbortSignal
    readonly now: () => number
  }
