// Runs kept in memory, as JSON text: what is read is never what was put, as with a real database.
import type { CallId, RunId, SessionId } from '../../contract/ids.ts'
import { Run, RunItem } from '../../contract/agent/run.ts'

export function runStore() {
  const runs = new Map<string, string>()
  const items = new Map<string, Map<number, string>>()
  const readRun = (text: string): Run => Run.parse(JSON.parse(text))
  const readItem = (text: string): RunItem => RunItem.parse(JSON.parse(text))
  const itemsOf = (id: RunId): RunItem[] =>
    [...(items.get(id)?.values() ?? [])].map(readItem).sort((a, b) => a.id - b.id)

  return {
    put: (run: Run): void => void runs.set(run.id, JSON.stringify(run)),
    get: (id: RunId): Run | null => {
      const text = runs.get(id)
      return text === undefined ? null : readRun(text)
    },
    list: (before: number | undefined, limit: number): readonly Run[] =>
      [...runs.values()]
        .map(readRun)
        .filter((run) => run.parent === undefined)
        .filter((run) => before === undefined || run.updatedAt < before)
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .slice(0, limit),
    putItem: (id: RunId, item: RunItem): void => {
      const own = items.get(id) ?? new Map<number, string>()
      items.set(id, own.set(item.id, JSON.stringify(item)))
    },
    items: itemsOf,
    page: (id: RunId, before: number | undefined, limit: number): RunItem[] =>
      itemsOf(id)
        .filter((item) => item.id < (before ?? Number.MAX_SAFE_INTEGER))
        .slice(-limit),
    since: (id: RunId, from: number): RunItem[] => itemsOf(id).filter((item) => item.id >= from),
    lastId: (id: RunId): number => itemsOf(id).at(-1)?.id ?? 0,
    moving: (id: RunId): RunItem[] =>
      itemsOf(id).filter(
        (item) =>
          (item.kind === 'assistant' && item.streaming) ||
          (item.kind === 'call' && item.state.kind !== 'ended'),
      ),
    copyItems: (from: RunId, to: RunId, before: number): void => {
      const own = [...(items.get(from)?.entries() ?? [])].filter(([id]) => id < before)
      items.set(to, new Map([...(items.get(to)?.entries() ?? []), ...own]))
    },
    branches: (id: RunId): readonly Run[] =>
      [...runs.values()].map(readRun).filter((run) => run.from?.run === id),
    ofSession: (session: SessionId): readonly Run[] =>
      [...runs.values()].map(readRun).filter((run) => run.session === session),
    children: (id: RunId): readonly Run[] =>
      [...runs.values()].map(readRun).filter((run) => run.parent?.run === id),
    tree: (root: RunId): readonly Run[] =>
      [...runs.values()].map(readRun).filter((run) => run.id === root || run.parent?.root === root),
    family: (session: SessionId): readonly Run[] =>
      [...runs.values()]
        .map(readRun)
        .filter((run) => run.session === session || run.parent?.rootSession === session),
    remove: (session: SessionId): void => {
      for (const run of [...runs.values()].map(readRun)) {
        if (run.session !== session && run.parent?.rootSession !== session) continue
        runs.delete(run.id)
        items.delete(run.id)
      }
    },
    unfinished: (): readonly Run[] =>
      [...runs.values()]
        .map(readRun)
        .filter((run) => ['working', 'waiting', 'queued'].includes(run.state)),
    findItemByCall: (callId: CallId) => {
      for (const text of runs.values()) {
        const { id } = readRun(text)
        const item = itemsOf(id).find((each) => each.kind === 'call' && each.callId === callId)
        if (item !== undefined) return { runId: id, item }
      }
      return null
    },
  }
}
