// Channels: held calls, leases, and the undo of what a call did.
import { z } from 'zod'
import { Approval, ApprovalAnswer, ApprovalState, Reply } from '../../approval/approval.ts'
import { Proof } from '../../approval/proof.ts'
import { evidence } from '../../approval/evidence.ts'
import { ApprovalId, CallId, LeaseId, SessionId } from '../../ids.ts'
import { Lease, LeaseDuration, LeaseScope, ScopeChoice } from '../../approval/lease.ts'
import { ScopePreviews, Suggestion } from '../../approval/suggestion.ts'
import { LastingPreview } from '../../policy/simulation.ts'
import { UndoDone, UndoForce, UndoPreview } from '../../call/undo-preview.ts'
import { call, everywhere, none, screens } from '../channel.ts'

export const approvalsChannels = {
  'approvals.list': call(
    everywhere,
    z.strictObject({
      states: z.array(ApprovalState),
      before: z.int().optional(),
      limit: z.int().min(1).max(200),
    }),
    z.array(Approval),
  ),
  'approvals.get': call(everywhere, z.strictObject({ id: ApprovalId }), Approval),
  /** Answers once. A second answer, an expired or a changed question fails and says so. */
  'approvals.answer': call(
    everywhere,
    z.strictObject({ id: ApprovalId, ...Reply.shape }),
    Approval,
  ),
  /**
   * Runs the held call in a throw-away copy of the workspace, the network closed, and gives the
   * question with what came of it. `opened`: nobody asked for it, its card was opened; where that is
   * not cheap enough nothing is run, and of one that ran in a copy already it is said which of its
   * files changed since.
   */
  'approvals.rehearse': call(
    everywhere,
    z.strictObject({ id: ApprovalId, opened: z.boolean().default(false) }),
    Approval,
  ),
  /**
   * Throws away what a staged command changed, runs it again in a new copy of what is there now, and
   * gives the question that takes the place of this one. `approval.not-staged` where it did not run in
   * a copy.
   */
  'approvals.run-again': call(everywhere, z.strictObject({ id: ApprovalId }), Approval),
  /** What a lasting answer would have done over the journal. */
  'approvals.preview': call(
    everywhere,
    z.strictObject({
      id: ApprovalId,
      answer: ApprovalAnswer,
      scope: LeaseScope.optional(),
      choice: ScopeChoice.optional(),
    }),
    LastingPreview,
  ),
  /** What each scope of a pending approval would have answered, of the last 200 calls. */
  'approvals.scopes': call(everywhere, z.strictObject({ id: ApprovalId }), ScopePreviews),
  /** What the person approved several times, and could approve for good. */
  'approvals.suggestions': call(everywhere, none, z.array(Suggestion)),
  /**
   * Takes a suggestion up, as if its scope had been chosen on the card. `approval.not-suggested`
   * when it is none any more.
   */
  'approvals.accept-suggestion': call(
    screens,
    z.strictObject({ id: ApprovalId, proposal: z.int().min(0), lasts: LeaseDuration }),
    Lease,
  ),
  /** It is not shown again until the person has approved as many more. */
  'approvals.dismiss-suggestion': call(
    screens,
    z.strictObject({ id: ApprovalId, proposal: z.int().min(0) }),
    none,
  ),
  'leases.list': call(
    everywhere,
    z.strictObject({ all: z.boolean().default(false) }),
    z.array(Lease),
  ),
  /** One, those of a session, or all. Gives how many ended. */
  'leases.revoke': call(
    everywhere,
    z.union([
      z.strictObject({ id: LeaseId }),
      z.strictObject({ session: SessionId }),
      z.strictObject({ all: z.literal(true) }),
    ]),
    z.strictObject({ revoked: z.int() }),
  ),
  /** By hand, for one tool and action. */
  'leases.grant': call(
    everywhere,
    z.strictObject({
      tool: z.string(),
      action: z.string().nullable().default(null),
      scope: LeaseScope,
      ...evidence,
    }),
    Lease,
  ),
  /** What undoing a call would change. Changes nothing. */
  'undo.preview': call(everywhere, z.strictObject({ callId: CallId }), UndoPreview),
  /**
   * Puts back what a call changed. `force`: also paths that changed since. An undo of an undo does
   * it again.
   */
  'undo.apply': call(
    everywhere,
    z.strictObject({ callId: CallId, force: UndoForce.default([]), proof: Proof.optional() }),
    UndoDone,
  ),
} as const
