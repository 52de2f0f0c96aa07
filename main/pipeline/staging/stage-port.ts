// What the pipeline needs of staged commands. main/wiring/execution gives it.
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import type { Rehearsal, TriedHost } from '../../../contract/call/rehearsal.ts'
import type { Touch } from '../../../contract/call/touch.ts'
import type { UndoRecord } from '../../../contract/call/undo.ts'
import type { CommitFacts } from '../../gate/decision-request.ts'
import type { PowerRequest } from '../run-tool.ts'

/** What a command did in its layer, and what a commit of it would touch. */
export type StagedChanges = {
  /** A write of each path that would be other than it is, absolute. */
  readonly touches: readonly Touch[]
  readonly facts: CommitFacts
  /** For the card. Its `inputs` are a hash over all the changes: what is committed has the same. */
  readonly rehearsal: Rehearsal
  /** Changed in the workspace since the command began, from the workspace on. */
  readonly conflicts: readonly string[]
}

/**
 * unchanged: nothing of the workspace is different, and nothing was reached. live: it cannot be
 * decided by what it did there, and why, for the journal.
 */
export type StageEnd =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly changes: StagedChanges }
  | { readonly kind: 'live'; readonly why: string; readonly hosts: readonly TriedHost[] }

/** How the changes were carried over. `stopped`: nothing was, and why. */
export type CommitOutcome =
  | { readonly kind: 'committed'; readonly undo: UndoRecord }
  | { readonly kind: 'stopped'; readonly conflicts: readonly string[]; readonly why: string }

export type StagePort = {
  /** Whether a layer can be laid over the workspace here. */
  readonly possible: () => boolean
  /** Why none can, as far as that is known; null: nothing is against it. */
  readonly missing: () => Failure | null
  /** Powers that reach a layer and nothing else; `end`: what came of it, once the tool has ended. */
  readonly run: (request: PowerRequest) => {
    readonly powers: Powers
    readonly end: () => Promise<StageEnd>
  }
  /**
   * Powers that carry the changes over instead of running anything: the tool is given the end that
   * its command had.
   */
  readonly commit: (request: PowerRequest) => {
    readonly powers: Powers
    readonly outcome: () => CommitOutcome
  }
  /** As it is kept; null: nothing is. */
  readonly stored: (callId: CallId) => Promise<StagedChanges | null>
  readonly discard: (callId: CallId) => Promise<void>
  /** Its end is in the journal. */
  readonly forget: (callId: CallId) => Promise<void>
}
