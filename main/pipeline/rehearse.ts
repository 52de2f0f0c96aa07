// The pipeline's side of a rehearsal: the tool runs as it would, but its powers reach a throw-away
// copy and nothing else. The caller gives such powers; docs/decisions/0011-rehearsal.md
// says why that may be done before an approval.
import type { Failure } from '../../contract/failure.ts'
import type { Powers } from '../../contract/call/powers/powers.ts'
import type { Result } from '../../contract/result.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'
import { mint } from '../gate/permit.ts'
import type { EvaluatedCall } from './evaluate.ts'
import { runTool } from './run-tool.ts'

/**
 * The permit it spends is of no use elsewhere: it is made and spent here, and the powers are the
 * caller's.
 */
export async function rehearseCall(
  evaluated: EvaluatedCall,
  powers: Powers,
  signal: AbortSignal,
  monotonic: () => number,
): Promise<Result<ToolOutput, Failure>> {
  const permit = mint(evaluated.call.id, evaluated.requestHash, evaluated.decision.touches)
  const { output } = await runTool(
    permit,
    evaluated,
    () => powers,
    signal,
    () => {},
    monotonic,
  )
  return output
}
