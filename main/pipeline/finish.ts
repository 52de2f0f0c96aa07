// Step 6: ends a call: in full, in part, with its end lost, or without having run. Each end writes an
// outcome to the journal, so that no decision is left open there.
import type { CallResult, Route } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Execution } from '../../contract/call/tool-source.ts'
import type { UndoRecord } from '../../contract/call/undo.ts'
import { ProgramEnds } from '../../contract/call/work-signal.ts'
import { withAdvice } from './advice.ts'
import type { DecidedCall } from './evaluate.ts'
import type { Checkpoint, ExecuteDeps } from './pipeline-deps.ts'
import { outcomeEntry } from './record.ts'
import { CUT_OFF, refusal } from './refusals.ts'
import { pathOf, sourceOf } from './result/result-label.ts'
import type { Review } from './review-port.ts'
import type { Executed } from './run-tool.ts'
import { shapeResult } from './result/shape-result.ts'

export type FinishedRun = {
  readonly route: Route
  readonly stored: Checkpoint | null
  readonly signal: AbortSignal
  /** How its result is held where a person reads it first. */
  readonly review: Review
  /** Called when its end is in the journal. */
  readonly written?: () => Promise<void>
}

/** A call that ran. `earlier`: the call as it was allowed; `evaluated`: as it was checked last. */
export async function finishRun(
  earlier: DecidedCall,
  evaluated: DecidedCall,
  executed: Executed,
  { route, stored, signal, review, written }: FinishedRun,
  deps: ExecuteDeps,
): Promise<CallResult> {
  const { decision } = earlier
  const reviewed = deps.reviewed(evaluated)
  // Of what a person reads first nothing may be kept that they leave out.
  const shaping = reviewed ? { ...deps, keepLong: null } : deps
  const shaped = { ...(await shapeResult(evaluated, executed, route, shaping)), decision }
  const result =
    shaped.status === 'cancelled' && signal.reason instanceof ProgramEnds ? inPart(shaped) : shaped
  if (!reviewed) remember(evaluated, result, executed, deps)
  const undo = await storedAfter(stored, deps)
  const ran = {
    touched: evaluated.decision.touches,
    sandbox: deps.sandbox(evaluated),
    undo,
    reached: executed.reached,
    readBack: executed.readBack,
    repeats: executed.repeats,
    execution: evaluated.execution,
  }
  // Not waited for: it has run, and whether it may was durable before. If the program dies before
  // this row is, the next start closes the call as unknown; if it cannot be written now, it is
  // written as soon as it can. See decision 18.
  deps
    .journal(outcomeEntry(evaluated.call.tool, result, ran), 'soon')
    .then((row) => (row.ok ? written?.() : undefined))
    .catch(deps.broken)
  return reviewed ? review(evaluated, result) : result
}

/** It was let run, so nobody may take it for undone, and its end is written all the same. */
export function finishLost(
  evaluated: DecidedCall,
  decision: DecidedCall['decision'],
  route: Route,
  fault: unknown,
  deps: Pick<ExecuteDeps, 'journal' | 'broken'>,
): CallResult {
  const { call, decision: checked } = evaluated
  const { text, hint } = deps.broken(fault)
  const error = failure(
    'call.interrupted',
    `It started, but its result was lost: ${text} It may have run. Gatehouse does not run it again.`,
    hint,
  )
  const result: CallResult = { ...refusal(call.id, route, error, decision), status: 'unknown' }
  deps
    .journal(outcomeEntry(call.tool, result, { touched: checked.touches }), 'owed')
    .catch(deps.broken)
  return result
}

/** A decided call that did not run. */
export async function finishUnrun(
  tool: string,
  result: CallResult,
  deps: Pick<ExecuteDeps, 'journal'>,
  execution?: Execution,
): Promise<CallResult> {
  await deps.journal(
    outcomeEntry(tool, result, execution === undefined ? {} : { execution }),
    'owed',
  )
  return result
}

/** What undo kept of it. That it could not be noted takes nothing from what the call did. */
async function storedAfter(
  checkpoint: Checkpoint | null,
  deps: Pick<ExecuteDeps, 'broken'>,
): Promise<UndoRecord | null> {
  try {
    return (await checkpoint?.after()) ?? null
  } catch (fault) {
    return { kind: 'none', why: deps.broken(fault).text }
  }
}

/** Cut off by the end of Gatehouse, not by the caller, who is told that it ran in part. */
function inPart(result: CallResult): CallResult {
  const error = failure(
    CUT_OFF,
    'Gatehouse quit while this call ran, so it ran in part.',
    'Check what it did before you make the call again.',
  )
  return {
    ...result,
    error,
    text: [withAdvice(error), result.text].filter((part) => part !== '').join('\n'),
  }
}

export function remember(
  { call, decision }: Pick<DecidedCall, 'call' | 'decision'>,
  result: CallResult,
  { readBack }: Pick<Executed, 'readBack'>,
  { provenance }: Pick<ExecuteDeps, 'provenance'>,
): void {
  if (result.text === '') return
  const source = {
    callId: call.id,
    tool: call.tool,
    from: sourceOf(pathOf(decision.touches), readBack),
    label: result.label,
    ...(result.holdsPrivate === true ? { holdsPrivate: true as const } : {}),
  }
  provenance.see(call.principal.session, { by: 'tool', text: result.text, source })
}
