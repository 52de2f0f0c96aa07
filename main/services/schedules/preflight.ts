// What a job would meet; and a person can approve one of its calls beforehand, with limits, for this job
// alone.
import { atMostTimes } from '../../../contract/counted.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Evidence } from '../../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Job } from '../../../contract/schedule/job.ts'
import type {
  ExpectedCall,
  GiveBeforehand,
  GivenApproval,
  Preflight,
} from '../../../contract/schedule/preflight.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import { canLast, givenOf, leaseFor } from './lease-beforehand.ts'
import { checkPreflight, type PreflightCheckDeps } from './preflight-check.ts'
import { evaluateSupposed } from './supposed-call.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'

export type PreflightDeps = PreflightCheckDeps & {
  readonly leases: LeasesTable
  readonly relaxation: Pick<Relaxation, 'by'>
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
}

export function openPreflight(deps: PreflightDeps) {
  const { schedules, leases, inForce, now } = deps
  const decided = (job: Job, call: ExpectedCall, more?: readonly Lease[]) =>
    evaluateSupposed(inForce, job, call, more)

  return {
    check: (id: string, expected: readonly ExpectedCall[]): Promise<Result<Preflight, Failure>> =>
      checkPreflight(id, expected, deps),

    /** Only what would be asked about, and is then allowed by just this. */
    async give(
      { id, call, maxUses, expiresInSeconds }: GiveBeforehand,
      evidence: Evidence,
    ): Promise<Result<GivenApproval, Failure>> {
      const job = schedules.get(id)
      if (!job.ok) return job
      const found = await decided(job.value, call)
      if (!found.ok) return found
      const { decision } = found.value
      if (decision.effect !== 'confirm')
        return err(
          failure(
            'schedule.not-asked',
            decision.effect === 'allow'
              ? 'This call needs no approval.'
              : `This call is denied: ${decision.reasons.map(({ text }) => text).join(' ')}`,
            'Look at the preflight again.',
          ),
        )
      const lease = leaseFor(job.value, call, found.value, {
        maxUses,
        createdAt: now(),
        expiresAt: now() + expiresInSeconds * 1_000,
        workspace: deps.workspace(),
      })
      const after = canLast(found.value) ? await decided(job.value, call, [lease]) : null
      if (after?.ok !== true || after.value.decision.effect !== 'allow')
        return err(
          failure(
            'schedule.not-beforehand',
            'This call has to be approved each time: no approval that lasts covers it.',
            'It waits in Approvals when the job makes it.',
          ),
        )
      const allowed = await deps.relaxation.by(evidence)([
        `The job ${job.value.name} may ${lease.text}, ${atMostTimes(maxUses)}, without asking.`,
      ])
      if (!allowed.ok) return allowed
      const written = await deps.record(leaseEntry(lease, 'granted'))
      if (!written.ok) return written
      leases.insert(lease)
      return ok(deps.shown(givenOf(lease)))
    },
  }
}
