// Takes the calls of one step to the pipeline: neighbours that only read together, every other
// alone, in the model's order. Never decides whether a call may run.
import { letGo } from '../../contract/let-go.ts'
import type { CallState } from '../../contract/call/call.ts'
import type { CallId } from '../../contract/ids.ts'
import { type LiveRun, untilEnded } from './live-run.ts'
import type { PendingCall } from './model-step.ts'
import type { AgentPorts } from './ports.ts'
import type { StepRefusal } from './subagents/working.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { endUnseen, neverStarted, sameAgain } from './results.ts'
import { ends, NO_STREAK, type Streak, streakText } from './limits/loop-detector.ts'

/** Reads that run at the same time; each may hold a file or a connection. */
const AT_ONCE = 8

/** What a run has to do with sub-agents between its steps. */
export type Teamwork = {
  /** Before each step: a place to work, for a sub-agent. Not null: it may take no more steps. */
  beforeStep(live: LiveRun): Promise<StepRefusal | null>
  /**
   * Ids of sub-agents that have ended and were not told about; waits until there is one, or none is
   * left.
   */
  reports(live: LiveRun): Promise<readonly string[]>
}

export type CallTools = {
  readonly team: Teamwork
  readonly ports: AgentPorts
  readonly principal: Principal
  /** Whose model it is. */
  readonly agent: string
  /** Writes the state of a call into its item, and wakes who waits for its end. */
  readonly changed: (callId: CallId, state: CallState) => void
  /** How long the pipeline may take to end a call after it was told to. */
  readonly graceMs: number
}

/**
 * Resolves when every call has ended, or when the run is left. `streaks`: by item id, how often in
 * a row the same call was made.
 */
export async function runCalls(
  live: LiveRun,
  calls: readonly PendingCall[],
  streaks: ReadonlyMap<number, Streak>,
  tools: CallTools,
): Promise<void> {
  const { changed, ports } = tools
  for (const batch of batches(calls, ports.readOnly)) {
    await Promise.all(
      batch.map(async (call) => {
        const { callId, id } = call.item
        const streak = streaks.get(id) ?? NO_STREAK
        if (live.gone.aborted) changed(callId, { kind: 'ended', result: neverStarted(callId) })
        else if (ends(streak))
          changed(callId, { kind: 'ended', result: sameAgain(callId, streakText(streak)) })
        else await runCall(live, call, tools)
      }),
    )
  }
}

async function runCall(
  live: LiveRun,
  { item, args, promptHash }: PendingCall,
  { ports, principal, changed, graceMs }: CallTools,
): Promise<void> {
  const { callId: id, modelCallId, tool } = item
  const own = new AbortController()
  const ended = untilEnded(live, id, () => own.abort(), graceMs)
  const end = (state: CallState): void => changed(id, state)
  const dispatched = async (): Promise<void> => {
    try {
      end({
        kind: 'ended',
        result: await ports.dispatch({
          id,
          principal,
          channel: live.channel,
          runId: live.id,
          modelCallId,
          ...(item.by === 'instructions' ? { untrusted: true as const } : {}),
          tool,
          args,
          ...(promptHash === undefined ? {} : { promptHash }),
          signal: own.signal,
        }),
      })
    } catch {
      // The pipeline promises not to throw. If it does, nobody knows how far the call came.
      end({ kind: 'ended', result: endUnseen(id) })
    }
  }
  live.cancels.set(id, () => own.abort())
  letGo(dispatched())
  await ended
  live.cancels.delete(id)
}

function batches(
  calls: readonly PendingCall[],
  readOnly: AgentPorts['readOnly'],
): readonly (readonly PendingCall[])[] {
  const all: { reads: boolean; calls: PendingCall[] }[] = []
  for (const call of calls) {
    const reads = readOnly(call.item.tool, call.args)
    const last = all.at(-1)
    if (reads && last?.reads === true && last.calls.length < AT_ONCE) last.calls.push(call)
    else all.push({ reads, calls: [call] })
  }
  return all.map((batch) => batch.calls)
}
