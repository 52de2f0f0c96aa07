// Step 5 for a command that has run in a layer: its changes are carried over into the workspace, all
// of them or none, and its tool is given the end that the command had. Nothing runs again.
import type { CallResult } from '../../../contract/call/call.ts'
import { mint } from '../../gate/permit.ts'
import type { DecidedCall, EvaluatedCall } from '../evaluate.ts'
import { finishLost, finishRun } from '../finish.ts'
import type { FinishedRun } from '../finish.ts'
import type { ExecuteDeps } from '../pipeline-deps.ts'
import { runTool } from '../run-tool.ts'
import type { CommitOutcome } from './stage-port.ts'

/** @param evaluated as it was checked last. */
export async function writeStaged(
  earlier: DecidedCall,
  evaluated: EvaluatedCall,
  { route, review }: Pick<FinishedRun, 'route' | 'review'>,
  deps: ExecuteDeps,
): Promise<CallResult> {
  const { call, decision } = earlier
  const permit = mint(call.id, evaluated.requestHash, evaluated.decision.touches)
  // Begun, it is finished: half of it would be neither what was shown nor what was there.
  const { signal } = new AbortController()
  const writing: { outcome?: () => CommitOutcome } = {}
  try {
    deps.changed(call.id, call.runId, { kind: 'running', decision })
    const executed = await runTool(
      permit,
      evaluated,
      (request) => {
        const { powers, outcome } = deps.staging.commit(request)
        writing.outcome = outcome
        return powers
      },
      signal,
      () => {},
      deps.monotonic,
    )
    const outcome = writing.outcome?.()
    const stored =
      outcome?.kind === 'committed'
        ? { after: async () => outcome.undo, drop: async () => {} }
        : null
    const written = (): Promise<void> => deps.staging.forget(call.id)
    return await finishRun(
      earlier,
      evaluated,
      executed,
      { route, stored, signal, review, written },
      deps,
    )
  } catch (fault) {
    return finishLost(evaluated, decision, route, fault, deps)
  }
}
