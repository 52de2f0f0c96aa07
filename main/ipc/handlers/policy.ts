import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc.ts'
import type { PolicyReport, Simulation, Supposed, SupposedCall } from '../../../contract/policy.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type PolicyOffer = {
  /** One answer for each call, in order. `text`: under that configuration instead of the one in force. */
  explain(calls: readonly SupposedCall[], text: string | undefined): Promise<Result<readonly Supposed[], Failure>>
  report(): PolicyReport
  check(text: string): PolicyReport
  simulate(text: string, limit: number): Promise<Result<Simulation, Failure>>
}

type Topic = 'policy.explain' | 'policy.report' | 'policy.check' | 'policy.simulate'

export const policyHandlers = (policy: PolicyOffer): Pick<Handlers, Topic> => ({
  'policy.explain': async ({ calls, text }) => {
    const explained = await policy.explain(calls, text)
    return explained.ok ? ok([...explained.value]) : explained
  },
  'policy.report': async () => ok(policy.report()),
  'policy.check': async ({ text }) => ok(policy.check(text)),
  'policy.simulate': ({ text, limit }) => policy.simulate(text, limit),
})
