// What a program is shown of the machine, and at which place: its own folders, the person's, and in these
// what is closed.
import type { Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { coverIdentities, shownCovers } from '../files/cover-files.ts'
import type { Cover } from '../files/own-stop.ts'
import type { Guarded } from '../files/protected-paths.ts'
import { within } from '../files/resolve-path.ts'
import { unreadable } from '../files/unreadable.ts'
import type { Shown } from '../linux/bubblewrap.ts'
import { staysRoot, type HostUser } from '../linux/host-user.ts'
import type { IsolationProfiles } from '../linux/isolation-profile.ts'
import type { comparison } from '../linux/job-line.ts'
import { PROGRAM_HOME, PROGRAM_PACKAGE, shownOf, type Program } from './program.ts'

/** What is closed in the folders that it is shown: covered, or read-only. */
export type ClosedIn = { readonly covers: readonly Cover[]; readonly guarded: readonly Guarded[] }

export type ProgramView = {
  /** What is mounted, without what is closed in them. */
  readonly mounts: readonly Shown[]
  /** The same with what is closed in them, in the order in which they are mounted. */
  readonly shown: readonly Shown[]
  readonly helperFiles: string
  /** The socket of the proxy, where it can be reached. */
  readonly proxySocket: string | null
  /** What has to lie at each closed place when it begins. */
  readonly closed: Parameters<typeof comparison>[0]
}

/** Fails where `as`, whom it belongs to outside, cannot be shown a part of it. */
export async function viewOf(
  profiles: IsolationProfiles,
  program: Program,
  closed: ClosedIn,
  as: HostUser | null,
): Promise<Result<ProgramView, Failure>> {
  const wanted: readonly Shown[] = [
    ...(program.home === null ? [] : [{ from: program.home, at: PROGRAM_HOME, readOnly: false }]),
    ...(program.package === undefined
      ? []
      : [{ from: program.package, at: PROGRAM_PACKAGE, readOnly: true }]),
    ...shownOf(program),
  ]
  // What is root's alone, he is shown as his.
  const mapped =
    program.worksIn !== undefined && staysRoot(program.worksIn)
      ? shownOf(program).filter(
          ({ from, at }) => (from === program.worksIn || from !== at) && staysRoot(from),
        )
      : []
  const closedTo = await unreadable(
    as,
    program.argv,
    shownOf(program).flatMap((each) => (mapped.includes(each) ? [] : [each.from])),
  )
  if (closedTo !== null) return err(closedTo)
  const paths = Object.fromEntries(wanted.map(({ from, at }) => [at, from]))
  const placed = await profiles.mountPath(
    as,
    {
      ...paths,
      made: profiles.hostLayout.helperFiles,
      ...(program.proxy === null ? {} : { proxy: program.proxy.socket }),
    },
    [
      ...mapped.map(({ at }) => at),
      ...(program.worksIn !== undefined && staysRoot(program.worksIn) ? ['proxy'] : []),
    ],
  )
  if (!placed.ok) return placed
  const from = placed.value
  const mounts = wanted
    .map(({ at, readOnly }) => ({ from: from[at] ?? at, at, readOnly }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const below = (path: string): string => {
    const base = mounts
      .filter(({ at }) => within(path, at))
      .toSorted((one, other) => other.at.length - one.at.length)[0]
    return base === undefined ? path : base.from + path.slice(base.at.length)
  }
  const helperFiles = from['made'] ?? profiles.hostLayout.helperFiles
  const guarded = seenInside(program, closed.guarded)
  const covers = seenInside(program, closed.covers)
  const protectedPaths = guarded.map(({ path, readOnly }) => ({
    from: below(path),
    at: path,
    readOnly,
  }))
  // Parents first, or one would cover what lies in it; of two at one place the last holds, so that
  // what is closed comes later.
  const shown = [
    ...[...mounts, ...protectedPaths].toSorted((one, other) =>
      one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
    ),
    ...shownCovers(covers, helperFiles),
  ]
  return ok({
    mounts,
    shown,
    helperFiles,
    proxySocket: from['proxy'] ?? null,
    closed: [...guarded, ...coverIdentities(covers, profiles.hostLayout.helperFiles)],
  })
}

/**
 * Where what is closed is seen inside: once at each place that shows it. Of two folders of which one
 * lies in the other, both show what is in the inner one.
 */
function seenInside<T extends { readonly path: string }>(
  { placed = [], readOnly, writable }: Program,
  closed: readonly T[],
): readonly T[] {
  if (placed.length === 0) return closed
  const seen = new Map<string, T>()
  for (const each of closed) {
    if ([...readOnly, ...writable].some((folder) => within(each.path, folder)))
      seen.set(each.path, each)
    for (const { from, at } of placed) {
      if (!within(each.path, from)) continue
      const path = at + each.path.slice(from.length)
      seen.set(path, { ...each, path })
    }
  }
  return [...seen.values()]
}
