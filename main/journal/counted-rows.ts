// Rows about what anybody can bring about as often as they like: the first is written at once, and
// what follows within a minute is one more row that says how many there were. So neither a program
// that guesses tokens nor a model server that is down can fill the journal.
import { letGo } from '../../contract/let-go.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'

const WINDOW_MS = 60_000
/** Different ones that are counted at the same time; more share the last place. */
const MOST = 100

type Counted = Extract<JournalEntry, { kind: 'gateway' | 'webhook' | 'model' }>

export type CountedRows = {
  /** @param key what counts as the same. */
  note(key: string, entry: Counted): void
  /** Writes what is still counted. */
  dispose(): Promise<void>
}

/** @param write never rejects for what can be expected. */
export function openCountedRows(
  write: (entry: Counted) => Promise<unknown>,
  report: (fault: unknown) => void,
): CountedRows {
  const open = new Map<string, { entry: Counted; more: number; timer: NodeJS.Timeout }>()
  const put = (entry: Counted): Promise<void> =>
    write(entry).then(
      () => {},
      (fault: unknown) => report(fault),
    )
  const start = (key: string, entry: Counted): void => {
    const timer = setTimeout(() => {
      const counted = open.get(key)
      open.delete(key)
      if (counted === undefined || counted.more === 0) return
      start(key, counted.entry)
      letGo(put({ ...counted.entry, count: counted.more }))
    }, WINDOW_MS).unref()
    open.set(key, { entry, more: 0, timer })
  }
  return {
    note(key, entry) {
      const slot = open.has(key) || open.size < MOST ? key : '*'
      const counted = open.get(slot)
      if (counted === undefined) {
        start(slot, entry)
        letGo(put(entry))
        return
      }
      counted.entry = entry
      counted.more += 1
    },
    async dispose() {
      const left = [...open.values()]
      open.clear()
      for (const { timer } of left) clearTimeout(timer)
      await Promise.all(
        left.flatMap(({ entry, more }) => (more === 0 ? [] : [put({ ...entry, count: more })])),
      )
    },
  }
}
