// What the gate would say of calls that nobody makes, each with the layers that ruled.
import type { Failure } from '../../../contract/failure.ts'
import type { Supposed, SupposedCall } from '../../../contract/policy/supposed.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ConfigStore } from '../../config/config.ts'
import { explainCall } from '../../pipeline/explain-call.ts'
import { unknownCaller } from '../../policy/known-callers.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { WiredEvaluation } from '../../wiring/calls/evaluation.ts'
import { explainedTools, type ExplainedToolDeps } from './explained-tools.ts'
import type { Tried } from './tried.ts'

export type ExplainDeps = ExplainedToolDeps & {
  readonly tried: Tried
  readonly runner: Pick<Runner, 'ready'>
  /** What calls are judged by now. */
  readonly inForce: WiredEvaluation
  readonly config: Pick<ConfigStore, 'current'>
  /** Names of clients that have a token or are connected. */
  readonly clients: () => readonly string[]
  /** Names of the person's own agents. */
  readonly agents: () => readonly string[]
}

/**
 * One answer for each call, in order. `text`: under that configuration instead of the one in force.
 */
export type Explain = (
  calls: readonly SupposedCall[],
  text: string | undefined,
) => Promise<Result<Supposed[], Failure>>

export const explainCalls =
  (deps: ExplainDeps): Explain =>
  async (calls, text) => {
    const { tried, runner, inForce, config, clients, agents } = deps
    const read = text === undefined ? ok(null) : tried.read(text)
    if (!read.ok) return read
    const evaluate = read.value === null ? inForce : tried.under(read.value)
    const asked = read.value ?? config.current()
    const callers = { config: asked, clients: clients(), agents: agents() }
    // What is seen to hold decides whether a command that only reads is let run.
    await runner.ready
    const explained: Supposed[] = []
    for (const call of calls) {
      const nobody = unknownCaller(call, callers)
      const tools = nobody === null ? explainedTools(call, asked, evaluate, deps) : err(nobody)
      explained.push(
        tools.ok
          ? await explainCall(call, { ...evaluate, ...tools.value })
          : { id: call.id ?? null, error: tools.error },
      )
    }
    return ok(explained)
  }
