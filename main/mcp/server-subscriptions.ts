// Which resources of which server somebody here wants to hear of, kept over restarts of the server.
import type { RunningServers } from './running-servers.ts'

export type ServerSubscriptions = {
  /** Calls back whenever the server says that it is another; the function returned ends that. */
  watch(server: string, uri: string, notify: () => void): () => void
  /** The server says that this resource is another. */
  updated(server: string, uri: string): void
  /** After connections may have come or gone. */
  follow(): void
}

export function openServerSubscriptions(running: Pick<RunningServers, 'get'>): ServerSubscriptions {
  const wanted = new Map<string, Map<string, Set<() => void>>>()
  const given = new WeakMap<object, string>()

  const follow = (): void => {
    for (const [server, uris] of wanted) {
      const connection = running.get(server)
      const all = [...uris.keys()].toSorted()
      const key = all.join('\n')
      if (connection === null || (given.get(connection) ?? '') === key) continue
      given.set(connection, key)
      connection.subscribe(all)
    }
  }
  return {
    watch(server, uri, notify) {
      const own = { notify: () => notify() }
      const uris = wanted.get(server) ?? new Map<string, Set<() => void>>()
      wanted.set(server, uris)
      uris.set(uri, (uris.get(uri) ?? new Set()).add(own.notify))
      follow()
      return () => {
        const listeners = uris.get(uri)
        if (listeners?.delete(own.notify) !== true) return
        if (listeners.size === 0) uris.delete(uri)
        follow()
      }
    },
    updated(server, uri) {
      for (const notify of wanted.get(server)?.get(uri) ?? []) notify()
    },
    follow,
  }
}
