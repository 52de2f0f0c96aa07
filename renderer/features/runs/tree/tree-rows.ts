// The sub-agents of a run in the order of their tree, and what they do in a few words. Pure.
import type { Run } from '../../../../contract/agent/run.ts'
import type { RunId } from '../../../../contract/ids.ts'
import { isBusy } from '../run-text.ts'
import { strings } from '../strings.ts'

export type TreeRow = {
  readonly run: Run
  /** How deep below the run that a person talks to: 1 is what that one started. */
  readonly depth: number
  /** It or one below it has not ended, so that there is something to stop. */
  readonly busy: boolean
  readonly revoked: boolean
}

/** Each branch together, oldest first. The run that a person talks to is not among them. */
export function treeRows(root: RunId, runs: readonly Run[]): readonly TreeRow[] {
  const below = (id: RunId, depth: number): readonly TreeRow[] =>
    runs
      .filter(({ parent }) => parent?.run === id)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
      .flatMap((run) => {
        const branch = below(run.id, depth + 1)
        return [
          {
            run,
            depth,
            busy: isBusy(run.state) || branch.some(({ busy }) => busy),
            revoked: (run.parent?.delegation.revokedAt ?? null) !== null,
          },
          ...branch,
        ]
      })
  return below(root, 1)
}

/** “3 · 1 needs approval · 2 working”. What has ended is only counted. */
export function summaryOf(rows: readonly TreeRow[]): string {
  const counted = (state: Run['state']): number =>
    rows.filter(({ run }) => run.state === state).length
  const { summary } = strings.subagents
  return [
    summary.all(rows.length),
    ...(['waiting', 'working', 'queued', 'failed', 'interrupted'] as const).flatMap((state) => {
      const number = counted(state)
      return number === 0 ? [] : [summary[state](number)]
    }),
  ].join(' · ')
}
