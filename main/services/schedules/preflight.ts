// What a job would meet, by the gate that decides its calls, without running anything. Calls are known
// from its earlier runs and from what a person expects; and a person can approve one beforehand, with
// limits, for this job alone.
import { atMostTimes } from '../../../contract/counted.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Evidence } from '../../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Job } from '../../../contract/schedule/job.ts'
import type {
  ExpectedCall,
  GiveBeforehand,
  GivenApproval,
  Preflight,
  PreflightCall,
  PreflightTool,
} from '../../../contract/schedule/preflight.ts'
import type { Agent } from '../../agent/prompt/model-tools.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Scheduler } from '../../schedule/scheduler.ts'
import type { Schedules } from '../../schedule/schedules.ts'
import { canLast, givenOf, leaseFor, leasesOf } from './lease-beforehand.ts'
import { earlierCalls, preflightCall } from './preflight-call.ts'
import { evaluateSupposed, principalOf, type SupposedCallDeps } from './supposed-call.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'

/** Earlier runs that are looked through. */
const MOST_RUNS = 20

export type PreflightDeps = {
  readonly schedules: Pick<Schedules, 'get' | 'listing'>
  readonly history: Scheduler['history']
  readonly agent: Pick<Agent, 'items'>
  readonly inForce: SupposedCallDeps
  readonly registry: Pick<Registry, 'view'>
  readonly leases: LeasesTable
  readonly relaxation: Pick<Relaxation, 'by'>
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly workspace: () => string
  /** As a screen shows it: every secret replaced. */
  readonly shown: <T>(value: T) => T
  readonly now: () => number
}

export function openPreflight(deps: PreflightDeps) {
  const { schedules, leases, inForce, now } = deps

  const ownLeases = (job: Job): readonly Lease[] => leasesOf(job, leases.list(), now())
  const decided = (job: Job, call: ExpectedCall, more?: readonly Lease[]) =>
    evaluateSupposed(inForce, job, call, more)
  const shownCall = async (
    job: Job,
    call: ExpectedCall,
    from: PreflightCall['from'],
  ): Promise<PreflightCall> =>
    preflightCall(call, from, await decided(job, call), {
      given: ownLeases(job),
      workspace: deps.workspace(),
    })

  const toolsOf = (job: Job): readonly PreflightTool[] => {
    const principal = principalOf(job)
    const { tiers } = inForce.policy(principal)
    return job.type === 'echo'
      ? []
      : deps.registry.view(principal).map(({ tool: { manifest } }) => ({
          tool: manifest.name,
          title: manifest.title,
          tier: manifest.riskTier,
          usually: tiers[manifest.riskTier],
        }))
  }

  return {
    async check(
      id: string,
      expected: readonly ExpectedCall[],
    ): Promise<Result<Preflight, Failure>> {
      const job = schedules.get(id)
      if (!job.ok) return job
      const named = new Set(expected.map((call) => canonicalJson(call)))
      const earlier = earlierCalls(deps.history(job.value.id, null, MOST_RUNS), deps.agent).filter(
        (call) => !named.has(canonicalJson(call)),
      )
      const calls: PreflightCall[] = []
      for (const call of expected) calls.push(await shownCall(job.value, call, 'expected'))
      for (const call of earlier) calls.push(await shownCall(job.value, call, 'earlier'))
      return ok(
        deps.shown({
          job: job.value.id,
          held: schedules.listing(job.value).held,
          calls,
          tools: [...toolsOf(job.value)],
          given: ownLeases(job.value).map(givenOf),
        }),
      )
    },

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
