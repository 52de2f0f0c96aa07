// An approval as screens and the command line see it, and the answers to it.
import { z } from 'zod'
import { ApprovalRoute } from './approval-route.ts'
import { CallFacts } from './call-facts.ts'
import { Decision } from '../policy/decision.ts'
import {
  ApprovalId,
  CallId,
  DefinitionHash,
  FileHash,
  PolicyHash,
  RequestHash,
  RunId,
} from '../ids.ts'
import { JsonObject } from '../json.ts'
import { Cut, LineRange, ResultReview } from './result-review.ts'
import { FleetPerson, SecondWait } from './second-person.ts'
import { LeaseDuration, LeasePatterns, LeaseScope, ScopeChoice } from './lease.ts'
import { Proof } from './proof.ts'
import { ArgumentOrigin, Taint } from '../call/origin.ts'
import { AnsweredOn, Channel, Principal } from '../call/principal.ts'
import { Rehearsal } from '../call/rehearsal.ts'
import { UndoForecast } from '../call/undo.ts'

/**
 * What a person can say. once: this call. session: this and the same again until its run ends.
 * scope: one of the scopes the card offers, or limits the person sets. always: the same again from
 * the same asker, until revoked. Silence, a crash or a closed window is `deny-once` by the time-out,
 * never more. deny-scope: one of the scopes the card offers. deny-always writes a rule.
 */
export const ApprovalAnswer = z.enum([
  'once',
  'session',
  'scope',
  'always',
  'deny-once',
  'deny-scope',
  'deny-always',
])
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>

export const denies = (answer: ApprovalAnswer): boolean =>
  answer === 'deny-once' || answer === 'deny-scope' || answer === 'deny-always'

/** An answer with all that may go with it. */
export const Reply = z.strictObject({
  answer: ApprovalAnswer,
  /** For `scope`, in place of a choice: how far, how often, how long. */
  scope: LeaseScope.optional(),
  /** For `scope` and `deny-scope`: which of the scopes on the card, and how long. */
  choice: ScopeChoice.optional(),
  /** What the person tells the model when they deny. */
  word: z.string().max(2_000).optional(),
  /**
   * With `once`: run with these arguments instead. They are validated and judged like any others.
   */
  args: JsonObject.optional(),
  /** With `once`, of a result: these lines of it are left out. */
  cut: Cut.optional(),
  proof: Proof.optional(),
})
export type Reply = z.infer<typeof Reply>

/**
 * pending → approved | denied | expired | cancelled; approved → consumed, once, when the call is
 * let run.
 */
export const ApprovalState = z.enum([
  'pending',
  'approved',
  'denied',
  'expired',
  'cancelled',
  'consumed',
])
export type ApprovalState = z.infer<typeof ApprovalState>

/** A change the card can show before it happens: what a write would do to one file. */
export const FilePreview = z.strictObject({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string(),
})
export type FilePreview = z.infer<typeof FilePreview>

/** A scope that a standing answer could have. Limits alone, or none: just what the card shows. */
export const ScopeProposal = z.strictObject({
  patterns: LeasePatterns,
  /** The whole scope in words: “npm test” with any arguments. */
  text: z.string(),
  /** Nothing but this call, as the card shows it. */
  exact: z.boolean().default(false),
  /** False: it can only be denied. */
  allows: z.boolean().default(true),
})
export type ScopeProposal = z.infer<typeof ScopeProposal>

/** A held call: a durable question to a person, bound by hashes to exactly what was shown. */
export const Approval = z.strictObject({
  id: ApprovalId,
  callId: CallId,
  runId: RunId.nullable(),
  createdAt: z.int(),
  expiresAt: z.int(),
  principal: Principal,
  channel: Channel,
  tool: z.string(),
  title: z.string(),
  action: z.string().nullable(),
  decision: Decision,
  /** Secrets replaced; the full arguments never leave main. */
  args: JsonObject,
  origins: z.array(ArgumentOrigin),
  taint: Taint,
  previews: z.array(FilePreview),
  requestHash: RequestHash,
  definitionHash: DefinitionHash,
  policyHash: PolicyHash,
  /** Content of the files the card showed, by path; null where there was none. */
  fileHashes: z.record(z.string(), FileHash.nullable()),
  answers: z.array(ApprovalAnswer),
  /** Scopes that a standing answer could have, narrowest first. */
  proposals: z.array(ScopeProposal).default([]),
  /** How long such an answer may be in force, shortest first. */
  durations: z.array(LeaseDuration).default([]),
  /** What matters about it, where its tool says so: secrets replaced. Left out in older rows. */
  facts: CallFacts.optional(),
  state: ApprovalState,
  answeredAt: z.int().nullable(),
  answeredOn: AnsweredOn.nullable(),
  answer: ApprovalAnswer.nullable(),
  /** What ended it; null while it waits, and in older rows. */
  route: ApprovalRoute.nullable().default(null),
  /** What the person told the model with the denial. */
  word: z.string().nullable().default(null),
  /**
   * The person changed the arguments before the approval: these were first asked for, `args` are
   * what runs.
   */
  edited: JsonObject.nullable().default(null),
  /** Whether it can be undone; null where there is nothing to undo, and in older rows. */
  undo: UndoForecast.nullable().default(null),
  /** Why the same call is asked again after an approval that was not used. */
  again: z.string().nullable().default(null),
  /**
   * What it did in a throw-away copy. Written beside the question, which never changes; the last
   * one counts.
   */
  rehearsal: Rehearsal.nullable().default(null),
  /**
   * The command has run in a throw-away layer, and `rehearsal` is what it did there. Approving writes
   * exactly these changes into the workspace and runs nothing. Null: approving runs the call.
   */
  staged: z
    .strictObject({
      /** Changed in the workspace since it ran, from the workspace on; with one, nothing is written. */
      conflicts: z.array(z.string()),
    })
    .nullable()
    .default(null),
  /**
   * Why what the command does was not shown in a copy first, in one sentence; null where it was, and
   * where nothing of that kind could be.
   */
  untried: z.string().nullable().default(null),
  /**
   * The call has run, and this is what it brought back: approving passes it on, denying withholds it.
   * Null: the call itself is asked about.
   */
  review: ResultReview.nullable().default(null),
  /** Lines of it that the person left out. */
  cut: z.array(LineRange).nullable().default(null),
  /** The first person has approved it, and it waits for the second. Left out: it does not. */
  second: SecondWait.optional(),
  /** Asked by another machine of the fleet: the second approval is asked for here. */
  from: FleetPerson.optional(),
})
export type Approval = z.infer<typeof Approval>
