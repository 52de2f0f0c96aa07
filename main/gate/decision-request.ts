// What the gate is asked about one call.
import type { DefinitionHash } from '../../contract/ids.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { ArgumentOrigin, Taint } from '../../contract/call/origin.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { RatePer } from '../../contract/policy/rule-counts.ts'
import type { CompiledLease } from './lease/compiled-lease.ts'
import type { EvaluationTime } from './rules/rule-hours.ts'

/** All that the gate may look at. It has no clock and no disk: what it needs to know is in here. */
export type DecisionRequest = {
  readonly manifest: Manifest
  /** Null for a single-purpose tool. */
  readonly action: string | null
  /** Parsed, defaults filled. Leases may name values in them; nothing else reads them. */
  readonly args: JsonObject
  readonly touches: readonly CanonicalTouch[]
  readonly origins: readonly ArgumentOrigin[]
  readonly taint: Taint
  readonly principal: Principal
  readonly channel: Channel
  /** Calls of this tool let through before this one, in this session and in the last minute. */
  readonly used: {
    readonly session: number
    readonly minute: number
    /** Of all tools in the last minute. */ readonly all?: number
  }
  /** What this caller did before. Left out: nothing is known, as of a caller that never came before. */
  readonly earlier?: EarlierFacts
  /** Leases that may concern this caller and are not revoked. */
  readonly leases: readonly CompiledLease[]
  readonly at: EvaluationTime
  /** A person stopped everything. */
  readonly frozen: boolean
  /** A sandbox was tried here and holds, and the network is closed in it. */
  readonly sandboxed: boolean
  /**
   * For a tool from outside: whether a person has reviewed just this definition. Null for built-in
   * tools.
   */
  readonly reviewed: boolean | null
  /** Of the tool as it is now; an approval of an unreviewed tool is bound to it. */
  readonly definition?: DefinitionHash
  /** Left out: the call as it is, for real. */
  readonly phase?: Phase
}

/** Calls of one tool of this caller that were allowed before this one. */
export type EarlierCount = {
  readonly tool: string
  readonly capability: string
  /** Null: the tool has none. */
  readonly action: string | null
} & { readonly [P in RatePer]: number }

export type EarlierFacts = {
  readonly calls: readonly EarlierCount[]
  /** Of the hosts that the call goes to, those that this caller reached before. */
  readonly knownHosts: readonly string[]
  /** How many calls a person denied in this session. */
  readonly denials: number
}

/** What the list of changed files does not say by itself. */
export type CommitFacts = {
  /** Everything that was there before is kept, so that all of it can be put back. */
  readonly whole: boolean
  /** Folders that would go with what is in them. */
  readonly trees: readonly string[]
  /** Files that would go, those in such folders included. */
  readonly deleted: number
  /** Files that would run with the rights of their owner. */
  readonly privileged: readonly string[]
  /** Folders that Git would take for a repository, or whose settings it would read. */
  readonly repositories: readonly string[]
}

export type Phase =
  | { readonly kind: 'stage' }
  | { readonly kind: 'commit'; readonly facts: CommitFacts }
