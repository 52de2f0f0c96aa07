// The tree of runs: a run, the sub-agents it started, and theirs. Pure.
import type { RunId } from '../../../contract/ids.ts'
import type { SubagentState } from '../../../contract/call/powers/subagent-power.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Run } from '../../../contract/agent/run.ts'

/** A run that is a sub-agent. */
export type ChildRun = Run & { readonly parent: NonNullable<Run['parent']> }

export const isChild = (run: Run): run is ChildRun => run.parent !== undefined

/** The name by which its parent knows it. */
export const agentIdOf = (id: RunId): string => id.replace(/^run_/, 'agent_')

/** The root of the tree that a run belongs to: itself, where nobody started it. */
export const rootOf = (run: Run): RunId => run.parent?.root ?? run.id

export const childrenOf = (id: RunId, tree: readonly Run[]): readonly ChildRun[] =>
  tree.filter(isChild).filter(({ parent }) => parent.run === id)

/** A run and all below it, itself first. */
export function branchOf(id: RunId, tree: readonly Run[]): readonly Run[] {
  const run = tree.find((each) => each.id === id)
  if (run === undefined) return []
  return [run, ...childrenOf(id, tree).flatMap((child) => branchOf(child.id, tree))]
}

/** It has not ended. */
export const isAlive = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'working' || state === 'waiting' || state === 'queued'

export function stateOf(state: Run['state']): SubagentState {
  switch (state) {
    case 'idle':
      return 'done'
    case 'interrupted':
      return 'cut off'
    case 'queued':
    case 'working':
    case 'waiting':
    case 'stopped':
    case 'failed':
      return state
    default:
      return assertNever(state, 'stateOf')
  }
}
