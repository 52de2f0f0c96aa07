// The one road every call takes, whoever asks. Nothing else in Gatehouse can start a tool.
import type { Approval, FilePreview } from '../../contract/approval.ts'
import type { CallResult } from '../../contract/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId, CallId, FileHash } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Result } from '../../contract/result.ts'
import type { UndoForecast } from '../../contract/undo.ts'
import { workSignal } from '../../contract/work-signal.ts'
import { judge } from './judge.ts'
import type { Judged } from './judge.ts'
import { refusal } from './result.ts'
import { denial, finishUnrun, run } from './run.ts'
import type { RunNeeds } from './run.ts'
import type { ToolCall } from './tool-call.ts'

/** What a held call puts before a person. */
export type Asking = {
  readonly judged: Judged
  readonly shownArgs: JsonObject
  readonly previews: readonly FilePreview[]
  readonly fileHashes: Readonly<Record<string, FileHash | null>>
  readonly undo: UndoForecast | null
}

export type RoadNeeds = RunNeeds & {
  /** `opened` is called once the question stands and before anyone can see it, so that no answer finds nobody waiting. */
  readonly ask: (asking: Asking, opened: (approval: Approval) => void) => Promise<Result<Approval, Failure>>
  /** Withdraws the question, because the one who asked is gone or everything ends. */
  readonly cancel: (id: ApprovalId, why: Gone) => Promise<void>
  readonly previews: (judged: Judged) => Promise<readonly FilePreview[]>
  /** Hashes of the files that a yes would overwrite, by real path. */
  readonly fileHashes: (judged: Judged) => Promise<Readonly<Record<string, FileHash | null>>>
}

export type Gone = 'panic' | 'program-end' | 'run-ended' | 'client-gone'

export type DispatchOptions = {
  /** Whoever asked does not want it any more: a held question is withdrawn, a running call is stopped. */
  readonly signal: AbortSignal
  /** The program ends: a running call is stopped, a held question stays for the next start. */
  readonly ending: AbortSignal
  /** False where no queue can be reached: a call that needs a person is then denied at once, and says so. */
  readonly queue: boolean
}

/** Those who wait for the answer to a held call, in this process. The row is the truth; this only wakes them. */
export type Waiting = {
  readonly callId: CallId
  readonly runId: ToolCall['runId']
  readonly signal: AbortSignal
  readonly wake: (result: CallResult) => void
}

export type Waits = Map<ApprovalId, Waiting[]>

/**
 * Takes one call from its name to its result. Never rejects for anything a caller can send.
 * @param waits shared with settle, which ends what is held here.
 */
export async function dispatch(call: ToolCall, options: DispatchOptions, needs: RoadNeeds, waits: Waits): Promise<CallResult> {
  needs.changed(call.id, call.runId, { kind: 'deciding' })
  const result = await take(call, options, needs, waits)
  needs.changed(call.id, call.runId, { kind: 'ended', result })
  return result
}

async function take(call: ToolCall, { signal, ending, queue }: DispatchOptions, needs: RoadNeeds, waits: Waits): Promise<CallResult> {
  const judgement = await judge(call, needs)
  if (!judgement.ok) {
    const { principal, channel, runId, tool } = call
    const written = await needs.journal({ kind: 'refused', callId: call.id, principal, channel, runId, tool, error: judgement.error })
    return refusal(call.id, 'refused', written.ok ? judgement.error : written.error, null)
  }
  const judged = judgement.value
  const shownArgs = await shown(judged, needs)
  const decided = decisionEntry(judged, shownArgs)
  if (judged.decision.effect === 'allow') {
    const route = judged.decision.by.kind === 'lease' ? 'lease' : 'policy'
    const work = workSignal([signal, ending])
    return run(judged, route, needs, work.signal, [decided]).finally(work.over)
  }
  const written = await needs.journal(decided)
  if (!written.ok) return refusal(call.id, 'refused', written.error, judged.decision)
  if (judged.decision.effect === 'deny') return refusal(call.id, 'policy', denial(judged.decision), judged.decision)
  if (queue) return hold(judged, shownArgs, { signal, ending }, needs, waits)
  return finishUnrun(judged, refusal(call.id, 'refused', nobody, judged.decision), needs)
}

const nobody = failure(
  'approval.nobody',
  'Denied: this call needs a person, and none can be asked here.',
  'Start Gatehouse, or run it in a terminal.',
)

async function hold(
  judged: Judged,
  shownArgs: JsonObject,
  { signal, ending }: Pick<DispatchOptions, 'signal' | 'ending'>,
  needs: RoadNeeds,
  waits: Waits,
): Promise<CallResult> {
  const { call, decision } = judged
  const [previews, fileHashes, undo] = await Promise.all([needs.previews(judged), needs.fileHashes(judged), needs.undo.forecast(judged)])
  return new Promise((wake) => {
    const opened = ({ id }: Approval): void => {
      waits.set(id, [...(waits.get(id) ?? []), { callId: call.id, runId: call.runId, signal, wake }])
      needs.changed(call.id, call.runId, { kind: 'held', approvalId: id, decision })
      const why = (): Gone => {
        if (needs.frozen()) return 'panic'
        return ending.aborted ? 'program-end' : call.runId === null ? 'client-gone' : 'run-ended'
      }
      const cancel = (): void => void needs.cancel(id, why())
      if (signal.aborted) cancel()
      else signal.addEventListener('abort', cancel, { once: true })
    }
    void needs.ask({ judged, shownArgs, previews, fileHashes, undo }, opened).then((asked) => {
      if (!asked.ok) wake(refusal(call.id, 'refused', asked.error, decision))
    })
  })
}

const shown = async ({ tool, args }: Judged, { redactJson }: RoadNeeds): Promise<JsonObject> =>
  (await redactJson(args, tool.manifest.redaction.args, tool.manifest.name)) as JsonObject

/** The journal's word on a decision, before anything runs. `args` are the redacted ones. */
export function decisionEntry({ call, tool, action, requestHash, origins, taint, decision }: Judged, args: JsonObject) {
  return {
    kind: 'decision' as const,
    callId: call.id,
    principal: call.principal,
    channel: call.channel,
    runId: call.runId,
    tool: tool.manifest.name,
    capability: tool.manifest.id,
    action,
    args,
    requestHash,
    origins: [...origins],
    taint,
    decision,
  }
}
