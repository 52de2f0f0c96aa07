// What a job would meet, by the gate that decides its calls, without running anything. Calls are known from
// its earlier runs and from what a person expects.
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { Job } from '../../../contract/schedule/job.ts'
import type {
  ExpectedCall,
  Preflight,
  PreflightCall,
  PreflightTool,
} from '../../../contract/schedule/preflight.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import type { ToolFinder } from '../../registry/registry.ts'
import type { Scheduler } from '../../schedule/scheduler.ts'
import type { Schedules } from '../../schedule/schedules.ts'
import { givenOf, leasesOf } from './lease-beforehand.ts'
import { earlierCalls, preflightCall } from './preflight-call.ts'
import { evaluateSupposed, principalOf, type SupposedCallDeps } from './supposed-call.ts'

/** Earlier runs that are looked through. */
const MOST_RUNS = 20

export type PreflightCheckDeps = {
  readonly schedules: Pick<Schedules, 'get' | 'listing'>
  readonly history: Scheduler['history']
  readonly agent: Pick<Agent, 'items'>
  readonly inForce: SupposedCallDeps
  readonly registry: Pick<ToolFinder, 'view'>
  readonly leases: { list(): readonly Lease[] }
  readonly workspace: () => string
  /** As a screen shows it: every secret replaced. */
  readonly shown: <T>(value: T) => T
  readonly now: () => number
}

/** What earlier runs of a job called, but for what is expected anyway. */
export function callsBefore(
  job: Job,
  expected: readonly ExpectedCall[],
  { history, agent }: Pick<PreflightCheckDeps, 'history' | 'agent'>,
): readonly ExpectedCall[] {
  const named = new Set(expected.map((call) => canonicalJson(call)))
  return earlierCalls(history(job.id, null, MOST_RUNS), agent).filter(
    (call) => !named.has(canonicalJson(call)),
  )
}

export async function checkPreflight(
  id: string,
  expected: readonly ExpectedCall[],
  deps: PreflightCheckDeps,
): Promise<Result<Preflight, Failure>> {
  const { schedules, leases, inForce } = deps
  const job = schedules.get(id)
  if (!job.ok) return job
  const given = leasesOf(job.value, leases.list(), deps.now())
  const shownCall = async (
    call: ExpectedCall,
    from: PreflightCall['from'],
  ): Promise<PreflightCall> =>
    preflightCall(call, from, await evaluateSupposed(inForce, job.value, call), {
      given,
      workspace: deps.workspace(),
    })
  const calls: PreflightCall[] = []
  for (const call of expected) calls.push(await shownCall(call, 'expected'))
  for (const call of callsBefore(job.value, expected, deps))
    calls.push(await shownCall(call, 'earlier'))
  return ok(
    deps.shown({
      job: job.value.id,
      held: schedules.listing(job.value).held,
      calls,
      tools: [...toolsOf(job.value, deps)],
      given: given.map(givenOf),
    }),
  )
}

function toolsOf(
  job: Job,
  { inForce, registry }: Pick<PreflightCheckDeps, 'inForce' | 'registry'>,
): readonly PreflightTool[] {
  if (job.type === 'echo') return []
  const principal = principalOf(job)
  const { tiers } = inForce.policy(principal)
  return registry.view(principal).map(({ tool: { manifest } }) => ({
    tool: manifest.name,
    title: manifest.title,
    tier: manifest.riskTier,
    usually: tiers[manifest.riskTier],
  }))
}
