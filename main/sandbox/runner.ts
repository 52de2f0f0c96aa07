// Runs commands and programs: tries the sandbox once, says what holds, and lends one call the power
// to run what it was permitted. Where no sandbox holds nothing runs. Never decides whether a
// command may run.
//
// Commands in the workspace itself run in containers where the configuration says so; staged ones,
// rehearsals, servers and plugins never do.
//
// Linux: bubblewrap, measured (test/escape); where it cannot be, Landlock alone for commands of an
// ordinary user. macOS and Windows: every command is refused, and what could be had there is said.
import type { RunnerOptions, Enforced, Runner } from './runner-powers.ts'
import { tmpdir } from 'node:os'
import type { RunnerKind } from '../../contract/runner-table.ts'
import { letGo } from '../../contract/let-go.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ProcessEnd, ProcessRequest } from '../../contract/call/powers/powers.ts'
import type { Protection } from '../../contract/protection.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { boundsOf } from './run-bounds.ts'
import { giveTo, staysRoot } from './linux/host-user.ts'
import { resolvePath, type ResolvedPath } from './files/resolve-path.ts'
import { shownOf, socketsLeadOut, startProgram, type Program } from './processes/program.ts'
import { waitIn } from './processes/confine.ts'
import { isClosing, needsNamespaces, runBy } from './linux/run-by.ts'
import type { Running } from './processes/running.ts'
import { openProtectedPathFinder, type ProtectedPaths } from './files/find-protected-paths.ts'
import { disarmModified } from './files/modified-protected-paths.ts'
import { closedFinder, type Closed } from './files/closed-finder.ts'
import { watchFolders } from './files/watch/watch-folders.ts'
import { watchStops, type WatchedStops } from './files/watch/watch-stops.ts'
import {
  appeared,
  openCoverFinder,
  changedUnwatched,
  shownMeanwhile,
  type Cover,
  type OwnStop,
} from './files/own-stop.ts'
import { modifiedSince, type Guarded } from './files/protected-paths.ts'
import { asRoot } from './protections.ts'
import { enforcedBy } from './enforced.ts'
import { guardedInView } from './rehearsal/guarded-in-view.ts'
import { openStopList } from './files/stop-list.ts'
import { mayBeShown, whereToRun } from './processes/where-to-run.ts'
import { findSandboxStatus, type SandboxStatus } from './sandbox-status.ts'
import { openContainers } from './container/containers.ts'
import { keepTrying, type KeepTrying } from './keep-trying.ts'

