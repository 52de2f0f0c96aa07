// What a job would meet, by the gate that decides its calls, without running anything. Calls are known
// from its earlier runs and from what a person expects; and a person can approve one beforehand, with
// limits, for this job alone.
import { atMostTimes } from '../../../contract/counted.ts'
import { titleOf } from '../../../contract/approval/call-title.ts'
import { noPatterns, type Lease } from '../../../contract/approval/lease.ts'
import type { Evidence } from '../../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { CallId, LeaseId, SessionId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { noTaint, type Source, type Taint } from '../../../contract/call/origin.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { eventOrigin } from '../../../contract/inbound/event.ts'
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
import { boundsShown } from '../../gate/lease/raiser-bounds.ts'
import { compileLease } from '../../gate/lease/compiled-lease.ts'
import { leasable } from '../../gate/lease/lease.ts'
import { raiserCodes, raisersOn } from '../../gate/lease/raiser-cover.ts'
import { evaluate, type EvaluateDeps, type EvaluatedCall } from '../../pipeline/evaluate.ts'
import { newId } from '../../pipeline/new-id.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Scheduler } from '../../schedule/scheduler.ts'
import type { Schedules } from '../../schedule/schedules.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'

/** Earlier runs that are looked through, and calls that are shown. */
const MOST_RUNS = 20
const MOST_ITEMS = 200
const MOST_CALLS = 50

export type PreflightDeps = {
  readonly schedules: Pick<Schedules, 'get' | 'listing'>
  readonly history: Scheduler['history']
  readonly agent: Pick<Agent, 'items'>
  readonly inForce: Omit<EvaluateDeps, 'provenance' | 'rate' | 'prior'>
  readonly registry: Pick<Registry, 'view'>
  readonly leases: LeasesTable
  readonly relaxation: Pick<Relaxation, 'by'>
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly workspace: () => string
  /** As a screen shows it: every secret replaced. */
  readonly shown: <T>(value: T) => T
  readonly now: () => number
}

const session = SessionId.parse('ses_supposed00')
const callId = CallId.parse('call_supposed00')

export function openPreflight(deps: PreflightDeps) {
  const { schedules, leases, inForce, now } = deps

  const ownLeases = (job: Job): readonly Lease[] =>
    leases
      .list()
      .filter(
        (lease) =>
          lease.job === job.id &&
          lease.revokedAt === null &&
          (lease.expiresAt === null || lease.expiresAt > now()) &&
          (lease.maxUses === null || lease.uses < lease.maxUses),
      )

  /** As its run would ask, with what its maker had read and the event that may start it. */
  const decided = (
    job: Job,
    { tool, args }: ExpectedCall,
    more: readonly Lease[] = [],
  ): Promise<Result<EvaluatedCall, Failure>> => {
    const principal = principalOf(job)
    const roots = inForce.policy(principal).roots
    return evaluate(
      { id: callId, principal, channel: 'schedule', runId: null, tool, args },
      {
        ...inForce,
        leases: (of) => [...inForce.leases(of), ...more.map((lease) => compileLease(lease, roots))],
        provenance: { see: () => {}, taint: () => taintOf(job), origins: () => [] },
        rate: { used: () => ({ session: 0, minute: 0, all: 0 }), count: () => {} },
        prior: {
          known: async () => {},
          facts: () => ({ calls: [], knownHosts: [], denials: 0 }),
        },
      },
    )
  }

  /** The newest first, each once. What was hidden in its arguments cannot be asked about again. */
  function earlierCalls(job: Job): readonly ExpectedCall[] {
    const found = new Map<string, ExpectedCall>()
    for (const { run } of deps.history(job.id, null, MOST_RUNS)) {
      if (run === null) continue
      for (const item of deps.agent.items(run, undefined, MOST_ITEMS).items) {
        if (item.kind !== 'call' || found.size >= MOST_CALLS) continue
        const call = { tool: item.tool, args: item.args }
        found.set(canonicalJson(call), call)
      }
    }
    return [...found.values()]
  }

  const shownCall = async (
    job: Job,
    call: ExpectedCall,
    from: PreflightCall['from'],
  ): Promise<PreflightCall> => {
    const found = await decided(job, call)
    if (!found.ok)
      return {
        ...call,
        from,
        title: call.tool,
        effect: null,
        tier: null,
        text: said(found.error),
        givable: false,
        lease: null,
      }
    const { tool, decision } = found.value
    const { verb, target } = titleOf(
      tool.manifest.title,
      call.tool,
      decision.touches,
      deps.workspace(),
    )
    const covering = decision.by.kind === 'lease' ? decision.by.id : null
    return {
      ...call,
      from,
      title: `${verb} ${target}`,
      effect: decision.effect,
      tier: decision.tier,
      text: decision.reasons.map(({ text }) => text).join(' '),
      givable: decision.effect === 'confirm' && canLast(found.value),
      lease: ownLeases(job).find(({ id }) => id === covering)?.id ?? null,
    }
  }

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
      const earlier = earlierCalls(job.value).filter((call) => !named.has(canonicalJson(call)))
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

const said = ({ text, hint = '' }: Failure): string => [text, hint].join(' ').trim()

const givenOf = ({ id, text, uses, maxUses, expiresAt }: Lease): GivenApproval => ({
  lease: id,
  text,
  uses,
  maxUses,
  expiresAt,
})

const principalOf = ({ id, name, agent, maker }: Job): Principal => ({
  kind: 'schedule',
  name,
  session,
  job: id,
  agent,
  ...(maker === null ? {} : { maker }),
})

function taintOf({ seen, trigger }: Job): Taint {
  const event: readonly Source[] =
    trigger.kind === 'event'
      ? [
          {
            callId,
            tool: 'event',
            label: 'untrusted',
            holdsPrivate: true,
            from: eventOrigin(trigger.source ?? 'any source'),
          },
        ]
      : []
  const all = [...seen, ...event]
  if (all.length === 0) return noTaint
  return {
    privateRead: all.filter(({ label, holdsPrivate }) => label === 'private' || holdsPrivate),
    untrustedRead: all.filter(({ label }) => label === 'untrusted'),
  }
}

const canLast = ({ tool, decision }: EvaluatedCall): boolean =>
  leasable(decision.tier, decision.by.kind, decision.touches, tool.manifest.external)

function leaseFor(
  job: Job,
  { tool: name }: ExpectedCall,
  { tool, request, definitionHash, decision, origins: _origins }: EvaluatedCall,
  limits: Pick<Lease, 'createdAt' | 'maxUses' | 'expiresAt'> & { readonly workspace: string },
): Lease {
  const { workspace, ...rest } = limits
  const { verb, target } = titleOf(tool.manifest.title, name, decision.touches, workspace)
  const { principal } = request
  return {
    ...rest,
    id: LeaseId.parse(newId('lease')),
    effect: 'allow',
    text: `${verb} ${target}, for the job ${job.name}`,
    lasts: null,
    approvalId: null,
    session: null,
    principal: null,
    job: job.id,
    tool: name,
    action: request.action,
    definition: definitionHash,
    touches: [...decision.touches],
    patterns: noPatterns,
    raisers: raiserCodes(decision.reasons),
    bounds: boundsShown(raisersOn(decision.reasons), {
      touches: decision.touches,
      principal,
      definition: definitionHash,
      steered: [],
    }),
    // Just this call: what else it could write or send was shown to nobody.
    args: argsOf(request.args),
    uses: 0,
    revokedAt: null,
  }
}

const argsOf = (args: EvaluatedCall['request']['args']): Lease['args'] =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value,
    ]),
  )
