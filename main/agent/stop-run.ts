// Ends one run, whatever it started: at once where it is at work, and what it left held otherwise.
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { Rest } from './finish-run.ts'
import type { LiveRun } from './live-run.ts'
import type { AgentPorts } from './ports.ts'
import { unknownRun } from './refusals.ts'
import { endUnseen, neverStarted } from './results.ts'
import type { RunWriter } from './run-writer.ts'
import { heldCalls } from './transcript.ts'

export type StopDeps = {
  readonly ports: Pick<AgentPorts, 'runs' | 'cancelHeld'>
  readonly rest: Pick<Rest, 'tidy' | 'recordEnd'>
  readonly runWriter: RunWriter
  readonly claim: (id: RunId) => Result<Run, Failure>
  readonly release: (id: RunId) => unknown
  readonly live: (id: RunId) => { readonly live: LiveRun; readonly done: Promise<void> } | undefined
}

/** Tells it to end before it returns. Resolves when it rests. */
export function openStop({ ports, rest, runWriter, claim, release, live }: StopDeps) {
  const { runs, cancelHeld } = ports
  return async (id: RunId): Promise<Result<Run, Failure>> => {
    const entry = live(id)
    if (entry !== undefined) {
      entry.live.stop.abort()
      await entry.done
    } else {
      const claimed = claim(id)
      if (!claimed.ok) return claimed
      try {
        const held = heldCalls(runs.moving(id))
        await Promise.all(held.map(async ({ callId }) => cancelHeld(callId)))
        if (held.length > 0 || claimed.value.state === 'interrupted') {
          rest.tidy(id, endUnseen, neverStarted)
          runWriter.change(id, { state: 'stopped' })
          await rest.recordEnd(id, 'stopped', 'Stopped by the person.')
        }
      } finally {
        release(id)
      }
    }
    const run = runs.get(id)
    return run === null ? err(unknownRun) : ok(run)
  }
}
