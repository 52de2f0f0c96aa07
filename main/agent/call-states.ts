// Writes down what becomes of the calls of runs, and with them whether a run works or waits.
import type { CallState } from '../../contract/call/call.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import type { LiveRun } from './live-run.ts'
import type { LiveRuns } from './live-runs.ts'
import type { AgentPorts } from './ports.ts'
import type { RunWriter } from './run-writer.ts'

export type CallStatesDeps = {
  readonly runs: AgentPorts['runs']
  readonly runWriter: RunWriter
  readonly lives: Pick<LiveRuns, 'get' | 'values'>
  /** The run waits for a person, or no longer does. */
  readonly rest: (id: RunId) => void
  readonly goOn: (id: RunId) => void
}

/** Must not throw: it is called in the middle of the pipeline. */
export type CallChanged = (callId: CallId, state: CallState) => void

export function writingCallStates(deps: CallStatesDeps): CallChanged {
  const { runs, runWriter, lives } = deps

  function write(callId: CallId, state: CallState): void {
    const found = runs.findItemByCall(callId)
    if (found === null || found.item.kind !== 'call') return
    const { runId, item } = found
    // An end is final, but for a later end of the pipeline, which knows more.
    const stale = item.state.kind === 'ended' && state.kind !== 'ended'
    if (!stale && canonicalJson(item.state) !== canonicalJson(state))
      runWriter.put(runId, { ...item, state })
    const live = lives.get(runId)?.live
    if (live === undefined) return
    if (state.kind === 'held') live.held.add(callId)
    // Not now: the pipeline is in the middle of holding it.
    if (state.kind === 'held' && live.unheld.has(callId))
      setImmediate(() => live.cancels.get(callId)?.())
    if (state.kind !== 'held') live.held.delete(callId)
    showWaiting(live)
  }

  function showWaiting(live: LiveRun): void {
    live.clock.waits(live.held.size > 0)
    const run = runs.get(live.id)
    const state = live.held.size > 0 ? 'waiting' : 'working'
    if (live.held.size > 0) deps.rest(live.id)
    else deps.goOn(live.id)
    if (run !== null && run.state !== state && (run.state === 'working' || run.state === 'waiting'))
      runWriter.change(live.id, { state })
  }

  return (callId, state) => {
    const concerned = [...lives.values()]
      .map(({ live }) => live)
      .filter((live) => live.ends.has(callId))
    try {
      write(callId, state)
    } catch (thrown) {
      // The store is broken. The pipeline goes on under its journal; the loop that waits for this
      // call fails in its own place.
      for (const live of concerned) live.fault ??= { thrown }
    }
    if (state.kind === 'ended') for (const live of concerned) live.ends.get(callId)?.()
  }
}
