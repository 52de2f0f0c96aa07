// What a server was seen to do. Hosts: every one that its program asked the proxy for, or its own
// address. Programs: the one that was started. All else as far as somebody who looks from outside
// has found it.
import type { ServerAnswer } from '../../../contract/call/powers/server-power.ts'
import type { ObservedAccess } from '../../../contract/server/server-access.ts'
import type { Attempt, InsideFound } from './deps.ts'
import { changesByName } from '../trust/safe-verbs.ts'
import { reportedMisses, type Miss } from './faults/reported-misses.ts'

const MOST = 200
export type Observer = {
  attempt(attempt: Attempt): void
  program(path: string): void
  found(found: InsideFound): void
  /** Only its errors are looked at: what else it answers is somebody's content. */
  answered(answer: ServerAnswer, tool: string): void
  /** What it said that it could not have, in its answers and in these texts. */
  misses(texts: readonly string[]): readonly Miss[]
  seen(): ObservedAccess
}

export function openObserver(): Observer {
  const [hosts, refusedHosts, lookedUp, programs, files, written] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ]
  const misses = new Map<string, Miss>()
  const add = (to: Set<string>, name: string): void => {
    if (to.size < MOST) to.add(name)
  }
  const said = (text: string, makes = false): void => {
    for (const miss of reportedMisses(text, makes))
      if (misses.size < MOST) misses.set(JSON.stringify(miss), miss)
  }
  return {
    attempt({ host, port, allowed }) {
      const known = [...refusedHosts].some((one) => one.startsWith(`${host}:`))
      // Its port, once that is known, in place of the one that is meant where none is written.
      if (port === null) {
        if (!known) add(lookedUp, host)
        return
      }
      if (!allowed && port !== 443) lookedUp.delete(host)
      add(allowed ? hosts : refusedHosts, port === 443 ? host : `${host}:${port}`)
    },
    program: (path) => add(programs, path),
    found(found) {
      for (const path of found.programs) add(programs, path)
      for (const path of found.files) add(files, path)
      for (const path of found.written) add(written, path)
    },
    answered({ content, failed }, tool) {
      if (!failed) return
      for (const part of content) if (part.kind === 'text') said(part.text, changesByName(tool))
    },
    misses(texts) {
      said(texts.join('\n'))
      return [...misses.values()]
    },
    seen: () => ({
      hosts: [...hosts].toSorted(),
      refusedHosts: [...new Set([...refusedHosts, ...lookedUp])].slice(0, MOST).toSorted(),
      programs: [...programs].toSorted(),
      files: [...files].toSorted(),
      written: [...written].toSorted(),
    }),
  }
}