/** Returns at once; the sandbox is tried in the background. */
export function openRunner(options: RunnerOptions): Runner {
  const closing = new AbortController()
  const active = new Set<Promise<unknown>>()
  const stopList = openStopList(options)
  const findProtectedPaths = openProtectedPathFinder()
  const findCovers = openCoverFinder(options.ownStop ?? (() => nothingStopped))
  const closedIn = closedFinder({ findCovers, findProtectedPaths })
  const paths = new Map<string, ResolvedPath>()
  const resolvedIn = (workspace: string): ResolvedPath => {
    const known =
      paths.get(workspace) ?? resolvePath({ workspace, stop: options.stop, home: options.home })
    paths.set(workspace, known)
    return known
  }

  const tried = keepTrying(
    (timeout) => findSandboxStatus(options, closing.signal, timeout * (options.trialShare ?? 1)),
    {
      closing: closing.signal,
      changed: () => options.changed?.(),
    },
  )

  const containers = openContainers({
    config: options.container ?? (() => null),
    scratch: options.scratch ?? tmpdir(),
    programs: options.containerPrograms ?? {},
    closing: closing.signal,
    changed: () => options.changed?.(),
  })
  /** What runs commands in the workspace itself. */
  const inForce = (): KeepTrying => containers.tried() ?? tried

  /** What is about servers and plugins is the sandbox's, whatever runs commands. */
  const withLocal = (protections: readonly Protection[]): readonly Protection[] =>
    protections.map((each) =>
      each.id === 'second-wall'
        ? (tried.status().protections.find(({ id }) => id === each.id) ?? each)
        : each,
    )

  /** What the trial saw applies to a workspace that is not root's alone. */
  const seen = (place = inForce()): readonly Protection[] => {
    const workspace = options.workspace?.()
    const protections = withLocal(place.status().protections)
    const { by } = place.status()
    if (workspace === undefined || !staysRoot(workspace)) return protections
    if (by.kind === 'bubblewrap' && by.profiles.mapped(workspace)) return protections
    const [detail, how] = asRoot
    return protections.map((each) =>
      each.id === 'outer-user' && each.state === 'enforced'
        ? { ...each, state: 'missing', detail, how }
        : each,
    )
  }
  /** Finds out whether commands in a workspace of root's own have to be root. */
  const learnWorker = async (workspace = options.workspace?.()): Promise<void> => {
    await tried.whenIdle()
    const { by } = tried.status()
    if (workspace !== undefined && by.kind === 'bubblewrap' && staysRoot(workspace))
      await by.profiles.worker(workspace)
  }
  const learned = tried.first.then(() => learnWorker().catch(() => {}))

  const enforced = (requires: readonly string[] = [], place = inForce()): Enforced =>
    enforcedBy(
      { trying: place.trying(), protections: seen(place), by: place.status().by },
      requires,
    )

  /** Why something may not start now, or what holds it. */
  const statusFor = async (
    requires: readonly string[] = [],
    place = inForce(),
  ): Promise<Result<SandboxStatus['by'], Failure>> => {
    await place.whenIdle()
    const state = enforced(requires, place)
    if (!state.ok) return err(failure('sandbox.missing', state.text, state.how))
    return closing.signal.aborted ? err(isClosing()) : ok(place.status().by)
  }

  const runOne = async (
    request: ProcessRequest,
    given: Parameters<Runner['power']>[0],
  ): Promise<Result<ProcessEnd, Failure>> => {
    await learnWorker(given.workspace)
    const held = await statusFor(given.requires, given.view === undefined ? inForce() : tried)
    if (!held.ok) return held
    if (request.command.includes('\0'))
      return err(failure('command.nul', 'The command holds a NUL character.'))
    const found = await whereToRun(request, given.permitted, resolvedIn(given.workspace), stopList)
    if (!found.ok) return found
    const { cwd, workspace } = found.value
    let covered: readonly Cover[] = []
    const watched = await watchStops(
      workspace,
      options.ownStop?.() ?? nothingStopped,
      () => covered,
    )
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
    given: Parameters<Runner['power']>[0],
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
    const limits = boundsOf(request, given, closing.signal)
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

  const startOne = async (program: Program): Promise<Result<Running, Failure>> => {
    const held = await statusFor(program.requires, tried)
    if (!held.ok) return held
    if (held.value.kind !== 'bubblewrap')
      return err(needsNamespaces('Programs do not run', held.value))
    const { profiles } = held.value
    const ways = await socketsLeadOut(program)
    if (ways !== null) return err(ways)
    const { home, package: packaged, worksIn } = program
    const own = [home, packaged].filter((path) => typeof path === 'string')
    // Zones do not depend on it: what is closed is closed wherever the workspace lies.
    const resolved = resolvedIn(own[0] ?? worksIn ?? options.home)
    for (const path of [...own, ...shownOf(program).map(({ from }) => from)]) {
      const refused = await mayBeShown(path, resolved, stopList, own.includes(path))
      if (refused !== null) return err(refused)
    }
    const signal = AbortSignal.any([program.signal, closing.signal])
    const covers: Cover[] = []
    const guarded: Guarded[] = []
    const shown = shownOf(program)
    const folders = [...new Set(shown.map(({ from }) => from))]
    const writable = new Set(shown.flatMap(({ from, readOnly }) => (readOnly ? [] : [from])))
    const watched = await watchFolders(
      folders,
      options.ownStop ?? (() => nothingStopped),
      () => covers,
      findCovers,
    )
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
        ? await profiles.outer(own[0] ?? options.home)
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
    const running = watched.over(started.value)
    active.add(running.exited)
    letGo(running.exited.then(() => active.delete(running.exited)))
    return ok(running)
  }

  return {
    ready: Promise.all([learned, containers.tried()?.first]).then(() => {}),
    protections: () => seen(),
    tried: () => tried.status().protections,
    helperFiles: () => tried.status().helperFiles,
    enforced: (requires) => enforced(requires),
    found: async () => ({
      kind: kindOf(inForce().status().by),
      containers: await containers.look(),
    }),
    follow() {
      containers.follow()
      letGo(learnWorker())
    },
    power: (given) => ({
      run: (request) => {
        const work = runOne(request, given)
        active.add(work)
        return work.finally(() => active.delete(work))
      },
    }),
    async prepare(workspace, view, proxy) {
      const nothing = { dismiss: () => {} }
      const { by } = tried.status()
      if (by.kind !== 'bubblewrap' || view.enter.length === 0) return nothing
      const closed = await closedIn(workspace, view)
      if (!closed.ok) return nothing
      const { covers } = closed.value
      const guarded = await guardedInView(workspace, view.viewPath, closed.value.guarded)
      if (closing.signal.aborted) return nothing
      return waitIn(by.profiles, { workspace, cwd: workspace, covers, guarded, proxy }, view)
    },
    start: startOne,
    dispose: async () => {
      closing.abort()
      await tried.first
      await Promise.allSettled(active)
      await containers.dispose()
      await (await tried.end()).remove()
    },
  }
}

const kindOf = ({ kind }: SandboxStatus['by']): RunnerKind => (kind === 'nothing' ? 'none' : kind)

const nothingStopped: ReturnType<OwnStop> = []

type Started = {
  readonly held: SandboxStatus['by']
  readonly cwd: string
  readonly workspace: string
  readonly closed: Closed
  readonly watched: WatchedStops
}
