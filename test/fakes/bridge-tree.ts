// Sub-agents of the fake bridge: their tree, and how a branch ends.
import type { Approval } from '../../contract/approval/approval.ts'
import type { Run } from '../../contract/agent/run.ts'
import { failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import { err, ok } from '../../contract/result.ts'

export type BridgeTreeDeps = {
  readonly runs: ReadonlyMap<RunId, Run>
  readonly approvals: ReadonlyMap<string, Approval>
  readonly close: (id: Approval['id'], state: 'cancelled', answer: null) => unknown
  readonly putRun: (id: RunId, change: Partial<Run>) => Run
}

export function bridgeTree({ runs, approvals, close, putRun }: BridgeTreeDeps) {
  /** It and every sub-agent below it that has not ended. */
  const stopBranch = (id: RunId): Run => {
    for (const run of runs.values())
      if (run.parent?.run === id && ['working', 'waiting', 'queued'].includes(run.state))
        stopBranch(run.id)
    for (const each of approvals.values())
      if (each.runId === id && each.state === 'pending') close(each.id, 'cancelled', null)
    return putRun(id, { state: 'stopped' })
  }
  return {
    'runs.stop': async ({ id }: { readonly id: RunId }) => ok(stopBranch(id)),
    'runs.tree': async ({ id }: { readonly id: RunId }) => {
      const root = runs.get(id)?.parent?.root ?? id
      return ok(
        [...runs.values()]
          .filter((run) => run.id === root || run.parent?.root === root)
          .sort((a, b) => a.createdAt - b.createdAt),
      )
    },
    'runs.revoke': async ({ id }: { readonly id: RunId }) => {
      const run = runs.get(id)
      if (run?.parent === undefined)
        return err(failure('run.no-subagent', 'This run is no sub-agent.'))
      const delegation = { ...run.parent.delegation, revokedAt: Date.now() }
      putRun(id, { parent: { ...run.parent, delegation } })
      return ok(stopBranch(id))
    },
  }
}

/** Runs that are no sub-agents, last changed first. */
export const rootRuns = (runs: ReadonlyMap<RunId, Run>): Run[] =>
  [...runs.values()]
    .filter(({ parent }) => parent === undefined)
    .sort((a, b) => b.updatedAt - a.updatedAt)
