// Ends a run with every sub-agent below it, and takes back what was handed on to a branch.
import type { Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { Rest } from '../finish-run.ts'
import type { AgentPorts } from '../ports.ts'
import { noSubagent, unknownRun } from '../refusals.ts'
import type { RunWriter } from '../run-writer.ts'
import { branchOf, isChild, rootOf } from './tree.ts'

export type BranchesDeps = Pick<AgentPorts, 'runs' | 'now' | 'revokeLeases'> &
  Pick<Rest, 'record'> & {
    readonly runWriter: RunWriter
    /** Tells one run to end before it returns; resolves when it rests. */
    readonly stopOne: (id: RunId) => Promise<Result<Run, Failure>>
    /** Wakes the run that waits for a sub-agent. */
    readonly wakeParent: (id: RunId) => void
  }

export function openBranches({
  runs,
  now,
  revokeLeases,
  record,
  runWriter,
  stopOne,
  wakeParent,
}: BranchesDeps) {
  const branch = (id: RunId): readonly Run[] => {
    const run = runs.get(id)
    return run === null ? [] : branchOf(id, runs.tree(rootOf(run)))
  }

  /** From the top down, so that none below is started after its branch was told to end. */
  async function stop(id: RunId): Promise<Result<Run, Failure>> {
    const all = branch(id)
    if (all.length === 0) return err(unknownRun)
    const [first] = await Promise.all(
      all.map(async (run) => {
        const stopped = await stopOne(run.id)
        if (isChild(run)) wakeParent(run.id)
        return stopped
      }),
    )
    return first ?? err(unknownRun)
  }

  return {
    stop,
    async revoke(id: RunId): Promise<Result<Run, Failure>> {
      const all = branch(id)
      const [top] = all
      if (top === undefined) return err(unknownRun)
      if (!isChild(top)) return err(noSubagent)
      // Taken back first: a journal that cannot be written must not keep it in force.
      for (const run of all.filter(isChild))
        if (run.parent.delegation.revokedAt === null)
          runWriter.change(run.id, {
            parent: {
              ...run.parent,
              delegation: { ...run.parent.delegation, revokedAt: now() },
            },
          })
      await stop(id)
      for (const { session } of all) await revokeLeases(session)
      const below = all.length - 1
      const written = await record(
        id,
        'revoked',
        below === 0
          ? 'Revoked by the person.'
          : `Revoked by the person, with ${below} ${below === 1 ? 'sub-agent' : 'sub-agents'} below it.`,
      )
      const run = runs.get(id)
      if (!written.ok) return written
      return run === null ? err(unknownRun) : ok(run)
    },
  }
}
