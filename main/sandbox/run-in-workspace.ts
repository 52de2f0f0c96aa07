// Runs one command in a workspace, confined to what is not closed there, and says what it planted.
import { failure, type Failure } from '../../contract/failure.ts'
import type { ProcessEnd, ProcessRequest } from '../../contract/call/powers/run-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Closed, closedFinder } from './files/closed-finder.ts'
import type { ProtectedPaths, openProtectedPathFinder } from './files/find-protected-paths.ts'
import { disarmModified } from './files/modified-protected-paths.ts'
import {
  appeared,
  changedUnwatched,
  shownMeanwhile,
  type Cover,
  type openCoverFinder,
  type OwnStop,
} from './files/own-stop.ts'
import { modifiedSince } from './files/protected-paths.ts'
import type { ResolvedPath } from './files/resolve-path.ts'
import type { openStopList } from './files/stop-list.ts'
import { watchStops, type WatchedStops } from './files/watch/watch-stops.ts'
import { runBy } from './linux/run-by.ts'
import { whereToRun } from './processes/where-to-run.ts'
import { guardedInView } from './rehearsal/guarded-in-view.ts'
import { boundsOf } from './run-bounds.ts'
import type { Runner } from './runner-powers.ts'
import type { SandboxStatus } from './sandbox-status.ts'

type Given = Parameters<Runner['power']>[0]

export type RunInWorkspaceDeps = {
  readonly closing: AbortSignal
  readonly ownStop: OwnStop
  readonly stopList: ReturnType<typeof openStopList>
  readonly resolvedIn: (workspace: string) => ResolvedPath
  readonly closedIn: ReturnType<typeof closedFinder>
  readonly findCovers: ReturnType<typeof openCoverFinder>
  readonly findProtectedPaths: ReturnType<typeof openProtectedPathFinder>
  /** Why nothing may start now, or what holds it. */
  readonly statusFor: (given: Given) => Promise<Result<SandboxStatus['by'], Failure>>
}

type Started = {
  readonly held: SandboxStatus['by']
  readonly cwd: string
  readonly workspace: string
  readonly closed: Closed
  readonly watched: WatchedStops
}

export function runInWorkspace(deps: RunInWorkspaceDeps) {
  const { closing, ownStop, stopList, resolvedIn, closedIn, findCovers, findProtectedPaths } = deps
  const runOne = async (
    request: ProcessRequest,
    given: Given,
  ): Promise<Result<ProcessEnd, Failure>> => {
    const held = await deps.statusFor(given)
    if (!held.ok) return held
    if (request.command.includes('\0'))
      return err(failure('command.nul', 'The command holds a NUL character.'))
    const found = await whereToRun(request, given.permitted, resolvedIn(given.workspace), stopList)
    if (!found.ok) return found
    const { cwd, workspace } = found.value
    let covered: readonly Cover[] = []
    const watched = await watchStops(workspace, ownStop(), () => covered)
    try {
      const closed = await closedIn(workspace, given.view)
      if (!closed.ok) return closed
      covered = closed.value.covers
      return await runClosed(request, given, {
        held: held.value,
        cwd,
        workspace,
        closed: closed.value,
        watched,
      })
    } finally {
      watched.dispose()
    }
  }

  const runClosed = async (
    request: ProcessRequest,
    given: Given,
    { held, cwd, workspace, closed, watched }: Started,
  ): Promise<Result<ProcessEnd, Failure>> => {
    const { protectedPaths, covers, guarded } = closed
    const inside = {
      command: request.command,
      cwd,
      workspace,
      covers,
      proxy: given.proxy ?? null,
      guarded:
        given.view === undefined
          ? guarded
          : await guardedInView(workspace, given.view.viewPath, guarded),
    }
    const limits = boundsOf(request, given, closing)
    const ended = await runBy(held, inside, limits, given.view)
    // What was not there could be neither covered nor shown read-only.
    const now = await findCovers(workspace)
    await watched.whenIdle()
    const [late] = [...(now.ok ? appeared(covers, now.value) : [workspace]), watched.late()].filter(
      (path) => path !== null,
    )
    const planted = given.view === undefined ? await plantedNow(workspace, protectedPaths) : {}
    if (late !== undefined) return err(shownMeanwhile(late))
    const unseen = await watched.changedUnseen()
    if (unseen !== null) return err(changedUnwatched(unseen))
    return ended.ok ? ok({ ...ended.value, ...planted }) : ended
  }

  /** What of it Git would run is put out of the way; the rest is said. */
  const plantedNow = async (workspace: string, before: ProtectedPaths) => {
    const after = await findProtectedPaths(workspace)
    const held = await disarmModified(workspace, before, after)
    return { ...modifiedSince(workspace, before, after), ...(held.length === 0 ? {} : { held }) }
  }

  return runOne
}
