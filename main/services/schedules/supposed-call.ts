// What the gate would decide about a call of a job, asked as the job's run would ask. Nothing is run.
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Failure } from '../../../contract/failure.ts'
import { CallId, SessionId } from '../../../contract/ids.ts'
import { noTaint, type Source, type Taint } from '../../../contract/call/origin.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { eventOrigin } from '../../../contract/inbound/event.ts'
import type { Result } from '../../../contract/result.ts'
import type { Job } from '../../../contract/schedule/job.ts'
import type { ExpectedCall } from '../../../contract/schedule/preflight.ts'
import { compileLease } from '../../gate/lease/compiled-lease.ts'
import { evaluate, type EvaluateDeps, type EvaluatedCall } from '../../pipeline/evaluate.ts'

const session = SessionId.parse('ses_supposed00')
const callId = CallId.parse('call_supposed00')

export type SupposedCallDeps = Omit<EvaluateDeps, 'provenance' | 'rate' | 'prior'>

/**
 * With what the job's maker had read and the event that may start it. `more`: as if these leases had
 * been given.
 */
export function evaluateSupposed(
  inForce: SupposedCallDeps,
  job: Job,
  { tool, args }: ExpectedCall,
  more: readonly Lease[] = [],
): Promise<Result<EvaluatedCall, Failure>> {
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

export const principalOf = ({ id, name, agent, maker }: Job): Principal => ({
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
