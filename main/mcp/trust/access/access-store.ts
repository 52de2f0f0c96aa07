// What each server was seen to do, over all sessions. Written when there is something new; a store
// that cannot be written costs advice and nothing else.
import {
  nothingObserved,
  type NewAccess,
  type ServerAccess,
  type ObservedAccess,
} from '../../../../contract/server/server-access.ts'
import type { ServerConfig } from '../../../../contract/server/server.ts'
import { StoredAccess, startAccess, learnt } from './access.ts'
import { adviceFor, declaredOf, tighterFor, watchedOf } from './access-text.ts'

export type AccessStore = {
  get(server: string): unknown
  put(server: string, body: StoredAccess): void
  remove(server: string): void
}

export type AccessStoresDeps = {
  readonly store: AccessStore
  /** Whether what the processes of a server have open can be looked at. */
  readonly samples: (server: string) => boolean
  readonly now: () => number
}

export function openAccessStores({ store, samples, now }: AccessStoresDeps) {
  const known = new Map<string, StoredAccess>()
  const accessOf = (server: string, definitions: string): StoredAccess => {
    const before = known.get(server)
    if (before !== undefined && before.definitions === definitions) return before
    const stored =
      before === undefined ? (StoredAccess.safeParse(store.get(server)).data ?? null) : null
    return startAccess(stored, definitions)
  }
  const counted = new Map<string, number>()
  const put = (server: string, access: StoredAccess): void => {
    known.set(server, access)
    try {
      store.put(server, access)
    } catch {
      // Said by the journal, which lies on the same disk, whenever it matters.
    }
  }
  return {
    /**
     * One call more. Kept in memory until it is learnt: a busy server must not cost a write for
     * each call.
     */
    count(server: string): void {
      counted.set(server, (counted.get(server) ?? 0) + 1)
    },
    /** @param observed null where it does not run. Gives what is new under unchanged definitions since the last time. */
    learn(
      server: string,
      config: ServerConfig,
      definitions: string,
      observed: ObservedAccess | null,
    ): readonly NewAccess[] {
      const before = accessOf(server, definitions)
      known.set(server, before)
      if (observed === null) return []
      const calls = counted.get(server) ?? 0
      counted.delete(server)
      const after = learnt(before, observed, config, calls, now())
      if (after !== before) put(server, after)
      return after.news.slice(before.news.length)
    },
    /** A person has looked at the server again: what surprised is known from now on. */
    acknowledge(server: string): void {
      const access = known.get(server)
      if (access === undefined || access.news.length === 0) return
      put(server, { ...access, known: access.observed, news: [] })
    },
    /** @param reads names of tools that say that they only read. */
    describe(
      server: string,
      config: ServerConfig,
      reads: readonly string[],
    ): { readonly access: ServerAccess; readonly advice: readonly string[] } {
      const own = known.get(server) ?? {
        definitions: '',
        known: null,
        observed: nothingObserved,
        news: [],
        calls: 0,
      }
      const watched = watchedOf(config, samples(server))
      const tighter = tighterFor(config, own, watched)
      const { observed, calls, news } = own
      return {
        access: { declared: declaredOf(config), observed, watched, calls, news, tighter },
        advice: adviceFor(config, own, tighter, reads),
      }
    },
    forget(server: string): void {
      known.delete(server)
      counted.delete(server)
      store.remove(server)
    },
  }
}
