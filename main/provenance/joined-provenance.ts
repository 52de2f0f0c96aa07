// The memory of several sessions that may be one agent: each keeps what it has seen, and what any
// of them has seen applies to all.
import type { ArgumentOrigin, Source, Taint } from '../../contract/call/origin.ts'
import type { SessionId } from '../../contract/ids.ts'
import type { Provenance } from './provenance.ts'

/** @param group all sessions that count as one, itself first. */
export function joinedProvenance(
  provenance: Provenance,
  group: (session: SessionId) => readonly SessionId[],
): Provenance {
  return {
    see: (session, seen) => provenance.see(session, seen),
    taint(session) {
      const [first, ...others] = group(session)
      if (others.length === 0) return provenance.taint(first ?? session)
      const all = group(session).map((one) => provenance.taint(one))
      return {
        privateRead: sources(all.map(({ privateRead }) => privateRead)),
        untrustedRead: sources(all.map(({ untrustedRead }) => untrustedRead)),
      } satisfies Taint
    },
    origins(session, args, named) {
      const all = group(session)
      if (all.length <= 1) return provenance.origins(session, args, named)
      const found = all.flatMap((one) => provenance.origins(one, args, named))
      return found.filter((origin, at) => found.findIndex((other) => same(origin, other)) === at)
    },
  }
}

/** As many as one session keeps. */
const MOST = 20

const sources = (lists: readonly (readonly Source[])[]): Source[] => {
  const all = lists.flat()
  return all
    .filter(({ from }, at) => all.findIndex((other) => other.from === from) === at)
    .slice(0, MOST)
}

const same = (a: ArgumentOrigin, b: ArgumentOrigin): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
