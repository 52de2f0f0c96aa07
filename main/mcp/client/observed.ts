// What a server was seen to reach. Hosts: every one that its program asked the proxy for, or its own address. Programs: the one
// that was started; which others it starts inside is not seen, nor which files it reads in the folders it was shown.
import type { ServerSeen } from '../../../contract/server-reach.ts'
import type { Attempt } from './needs.ts'

const MOST = 200
export type Observer = {
  attempt(attempt: Attempt): void
  program(path: string): void
  seen(): ServerSeen
}

export function openObserver(): Observer {
  const [hosts, refusedHosts, programs] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const add = (to: Set<string>, name: string): void => {
    if (to.size < MOST) to.add(name)
  }
  return {
    attempt: ({ host, port, allowed }) => add(allowed ? hosts : refusedHosts, port === 443 ? host : `${host}:${port}`),
    program: (path) => add(programs, path),
    seen: () => ({
      hosts: [...hosts].toSorted(),
      refusedHosts: [...refusedHosts].toSorted(),
      programs: [...programs].toSorted(),
      files: [],
      written: [],
    }),
  }
}
