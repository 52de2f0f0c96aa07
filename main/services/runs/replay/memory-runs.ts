// Runs that are played, in memory for as long as that takes: nothing of them reaches the store.
import type { Run, RunItem } from '../../../../contract/agent/run.ts'
import type { RunId } from '../../../../contract/ids.ts'
import type { RunsStore } from '../../../agent/ports.ts'

export function memoryRuns(): RunsStore {
  const runs = new Map<RunId, Run>()
  const stored = new Map<RunId, Map<number, RunItem>>()
  const items = (id: RunId): readonly RunItem[] => [...(stored.get(id)?.values() ?? [])]
  const where = (fits: (run: Run) => boolean): readonly Run[] => [...runs.values()].filter(fits)
  return {
    put: (run) => void runs.set(run.id, run),
    get: (id) => runs.get(id) ?? null,
    list: (_before, limit) => [...runs.values()].slice(0, limit),
    // Items are added in the order of their numbers, and replaced in their places.
    putItem: (id, item) =>
      void stored.set(id, (stored.get(id) ?? new Map<number, RunItem>()).set(item.id, item)),
    items,
    page: (id, before, limit) =>
      items(id)
        .filter((item) => before === undefined || item.id < before)
        .slice(-limit),
    since: (id, from) => items(id).filter((item) => item.id >= from),
    lastId: (id) => items(id).at(-1)?.id ?? 0,
    moving: (id) => items(id).filter((item) => item.kind === 'call' && item.state.kind !== 'ended'),
    copyItems: (from, to, before) => {
      for (const item of items(from).filter(({ id }) => id < before))
        stored.set(to, (stored.get(to) ?? new Map<number, RunItem>()).set(item.id, item))
    },
    branches: (id) => where(({ from }) => from?.run === id),
    // A run and its sub-agents know what the others have read.
    ofSession: () => [...runs.values()],
    remove: () => runs.clear(),
    family: () => [...runs.values()],
    tree: () => [...runs.values()],
    children: (id) => where(({ parent }) => parent?.run === id),
    unfinished: () => [],
    findItemByCall(callId) {
      for (const runId of runs.keys())
        for (const item of items(runId))
          if (item.kind === 'call' && item.callId === callId) return { runId, item }
      return null
    },
  }
}
