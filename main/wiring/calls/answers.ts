// What an answer needs besides the pipeline: proof of who gives it, and the lease or the rule that a
// lasting one brings about.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { ok } from '../../../contract/result.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { ApprovalQueueDeps, Keep } from '../../approvals/approval-queue-deps.ts'
import { lastingAnswer, type LastingAnswerDeps } from '../../approvals/lasting-answer.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import { restoreRedactedArgs } from '../../approvals/restore-redacted-args.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { ConfigStore } from '../../config/config.ts'
import { neverRelax } from '../../config/relaxation/may-relax.ts'
import type { WriteEntry } from '../../pipeline/pipeline-deps.ts'
import { askedEntry, answeredEntry } from '../../pipeline/record.ts'
import type { Resume } from '../../pipeline/resume.ts'
import type { Attempt } from '../../store/attempts.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'

export type AnswersDeps = {
  readonly leases: Pick<LeasesTable, 'insert'>
  readonly config: Pick<ConfigStore, 'update'>
  readonly stepUp: Pick<StepUp, 'prove' | 'proveBySystem' | 'state'>
  readonly journal: WriteEntry
  readonly attempt: Attempt
  readonly lasting: () => LastingAnswerDeps
  readonly requestOf: (approval: Approval) => JsonObject | null
  /** As a screen shows them. */
  readonly shownArgs: (approval: Approval) => JsonObject
}

/** Checks a proof of presence, and uses it up. */
export const proving =
  (stepUp: Pick<StepUp, 'prove' | 'proveBySystem'>): ApprovalQueueDeps['prove'] =>
  async (proof, surface, { tool, decision }) => {
    if (proof.kind !== 'system' || surface !== 'window') return stepUp.prove(proof)
    return stepUp.proveBySystem(`approve ${tool} (${decision.tier})`)
  }

export function wireAnswers(
  { leases, config, stepUp, journal, attempt, ...deps }: AnswersDeps,
  resume: Pick<Resume, 'edited'>,
): Pick<ApprovalQueueDeps, 'prove' | 'wantsProof' | 'lasting' | 'edited' | 'record'> {
  const keepLease =
    (lease: Lease): Keep =>
    async () => {
      const written = await journal(leaseEntry(lease, 'granted'))
      if (!written.ok) return written
      const stored = await attempt(() => leases.insert(lease))
      return stored.ok ? ok(null) : stored
    }
  const keepRule =
    (rule: Rule): Keep =>
    async () => {
      const updated = await config.update({ addRule: rule }, neverRelax)
      return updated.ok ? ok(null) : updated
    }

  return {
    record: {
      asked: (approval, replaced) => journal(askedEntry(approval, replaced)),
      answered: (approval, how) => journal(answeredEntry(approval, how), 'owed'),
    },
    prove: proving(stepUp),
    // On the command line anybody who can type can be a program: once there is a passphrase, an
    // approval has to show it.
    wantsProof: (surface) => surface === 'cli' && stepUp.state().passphrase,

    lasting(approval, reply) {
      const lasting = lastingAnswer(approval, reply, deps.lasting())
      if (!lasting.ok) return lasting
      const { lease, rule } = lasting.value
      return ok(lease !== undefined ? keepLease(lease) : rule !== undefined ? keepRule(rule) : null)
    },

    async edited(approval, typed) {
      const request = deps.requestOf(approval) ?? {}
      const whole = restoreRedactedArgs(typed, deps.shownArgs(approval), request)
      return whole.ok ? resume.edited(approval, whole.value) : whole
    },
  }
}
