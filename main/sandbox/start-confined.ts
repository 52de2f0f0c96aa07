// Starts a program that goes on, such as a server or a plugin, shown no more than it was granted, and
// ends it when something of that must no longer be shown.
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { closedFinder } from './files/closed-finder.ts'
import type { Cover, openCoverFinder, OwnStop } from './files/own-stop.ts'
import type { Guarded } from './files/protected-paths.ts'
import type { ResolvedPath } from './files/resolve-path.ts'
import type { openStopList } from './files/stop-list.ts'
import { watchFolders } from './files/watch/watch-folders.ts'
import { giveTo } from './linux/host-user.ts'
import { needsNamespaces } from './linux/run-by.ts'
import { shownOf, socketsLeadOut, type Program } from './processes/program.ts'
import { startProgram } from './processes/start-program.ts'
import type { Running } from './processes/running.ts'
import { mayBeShown } from './processes/where-to-run.ts'
import type { SandboxStatus } from './sandbox-status.ts'

export type StartConfinedDeps = {
  readonly home: string
  readonly closing: AbortSignal
  readonly ownStop: OwnStop
  readonly stopList: ReturnType<typeof openStopList>
  readonly resolvedIn: (folder: string) => ResolvedPath
  readonly closedIn: ReturnType<typeof closedFinder>
  readonly findCovers: ReturnType<typeof openCoverFinder>
  /** Why nothing may start now, or what holds it. */
  readonly status: (
    requires: readonly string[] | undefined,
  ) => Promise<Result<SandboxStatus['by'], Failure>>
}

export async function startConfined(
  program: Program,
  deps: StartConfinedDeps,
): Promise<Result<Running, Failure>> {
  const { stopList, resolvedIn, closedIn, findCovers } = deps
  const held = await deps.status(program.requires)
  if (!held.ok) return held
  if (held.value.kind !== 'bubblewrap')
    return err(needsNamespaces('Programs do not run', held.value))
  const { profiles } = held.value
  const ways = await socketsLeadOut(program)
  if (ways !== null) return err(ways)
  const { home, package: packaged, worksIn } = program
  const own = [home, packaged].filter((path) => typeof path === 'string')
  // Zones do not depend on it: what is closed is closed wherever the workspace lies.
  const resolved = resolvedIn(own[0] ?? worksIn ?? deps.home)
  for (const path of [...own, ...shownOf(program).map(({ from }) => from)]) {
    const refused = await mayBeShown(path, resolved, stopList, own.includes(path))
    if (refused !== null) return err(refused)
  }
  const signal = AbortSignal.any([program.signal, deps.closing])
  const covers: Cover[] = []
  const guarded: Guarded[] = []
  const shown = shownOf(program)
  const folders = [...new Set(shown.map(({ from }) => from))]
  const writable = new Set(shown.flatMap(({ from, readOnly }) => (readOnly ? [] : [from])))
  const watched = await watchFolders(folders, deps.ownStop, () => covers, findCovers)
  for (const path of folders) {
    // What it may only read needs no guard, but its covers must not be moved away either: it
    // cannot.
    const closed = writable.has(path) ? await closedIn(path) : await findCovers(path)
    if (!closed.ok) {
      watched.dispose()
      return closed
    }
    if ('guarded' in closed.value) guarded.push(...closed.value.guarded)
    covers.push(...('guarded' in closed.value ? closed.value.covers : closed.value))
  }
  const ending = AbortSignal.any([signal, watched.signal])
  const as =
    worksIn === undefined
      ? await profiles.outer(own[0] ?? deps.home)
      : await profiles.worker(worksIn)
  // What several may be started from is readable for all, and belongs to none of them.
  if (worksIn !== undefined && home !== null) for (const path of own) giveTo(as, path)
  const started = await startProgram(
    profiles,
    { ...program, signal: ending },
    { covers, guarded },
    as,
  )
  if (!started.ok) {
    watched.dispose()
    return started
  }
  return ok(watched.over(started.value))
}
