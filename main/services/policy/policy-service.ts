// The topic `policy`: explain, report, check, simulate; and its file: show it whole, put a change
// into it, say what that frees, write it back.
import type { Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { Simulation } from '../../../contract/policy/simulation.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { configSchema } from '../../config/json-schemas.ts'
import { simulate, type HistoricDecision } from '../../gate/simulate.ts'
import type { WiredEvaluation } from '../../wiring/calls/evaluation.ts'
import type { Explain } from './explain.ts'
import { importConfig } from './import-config.ts'
import { openPolicyFile, type PolicyFileDeps } from './policy-file.ts'
import { policyReport } from './policy-report.ts'
import { policyUsage, type PolicyUsageDeps } from './policy-usage.ts'
import type { Tried } from './tried.ts'

export type PolicyServiceDeps = Omit<PolicyFileDeps, 'policy'> &
  PolicyUsageDeps & {
    readonly tried: Tried
    readonly explain: Explain
    /** What calls are judged by now. */
    readonly inForce: WiredEvaluation
  }

type Simulated = { readonly simulation: Simulation; readonly history: readonly HistoricDecision[] }

export function policyService(deps: PolicyServiceDeps): TopicHandlers<'policy'> {
  const { config, runner, inForce, tried } = deps
  const file = openPolicyFile({ ...deps, policy: inForce.policy })

  const simulated = async (
    text: string,
    limit: number,
    below?: number,
  ): Promise<Result<Simulated, Failure>> => {
    const read = tried.read(text)
    if (!read.ok) return read
    await runner.ready
    const evaluate = tried.under(read.value)
    const history = await tried.history(evaluate, limit, below)
    const policy = evaluate.policy()
    return ok({ simulation: simulate(history, policy, tried.replay(read.value, policy)), history })
  }

  return {
    'policy.explain': ({ calls, text }) => deps.explain(calls, text),
    'policy.hash': async () => {
      const { preset } = config.current()
      return ok({ hash: inForce.policy().hash, preset, problems: [...config.problems()] })
    },
    'policy.report': async () =>
      ok(policyReport(config.current(), inForce.policy(), config.problems(), config.warnings())),
    'policy.import': (wanted) => importConfig(wanted, { config, file, sha256: deps.sha256 }),
    'policy.check': async ({ text }) => {
      const parsed = tried.parse(text)
      // A text that cannot be read has no policy: what stays in force then is shown with its
      // faults.
      if (!parsed.ok) return ok(policyReport(config.current(), inForce.policy(), parsed.error, []))
      const { config: read, warnings } = parsed.value
      return ok(policyReport(read, tried.under(read).policy(), [], warnings))
    },
    'policy.simulate': async ({ text, limit }) => {
      const done = await simulated(text, limit)
      return done.ok ? ok(done.value.simulation) : done
    },
    'policy.simulate-page': async ({ text, before, limit }) => {
      const done = await simulated(text, limit, before ?? Number.MAX_SAFE_INTEGER)
      if (!done.ok) return done
      const { simulation, history } = done.value
      return ok({ simulation, next: history.length < limit ? null : (history[0]?.seq ?? null) })
    },
    'policy.overview': () => file.overview(),
    'policy.edit': async ({ text, edit }) => {
      const edited = file.edit(text, edit)
      return edited.ok ? ok({ text: edited.value }) : edited
    },
    'policy.compare': async ({ text }) => file.compare(text),
    'policy.write': (wanted) => file.write(wanted),
    'policy.add-rule': (wanted) => file.addRule(wanted),
    'policy.usage': async () => ok(await policyUsage(deps)),
    'policy.schema': async () => ok(configSchema()),
  }
}
