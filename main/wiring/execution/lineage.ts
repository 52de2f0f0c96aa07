// The sessions of a run and of the sub-agents below it: what they have seen applies to all of them,
// and a lasting answer for a run reaches those that work for it.
import type { RunId, SessionId } from '../../../contract/ids.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Run } from '../../../contract/agent/run.ts'
import { givenTo, isGivenTo } from '../../gate/lease/lease.ts'
import { principalOf } from '../../agent/principal-of.ts'
import type { RunsTable } from '../../store/tables/runs-table.ts'

export type Lineage = {
  /** All sessions of the tree that this one belongs to, itself first. */
  group(session: SessionId): readonly SessionId[]
  /** The sub-agent of that session and those it works for, nearest first; empty: it is none. */
  upwards(session: SessionId): readonly Run[]
  /** A run changed. */
  put(run: Run): void
  /** Runs were removed. */
  clear(): void
}

type Known = { readonly group: readonly SessionId[]; readonly run: RunId | null }

/** @param runs read once for each session; `put` tells what changes afterwards. */
export function openLineage(runs: Pick<RunsTable, 'ofSession' | 'family' | 'get'>): Lineage {
  const known = new Map<SessionId, Known>()
  const of = (session: SessionId): Known => {
    const before = known.get(session)
    if (before !== undefined) return before
    const run = runs.ofSession(session).find(({ parent }) => parent !== undefined)
    const root = run?.parent?.rootSession ?? session
    const all = new Set([session, root, ...runs.family(root).map((each) => each.session)])
    const found = { group: [...all], run: run?.id ?? null }
    if (known.size >= MOST) known.clear()
    known.set(session, found)
    return found
  }
  return {
    group: (session) => of(session).group,
    upwards(session) {
      const all: Run[] = []
      for (let id = of(session).run; id !== null;) {
        const run = runs.get(id)
        if (run === null) break
        all.push(run)
        id = run.parent?.run ?? null
      }
      return all
    },
    put(run) {
      // One that is new joins the others; of one that is known nothing of this changes.
      if (run.parent !== undefined && !known.has(run.session)) known.clear()
    },
    clear: () => known.clear(),
  }
}

const MOST = 1_000

/**
 * Lasting answers as a session has them: its own, those of nobody in particular, and of those it
 * works for. These are the same leases with the same count, revoked with them, and end with what was
 * handed on at the latest. Those above have nothing of those below.
 */
export function handedDown(
  active: (session: SessionId) => readonly Lease[],
  { upwards }: Pick<Lineage, 'upwards'>,
): (session: SessionId) => readonly Lease[] {
  const views = new WeakMap<Lease, Map<SessionId, Lease>>()
  const view = (lease: Lease, session: SessionId, run: Run): Lease => {
    const expires = run.parent?.delegation.expiresAt ?? null
    const created: Lease = {
      ...lease,
      session,
      principal: lease.principal === null ? null : givenTo(principalOf(run)),
      expiresAt: earlier(lease.expiresAt, expires),
    }
    const of = views.get(lease) ?? new Map<SessionId, Lease>()
    views.set(lease, of)
    const before = of.get(session)
    if (before !== undefined) return before
    of.set(session, created)
    return created
  }
  return (session) => {
    const [run, ...above] = upwards(session)
    const own = active(session)
    if (run === undefined) return own
    const theirs = above.flatMap((each) => {
      const asker = principalOf(each)
      return active(each.session).filter((lease) =>
        lease.principal === null
          ? lease.session === each.session
          : isGivenTo(lease, asker) && (lease.session === each.session || lease.session === null),
      )
    })
    // One of nobody's session is in both: as it is it concerns the one above alone.
    return [
      ...own.filter((lease) => !theirs.includes(lease)),
      ...theirs.map((lease) => view(lease, session, run)),
    ]
  }
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)
