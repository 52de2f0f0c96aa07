// One call of a run that is played: the gate decides it as it is set now; where it does not deny what
// ran then, its recorded result is given, and nothing runs.
import type { CapsulePicture } from '../../../../contract/agent/capsule.ts'
import type { CallResult } from '../../../../contract/call/call.ts'
import { failure } from '../../../../contract/failure.ts'
import type { RunId } from '../../../../contract/ids.ts'
import { Json } from '../../../../contract/json.ts'
import type { AgentCall } from '../../../agent/ports.ts'
import { denial, refusal } from '../../../pipeline/refusals.ts'
import type { CallFacts } from '../call-facts.ts'
import type { PlayedGate } from './evaluate-played.ts'
import type { RecordedCall, RecordedRun } from './recorded-run.ts'

export type PlayedCall = {
  readonly result: CallResult
  readonly facts: CallFacts
  /** What came with the result then. */
  readonly pictures: readonly CapsulePicture[]
  /** Recorded sub-agents that it started then. */
  readonly started: readonly RunId[]
}

export async function playCall(
  call: AgentCall,
  recorded: RecordedRun,
  gate: PlayedGate,
): Promise<PlayedCall> {
  const was = recorded.takeCall(call.tool, Json.parse(call.args ?? null))
  const unasked = cancelledUnasked(call, was)
  if (unasked !== null) return unasked
  const answered = await gate.evaluate(call)
  const decided: CallFacts['decisions'] = answered.ok ? [answered.value.fact] : []
  // A call was decided again after it was tried in a copy, or held once more: that is not tried now.
  const later = (was?.decisions ?? []).slice(answered.ok ? 1 : 0)
  const unrun = (result: CallResult): PlayedCall => ({
    result,
    facts: { decisions: decided, endedAt: null, resultHash: null },
    pictures: [],
    started: [],
  })
  if (!answered.ok) return unrun(refusal(call.id, 'refused', answered.error, null))
  const { decision } = answered.value.evaluated
  if (decision.effect === 'deny')
    return unrun(refusal(call.id, 'policy', denial(decision), decision))
  const result = resultOf(call, was)
  if (result === null) return unrun(refusal(call.id, 'refused', unrecorded, decision))
  if (result.status !== 'denied') gate.ran(call)
  return {
    result: { ...result, decision },
    facts: {
      decisions: [...decided, ...later.map(({ kind, at, payload }) => ({ kind, at, payload }))],
      endedAt: null,
      resultHash: was?.resultHash ?? null,
    },
    pictures: was?.outcome?.pictures ?? [],
    started: was?.started ?? [],
  }
}

/** The run was stopped before it was this call’s turn: no gate saw it then, and none does now. */
function cancelledUnasked(call: AgentCall, was: RecordedCall | null): PlayedCall | null {
  if (was?.outcome?.status !== 'cancelled' || was.decisions.length > 0) return null
  const result = resultOf(call, was)
  if (result === null) return null
  const facts = { decisions: [], endedAt: null, resultHash: was.resultHash }
  return { result, facts, pictures: was.outcome.pictures ?? [], started: [] }
}

function resultOf({ id }: AgentCall, was: RecordedCall | null): CallResult | null {
  if (was === null || was.outcome === null) return null
  // Of pictures a replay has the hashes alone, which no result holds.
  const { stored, holdsPrivate, pictures: _pictures, ...outcome } = was.outcome
  return {
    ...outcome,
    requestId: id,
    decision: null,
    data: null,
    stdout: '',
    stderr: '',
    durationMs: 0,
    ...(stored === null ? {} : { stored }),
    ...(holdsPrivate ? { holdsPrivate: true as const } : {}),
  }
}

const unrecorded = failure(
  'replay.unrecorded',
  'The capsule has no result of this call, and a replay runs nothing.',
  'The run went another way than when it was captured.',
)
