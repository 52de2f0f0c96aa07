import type { Failure } from '../../../contract/failure.ts'
import type { Handlers, Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type {
  PolicyReport,
  Simulation,
  Supposed,
  SupposedCall,
} from '../../../contract/policy/policy.ts'
import type {
  PolicyComparison,
  PolicyEdit,
  PolicyOverview,
  PolicyUsage,
  SimulatedPiece,
} from '../../../contract/policy/policy-file.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type PolicyService = {
  /**
   * One answer for each call, in order. `text`: under that configuration instead of the one in
   * force.
   */
  explain(
    calls: readonly SupposedCall[],
    text: string | undefined,
  ): Promise<Result<readonly Supposed[], Failure>>
  report(): PolicyReport
  check(text: string): PolicyReport
  simulate(text: string, limit: number): Promise<Result<Simulation, Failure>>
}

export type PolicyFileService = {
  overview(): Promise<Result<PolicyOverview, Failure>>
  edit(text: string, edit: PolicyEdit): Result<string, Failure>
  compare(text: string): Result<PolicyComparison, Failure>
  write(
    wanted: Input<'policy.write'>,
    surface: Surface,
  ): Promise<Result<Output<'policy.write'>, Failure>>
  replay(
    text: string,
    before: number | undefined,
    limit: number,
  ): Promise<Result<SimulatedPiece, Failure>>
  usage(): Promise<PolicyUsage>
  schema(): JsonObject
}

type Topic = Extract<IpcChannel, `policy.${string}`>

export const policyHandlers = (
  policy: PolicyService & PolicyFileService,
): Pick<Handlers, Topic> => ({
  'policy.explain': async ({ calls, text }) => {
    const explained = await policy.explain(calls, text)
    return explained.ok ? ok([...explained.value]) : explained
  },
  'policy.report': async () => ok(policy.report()),
  'policy.check': async ({ text }) => ok(policy.check(text)),
  'policy.simulate': ({ text, limit }) => policy.simulate(text, limit),
  'policy.overview': () => policy.overview(),
  'policy.edit': async ({ text, edit }) => {
    const edited = policy.edit(text, edit)
    return edited.ok ? ok({ text: edited.value }) : edited
  },
  'policy.compare': async ({ text }) => policy.compare(text),
  'policy.write': (wanted, { surface }) => policy.write(wanted, surface),
  'policy.simulate-page': ({ text, before, limit }) => policy.replay(text, before, limit),
  'policy.usage': async () => ok(await policy.usage()),
  'policy.schema': async () => ok(policy.schema()),
})
