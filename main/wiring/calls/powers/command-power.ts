// The power to run commands, for one call: by itself, with a way to the hosts it was permitted, or in
// a session that goes on.
import type { RunPower } from '../../../../contract/call/powers/run-power.ts'
import type { Principal } from '../../../../contract/call/principal.ts'
import type { Policy } from '../../../gate/policy.ts'
import type { ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import type { CpuLimits } from '../../../sandbox/runner-powers.ts'
import type { Terminals } from '../../../terminals/terminals.ts'
import { connectedRun, type ConnectedDeps } from '../../execution/connected-run.ts'
import { hostsFor } from '../../policy/policy.ts'
import { isRun, openerOf } from '../permitted-touches.ts'

type Call = Pick<
  Parameters<ExecuteDeps['powers']>[0],
  'permitted' | 'limits' | 'signal' | 'onOutput' | 'onReached' | 'requires' | 'decided'
>

export type CommandPowerDeps = ConnectedDeps & {
  readonly policy: (principal: Principal) => Policy
  readonly workspace: () => string
  readonly terminals: Terminals
  readonly cpuLimits: (tool: string) => CpuLimits
}

export function commandPower(call: Call, deps: CommandPowerDeps): RunPower {
  const { permitted, limits, signal, onOutput, onReached, requires, decided } = call
  const { principal, tool } = decided.call
  return {
    ...connectedRun(
      {
        permitted,
        signal,
        onOutput,
        onReached,
        requires,
        workspace: deps.workspace(),
        limits: { ...limits, ...deps.cpuLimits(tool) },
        hosts: () => hostsFor(deps.policy(principal).hosts, null),
      },
      deps,
    ),
    terminal: {
      step: (step) =>
        deps.terminals.step(
          principal.session,
          step,
          permitted.filter(isRun),
          signal,
          openerOf(principal),
        ),
      list: () => deps.terminals.list(principal.session),
    },
  }
}
