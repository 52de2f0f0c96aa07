// Writes runs and items and tells every window. Store first, event second: nothing is only in an
// event.
import type { RunId } from '../../contract/ids.ts'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import type { AgentPorts } from './ports.ts'

/** What every item has: its number in the run, and when it came. */
export type Stamp = { readonly id: number; readonly at: number }

export type RunWriter = {
  /** Applies the change to the run as stored, and returns it. */
  readonly change: (id: RunId, change: Partial<Run>) => Run
  readonly create: (run: Run) => void
  readonly add: <T extends RunItem>(id: RunId, make: (stamp: Stamp) => T) => T
  readonly put: (id: RunId, item: RunItem) => void
  /** Keeps the item without telling: for text whose pieces were told already. */
  readonly keep: (id: RunId, item: RunItem) => void
  readonly notice: (id: RunId, tone: 'info' | 'error', text: string, hint: string) => void
}

export function openRunWriter({
  runs,
  emit,
  now,
}: Pick<AgentPorts, 'runs' | 'emit' | 'now'>): RunWriter {
  const put = (id: RunId, item: RunItem): void => {
    runs.putItem(id, item)
    emit({ kind: 'item-put', runId: id, item })
  }
  /** The last number given in each run touched by this process: only the ledger adds items. */
  const last = new Map<RunId, number>()
  const add: RunWriter['add'] = (id, make) => {
    const item = make({ id: (last.get(id) ?? runs.lastId(id)) + 1, at: now() })
    last.set(id, item.id)
    put(id, item)
    return item
  }
  return {
    create: (run) => {
      runs.put(run)
      emit({ kind: 'run-changed', run })
    },
    change: (id, change) => {
      const stored = runs.get(id)
      if (stored === null) throw new Error(`The run ${id} has vanished from the store.`)
      const run: Run = { ...stored, ...change, updatedAt: now() }
      runs.put(run)
      emit({ kind: 'run-changed', run })
      return run
    },
    add,
    put,
    keep: (id, item) => runs.putItem(id, item),
    notice: (id, tone, text, hint) =>
      void add(id, (stamp) => ({ kind: 'notice', ...stamp, tone, text, hint })),
  }
}
