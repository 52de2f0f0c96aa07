// What a server was seen to do. Hosts: every one that its program asked the proxy for, or its own
// address. Programs: the one that was started. All else as far as somebody who looks from outside
// has found it.
import type { ObservedAccess } from '../../../contract/server/server-access.ts'
import type { Attempt, InsideFound } from './deps.ts'

const MOST = 200
export type Observer = {
  attempt(attempt: Attempt): void
  program(path: string): void
  found(found: InsideFound): void
  seen(): ObservedAccess
}

export function openObserver(): Observer {
  const [hosts, refusedHosts, programs, files, written] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ]
  const add = (to: Set<string>, name: string): void => {
    if (to.size < MOST) to.add(name)
  }
  return {
    attempt: ({ host, port, allowed }) =>
      add(allowed ? hosts : refusedHosts, port === 443 ? host : `${host}:${port}`),
    program: (path) => add(programs, path),
    found(found) {
      for (const path of found.programs) add(programs, path)
      for (const path of found.files) add(files, path)
      for (const path of found.written) add(written, path)
    },
    seen: () => ({
      hosts: [...hosts].toSorted(),
      refusedHosts: [...refusedHosts].toSorted(),
      programs: [...programs].toSorted(),
      files: [...files].toSorted(),
      written: [...written].toSorted(),
    }),
  }
}
