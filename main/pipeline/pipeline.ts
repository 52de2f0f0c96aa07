// The one road every call takes, whoever asks. Nothing else in Gatehouse can start a tool.
import type { Approval, FilePreview } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId, CallId, FileHash } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Result } from '../../contract/result.ts'
import type { UndoForecast } from '../../contract/call/undo.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluatedCall } from './evaluate.ts'
import { refusal } from './result.ts'
import { denial, finishUnrun, run } from './run.ts'
import type { RunDeps } from './run.ts'
import type { ToolCall } from './tool-call.ts'

/** What a held call puts before a person. */
export type Asking = {
  readonly judged: EvaluatedCall
  readonly shownArgs: JsonObject
  readonly previews: readonly FilePreview[]
  readonly fileHashes: Readonly<Record<string, FileHash | null>>
  readonly undo: UndoForecast | null
}

export type PipelineDeps = RunDeps & {
  /**
   * `opened` is called once the question stands and before anyone can see it, so that no answer
   * finds nobody waiting.
   */
  readonly ask: (
    asking: Asking,
    opened: (approval: Approval) => void,
  ) => Promise<Result<Approval, Failure>>
  /** Withdraws the question, because the one who asked is gone or everything ends. */
  readonly cancel: (id: ApprovalId, why: Gone) => Promise<void>
  readonly previews: (judged: EvaluatedCall) => Promise<readonly FilePreview[]>
  /** Hashes of the files that a yes would overwrite, by real path. */
  readonly fileHashes: (judged: EvaluatedCall) => Promise<Readonly<Record<string, FileHash | null>>>
}

export type Gone = 'emergency-stop' | 'program-end' | 'run-ended' | 'client-gone'

export type DispatchOptions = {
  /**
   * Whoever asked does not want it any more: a held question is withdrawn, a running call is
   * stopped.
   */
  readonly signal: AbortSignal
  /** The program ends: a running call is stopped, a held question stays for the next start. */
  readonly ending: AbortSignal
  /**
   * False where no queue can be reached: a call that needs a person is then denied at once, and
   * says so.
   */
  readonly queue: boolean
}

/**
 * Those who wait for the answer to a held call, in this process. The row is the truth; this only
 * wakes them.
 */
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
export function dispatch(
  call: ToolCall,
  options: DispatchOptions,
  needs: PipelineDeps,
  waits: Waits,
): Promise<CallResult> {
  const { id, runId } = call
  needs.changed(id, runId, { kind: 'deciding' })
  // Not awaited in a function of its own: a held call waits here for hours, and what such a
  // function knows it keeps.
  return take(call, options, needs, waits)
    .catch((fault: unknown) => refusal(id, 'refused', needs.broken(fault), null))
    .then((result) => {
      needs.changed(id, runId, { kind: 'ended', result })
      return result
    })
}

async function take(
  call: ToolCall,
  { signal, ending, queue }: DispatchOptions,
  needs: PipelineDeps,
  waits: Waits,
): Promise<CallResult> {
  const judgement = await evaluate(call, needs)
  if (!judgement.ok) {
    const { principal, channel, runId, tool } = call
    const written = await needs.journal({
      kind: 'refused',
      callId: call.id,
      principal,
      channel,
      runId,
      tool,
      error: judgement.error,
    })
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
  if (judged.decision.effect === 'deny')
    return refusal(call.id, 'policy', denial(judged.decision), judged.decision)
  if (queue) return hold(judged, shownArgs, { signal, ending }, needs, waits)
  return finishUnrun(judged, refusal(call.id, 'refused', nobody, judged.decision), needs)
}

const nobody = failure(
  'approval.nobody',
  'Denied: this call needs a person, and none can be asked here.',
  'Start Gatehouse, or run it in a terminal.',
)

/**
 * Ends when the question stands or cannot be put; the promise it gives back keeps nothing of the
 * call but who waits for it.
 */
async function hold(
  judged: EvaluatedCall,
  shownArgs: JsonObject,
  { signal, ending }: Pick<DispatchOptions, 'signal' | 'ending'>,
  needs: PipelineDeps,
  waits: Waits,
): Promise<CallResult> {
  const { call, decision } = judged
  const answer = Promise.withResolvers<CallResult>()
  try {
    const [previews, fileHashes, undo] = await Promise.all([
      needs.previews(judged),
      needs.fileHashes(judged),
      needs.undo.forecast(judged),
    ])
    const waiting: Waiting = { callId: call.id, runId: call.runId, signal, wake: answer.resolve }
    const asked = await needs.ask({ judged, shownArgs, previews, fileHashes, undo }, ({ id }) => {
      waitFor(id, waiting, ending, needs, waits)
      needs.changed(call.id, call.runId, { kind: 'held', approvalId: id, decision })
    })
    if (!asked.ok)
      return await finishUnrun(judged, refusal(call.id, 'refused', asked.error, decision), needs)
  } catch (fault) {
    // Its decision is written, so its end is too, whatever breaks on the way to the question. Not
    // caught from outside: that would keep the call.
    return finishUnrun(judged, refusal(call.id, 'refused', needs.broken(fault), decision), needs)
  }
  return answer.promise
}

/**
 * Woken with the result; withdraws the question when its signal is aborted first. What is made here
 * lives for as long as the call is held, so it is made where the call's arguments are not at hand.
 */
function waitFor(
  id: ApprovalId,
  { callId, runId, signal, wake }: Waiting,
  ending: AbortSignal,
  needs: Pick<PipelineDeps, 'cancel' | 'broken' | 'frozen'>,
  waits: Waits,
): void {
  const gone = (): Gone => {
    if (needs.frozen()) return 'emergency-stop'
    return ending.aborted ? 'program-end' : runId === null ? 'client-gone' : 'run-ended'
  }
  const cancel = (): void => {
    needs.cancel(id, gone()).catch(needs.broken)
  }
  const woken = (result: CallResult): void => {
    signal.removeEventListener('abort', cancel)
    wake(result)
  }
  waits.set(id, [...(waits.get(id) ?? []), { callId, runId, signal, wake: woken }])
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
}

const shown = async (
  { tool, args }: EvaluatedCall,
  { redactJson }: PipelineDeps,
): Promise<JsonObject> =>
  (await redactJson(args, tool.manifest.redaction.args, tool.manifest.name)) as JsonObject

/** The journal's word on a decision, before anything runs. `args` are the redacted ones. */
export function decisionEntry(
  { call, tool, action, requestHash, origins, taint, decision }: EvaluatedCall,
  args: JsonObject,
) {
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
