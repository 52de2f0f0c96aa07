// Joins the commands of other agents that run by `gatehouse exec` to the pipeline: whether one is
// offered, and how it runs.
import { randomBytes } from 'node:crypto'
import type { CallResult } from '../../../contract/call/call.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { openExecTickets } from '../../clients/hook/exec-tickets.ts'
import { evaluate, type EvaluateDeps } from '../../pipeline/evaluate.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import { sha256 } from '../sha256.ts'
import { execOffers, type ExecOffers, type ExecOffersDeps } from './exec-offers.ts'
import { execRuns, type ExecRuns, type ExecRunsDeps } from './exec-runs.ts'

export type ExecWiringDeps = Pick<ExecRunsDeps, 'live' | 'trace'> & {
  readonly config: () => Config
  readonly calls: {
    readonly inForce: EvaluateDeps
    take(call: ToolCall, queue: boolean, signal: AbortSignal): Promise<CallResult>
  }
  readonly runner: Pick<Runner, 'enforced' | 'ready'>
  readonly record: ExecOffersDeps['journal']
  readonly now: () => number
  readonly changed: () => void
}

export type WiredExec = ExecRuns &
  Pick<ExecOffers, 'offer' | 'ignored' | 'forget'> & { dispose(): void }

export function wireExec(deps: ExecWiringDeps): WiredExec {
  const { calls, config, live, trace } = deps
  const tickets = openExecTickets({
    sha256,
    now: deps.now,
    newToken: () => randomBytes(32).toString('hex'),
    unused: (ticket) => offers.unused(ticket),
  })
  const offers = execOffers({
    client: (name) => config().gateway.clients[name],
    evaluate: (call) => evaluate(call, calls.inForce),
    enforced: () => deps.runner.ready.then(() => deps.runner.enforced().ok),
    tickets,
    journal: deps.record,
    changed: deps.changed,
  })
  const runs = execRuns({
    tickets,
    proven: offers.proven,
    trace,
    live,
    dispatch: (call, signal) => calls.take(call, true, signal),
  })
  return { ...runs, ...offers, dispose: tickets.dispose }
}
