// What each server was seen to do, over all sessions. Written when there is something new; a store that cannot be written
// costs advice and nothing else.
import type { ServerConfig } from '../../../contract/server.ts'
import { Reach, adviceFor, beginReach, learnt } from './reach.ts'
import type { Observed } from './reach.ts'

export type ReachStore = { get(server: string): unknown; put(server: string, body: Reach): void; remove(server: string): void }

export function openReaches(store: ReachStore) {
  const known = new Map<string, Reach>()
  const reachOf = (server: string, definitions: string): Reach => {
    const before = known.get(server)
    if (before !== undefined && before.definitions === definitions) return before
    const stored = before === undefined ? (Reach.safeParse(store.get(server)).data ?? null) : null
    return beginReach(stored, definitions)
  }
  const counted = new Map<string, number>()
  const put = (server: string, reach: Reach): void => {
    known.set(server, reach)
    try {
      store.put(server, reach)
    } catch {
      // Said by the journal, which lies on the same disk, whenever it matters.
    }
  }
  return {
    /** One call more. Kept in memory until something is learnt: a busy server must not cost a write for each call. */
    count(server: string): void {
      counted.set(server, (counted.get(server) ?? 0) + 1)
    },
    /** @param observed null where it does not run. */
    learn(server: string, definitions: string, observed: Observed | null): void {
      const before = reachOf(server, definitions)
      known.set(server, before)
      if (observed === null) return
      const calls = counted.get(server) ?? 0
      counted.delete(server)
      const after = learnt(calls === 0 ? before : { ...before, calls: before.calls + calls }, observed)
      if (after !== before) put(server, after)
    },
    /** A person has looked at the server again: what surprised is known from now on. */
    acknowledge(server: string): void {
      const reach = known.get(server)
      if (reach === undefined || reach.surprises.length === 0) return
      put(server, { ...reach, known: reach.seen, surprises: [] })
    },
    advice: (server: string, config: ServerConfig, reads: readonly string[]): readonly string[] => {
      const reach = known.get(server)
      return reach === undefined ? [] : adviceFor(config, reach, reads)
    },
    forget(server: string): void {
      known.delete(server)
      store.remove(server)
    },
  }
}
