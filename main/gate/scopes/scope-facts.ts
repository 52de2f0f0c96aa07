// What the scopes of a call are proposed from, and what one is.
import type { External } from '../lease/external-lease.ts'
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { JsonObject } from '../../../contract/json.ts'

export type Proposal = {
  readonly patterns: LeasePatterns
  readonly text: string
  /** Nothing but this call. */
  readonly exact?: boolean
}

export type ScopeFacts = {
  readonly workspace: string
  /** As they may be shown: what is hidden in them limits nothing. */
  readonly args?: JsonObject
  /** Nothing in the arguments is hidden. */
  readonly wholeArgs?: boolean
  /** Of a server's tool: what its labels say. */
  readonly external?: External | undefined
  /** What its schema names, as JSON Pointers of one name. */
  readonly declaredArgs?: readonly string[]
  /** It edits files, so that its scope is about edits and not about this one tool. */
  readonly edits?: boolean
  /** How many of its first words say what a command is; null: nobody knows. */
  readonly verbLength?: (part: CommandPart) => number | null
}
