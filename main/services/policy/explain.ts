// What the gate would say of calls that nobody makes, each with the layers that ruled.
import type { Failure } from '../../../contract/failure.ts'
import type { Supposed, SupposedCall } from '../../../contract/policy/policy.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { ConfigStore } from '../../config/config.ts'
import { explainCall } from '../../pipeline/explain-call.ts'
import { unknownCaller } from '../../policy/known-callers.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { WiredEvaluation } from '../../wiring/calls/evaluation.ts'
import type { Tried } from './tried.ts'

export type ExplainDeps = {
  readonly tried: Tried
  readonly registry: Pick<Registry, 'get'>
  readonly runner: Pick<Runner, 'ready'>
  /** What calls are judged by now. */
  readonly inForce: WiredEvaluation
  readonly config: Pick<ConfigStore, 'current'>
  /** Names of clients that have a token or are connected. */
  readonly clients: () => readonly string[]
}

/**
 * One answer for each call, in order. `text`: under that configuration instead of the one in force.
 */
export type Explain = (
  calls: readonly SupposedCall[],
  text: string | undefined,
) => Promise<Result<Supposed[], Failure>>

export const explainCalls =
  ({ tried, registry, runner, inForce, config, clients }: ExplainDeps): Explain =>
  async (calls, text) => {
    const read = text === undefined ? ok(null) : tried.read(text)
    if (!read.ok) return read
    const evaluate = read.value === null ? inForce : tried.under(read.value)
    const callers = { config: read.value ?? config.current(), clients: clients() }
    // What is seen to hold decides whether a command that only reads is let run.
    await runner.ready
    const findAny: WiredEvaluation['find'] = (principal, name) => {
      const found = registry.get(name)
      return found === null ? evaluate.find(principal, name) : ok(found)
    }
    const explained = []
    for (const call of calls) {
      const nobody = unknownCaller(call, callers)
      explained.push(
        nobody === null
          ? await explainCall(call, { ...evaluate, findAny })
          : { id: call.id ?? null, error: nobody },
      )
    }
    return ok(explained)
  }
