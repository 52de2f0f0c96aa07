// Takes a run away, with all versions and sub-agents of it, when none of them is at work.
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { Rest } from './finish-run.ts'
import type { AgentPorts } from './ports.ts'
import { heldNow, isSubagent, storeFault, unknownRun } from './refusals.ts'
import { heldCalls } from './transcript.ts'

export type RemovalDeps = Pick<Rest, 'record'> & {
  readonly ports: Pick<AgentPorts, 'runs' | 'emit'>
  /** The checks before a run may be worked on, and the claim on it. */
  readonly claim: (id: RunId) => Result<Run, Failure>
  readonly release: (id: RunId) => unknown
  /** Resolves when a run that shows that it rests really does. */
  readonly rested: (id: RunId) => Promise<void>
}

export function openRemoval({ ports, record, claim, release, rested }: RemovalDeps) {
  const { runs } = ports
  return async (id: RunId): Promise<Result<readonly RunId[], Failure>> => {
    await rested(id)
    const run = runs.get(id)
    if (run === null) return err(unknownRun)
    if (run.parent !== undefined) return err(isSubagent)
    const ids = runs.family(run.session).map((each) => each.id)
    const mine: RunId[] = []
    try {
      for (const each of ids) {
        const claimed = claim(each)
        if (!claimed.ok) return claimed
        mine.push(each)
        if (heldCalls(runs.moving(each)).length > 0) return err(heldNow)
      }
      for (const each of ids) {
        const written = await record(each, 'removed', 'Its transcript was removed by the person.')
        if (!written.ok) return written
      }
      runs.remove(run.session)
    } catch (thrown) {
      return err(
        storeFault(
          thrown,
          'removed',
          'It is still there. Check whether the disk is full, then try again.',
        ),
      )
    } finally {
      for (const each of mine) release(each)
    }
    for (const each of ids) ports.emit({ kind: 'run-removed', runId: each })
    return ok(ids)
  }
}
