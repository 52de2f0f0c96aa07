// No schedule runs what its maker could not: whatever the policy was when it was made and is when it
// is due, whatever either agent was granted, and whatever approvals last.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intersectGrants } from '../../contract/agent/grant.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import { failure } from '../../contract/failure.ts'
import { JobId } from '../../contract/ids.ts'
import type { Maker, Principal } from '../../contract/call/principal.ts'
import { decide } from '../../main/gate/decide.ts'
import { decideFor } from '../../main/gate/decide-for.ts'
import { limitedTo, makePolicy } from '../../main/gate/policy.ts'
import type { Policy, PolicySource } from '../../main/gate/policy.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { makerOf } from '../../main/pipeline/maker-of.ts'
import { grantOf } from '../../main/policy/grant-of.ts'
import { jobRefusal } from '../../main/schedule/job-refusal.ts'
import { spawn } from '../../tools/agents/spawn.ts'
import { anyRequest, anySource } from '../gate/any.ts'
import { sha256, strictness } from '../gate/decision-requests.ts'
import { soak } from '../soak.ts'

const anyGrant: fc.Arbitrary<Grant> = fc.array(
  fc.record({
    tool: fc.constantFrom('*', 'read_file', 'write_file', 'exec', 'web_fetch', 'http', 'w*'),
    actions: fc.constant(null),
    scopes: fc.constantFrom([], [{ paths: ['src/**'] }], [{ hosts: ['a.example'] }]),
  }),
  { maxLength: 4 },
)
const anyMaker: fc.Arbitrary<Maker> = fc.constantFrom<Maker>(
  { kind: 'person', name: 'you' },
  { kind: 'cli', name: 'command line' },
  { kind: 'mcp-client', name: 'editor' },
  { kind: 'agent', name: 'main' },
  { kind: 'agent', name: 'scout' },
)
const anyAgents = fc.record({ main: anyGrant, scout: anyGrant, runner: anyGrant })

/** As a client or an agent of its own preset has it. */
const anyPolicies = fc.record({ makers: anySource, jobs: anySource })

const scheduled = (maker: Maker, session: Principal['session']): Principal => ({
  kind: 'schedule',
  name: 'nightly',
  session,
  job: JobId.parse('job_00000001'),
  agent: 'runner',
  maker,
})

/** Policies as the app hands them out: limited by what each was granted. */
function policiesOf(sources: { makers: PolicySource; jobs: PolicySource }, agents: Agents) {
  const policies = {
    makers: makePolicy(sources.makers, sha256),
    jobs: makePolicy(sources.jobs, sha256),
  }
  const granted = grantOf({
    agent: (name) => agents[name as keyof Agents] ?? [],
    subagent: () => [],
    client: () => [],
  })
  return (principal: Principal): Policy =>
    limitedTo(
      principal.kind === 'schedule' ? policies.jobs : policies.makers,
      granted(principal),
      sha256,
    )
}
type Agents = Readonly<Record<'main' | 'scout' | 'runner', Grant>>

const runs = { numRuns: soak ? 20_000 : 200 }

describe('a call of a scheduled job', () => {
  it('is decided no looser than for its maker and than for its own agent', () => {
    fc.assert(
      fc.property(
        anyRequest,
        anyPolicies,
        anyAgents,
        anyMaker,
        (request, sources, agents, maker) => {
          const policyOf = policiesOf(sources, agents)
          const principal = scheduled(maker, request.principal.session)
          const asked = { ...request, principal, channel: 'schedule' as const }
          const asker = makerOf(principal)
          if (asker === null) throw new Error('It has no maker.')
          const own = decide(asked, policyOf(principal))
          const makers = decide({ ...asked, principal: asker }, policyOf(asker))
          const decision = decideFor(asked, asker, policyOf)
          const stricter = Math.max(strictness[own.effect], strictness[makers.effect])
          // A lasting approval for the job spares the question for both, and no refusal.
          const least =
            own.by.kind === 'lease' && makers.effect !== 'deny' ? strictness[own.effect] : stricter
          expect(strictness[decision.effect]).toBeGreaterThanOrEqual(least)
        },
      ),
      runs,
    )
  })

  it('is denied where its maker has lost what the call needs since the job was made', () => {
    fc.assert(
      fc.property(anyRequest, anyPolicies, anyAgents, (request, sources, agents) => {
        const maker: Maker = { kind: 'agent', name: 'scout' }
        const principal = scheduled(maker, request.principal.session)
        const asked = { ...request, principal, channel: 'schedule' as const, leases: [] }
        const now: Agents = { ...agents, scout: [] }
        const policyOf = policiesOf(sources, now)
        expect(decideFor(asked, makerOf(principal), policyOf).effect).toBe('deny')
        // And the job as a whole is held: asked again when it is due.
        const refusal = jobRefusal({
          fault: () => null,
          grant: (name) => now[name as keyof Agents] ?? [],
        })
        expect(refusal({ maker, type: 'agent', agent: 'runner' })?.code).toBe(
          'schedule.no-capability',
        )
      }),
      runs,
    )
  })

  it('has at most what its agent and the agent that made it both have', () => {
    fc.assert(
      fc.property(anyAgents, anyRequest, (agents, { principal: { session } }) => {
        const granted = grantOf({
          agent: (name) => agents[name as keyof Agents] ?? [],
          subagent: () => [],
          client: () => [],
        })
        const job = scheduled({ kind: 'agent', name: 'scout' }, session)
        expect(granted(job)).toEqual(intersectGrants(agents.runner, agents.scout))
      }),
      runs,
    )
  })

  it('is one of no sub-agent: a job starts none, so nothing slips past by one', () => {
    fc.assert(
      fc.property(
        anyPolicies,
        anyMaker,
        anyRequest,
        (sources, maker, { principal: { session } }) => {
          const everything: Grant = [{ tool: '*', actions: null, scopes: [] }]
          const agents = { main: everything, scout: everything, runner: everything }
          const principal = scheduled(maker, session)
          const policy = policiesOf(sources, agents)(principal)
          expect(hiddenBy(spawn.manifest, principal, policy)).not.toBeNull()
        },
      ),
      runs,
    )
  })
})

it('a job whose agent is broken or gone is refused, no matter who made it', () => {
  const gone = failure('agent.unknown', 'There is no such agent.')
  const refusal = jobRefusal({ fault: () => gone, grant: () => [] })
  fc.assert(
    fc.property(anyMaker, (maker) => {
      expect(refusal({ maker, type: 'agent', agent: 'runner' })).toEqual(gone)
    }),
  )
})
