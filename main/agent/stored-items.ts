// A run's items through one turn: what is at rest is read once, so that a long run costs each step
// no more than a short one.
import type { RunId } from '../../contract/ids.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import type { RunsStore } from './ports.ts'

/** Gives all items, in order, each time it is called. */
export function keepItems(runs: Pick<RunsStore, 'since'>, id: RunId): () => readonly RunItem[] {
  const stored: RunItem[] = []
  return () => {
    const fresh = runs.since(id, (stored.at(-1)?.id ?? 0) + 1)
    const moving = fresh.findIndex((item) => !atRest(item))
    const still = moving === -1 ? fresh.length : moving
    stored.push(...fresh.slice(0, still))
    return [...stored, ...fresh.slice(still)]
  }
}

/** An end that is not known yet may still be. */
function atRest(item: RunItem): boolean {
  if (item.kind === 'assistant') return !item.streaming
  return (
    item.kind !== 'call' || (item.state.kind === 'ended' && item.state.result.status !== 'unknown')
  )
}
