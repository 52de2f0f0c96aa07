// Runs commands and programs: tries the sandbox once, says what holds, and lends one call the power
// to run what it was permitted. Where no sandbox holds nothing runs. Never decides whether a
// command may run.
//
// Commands in the workspace itself run in containers where the configuration says so; staged ones,
// rehearsals, servers and plugins never do.
//
// Linux: bubblewrap, measured (test/escape); where it cannot be, Landlock alone for commands of an
// ordinary user. macOS and Windows: every command is refused, and what could be had there is said.
import type { RunnerOptions, Runner } from './runner-powers.ts'
import { tmpdir } from 'node:os'
import type { RunnerKind } from '../../contract/runner-table.ts'
import { letGo } from '../../contract/let-go.ts'
import { resolvePath, type ResolvedPath } from './files/resolve-path.ts'
import { waitIn } from './processes/confine.ts'
import { openProtectedPathFinder } from './files/find-protected-paths.ts'
import { closedFinder } from './files/closed-finder.ts'
import { openCoverFinder, type OwnStop } from './files/own-stop.ts'
import { guardedInView } from './rehearsal/guarded-in-view.ts'
import { openStopList } from './files/stop-list.ts'
import { findSandboxStatus, type SandboxStatus } from './sandbox-status.ts'
import { openContainers } from './container/containers.ts'
import { keepTrying, type KeepTrying } from './keep-trying.ts'
import { runInWorkspace } from './run-in-workspace.ts'
import { runnerStatus } from './runner-status.ts'
import { startConfined } from './start-confined.ts'

/** Returns at once; the sandbox is tried in the background. */
export function openRunner(options: RunnerOptions): Runner {
  const closing = new AbortController()
  const active = new Set<Promise<unknown>>()
  const stopList = openStopList(options)
  const findProtectedPaths = openProtectedPathFinder()
  const ownStop: OwnStop = options.ownStop ?? (() => [])
  const findCovers = openCoverFinder(ownStop)
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

  const { seen, enforced, statusFor, learnWorker } = runnerStatus({
    tried,
    inForce,
    workspaceNow: () => options.workspace?.(),
    closing: closing.signal,
  })
  const learned = tried.first.then(() => learnWorker().catch(() => {}))
  const confined = {
    home: options.home,
    closing: closing.signal,
    ownStop,
    stopList,
    resolvedIn,
    closedIn,
    findCovers,
  }
  const runOne = runInWorkspace({
    ...confined,
    findProtectedPaths,
    async statusFor({ workspace, requires, view }) {
      await learnWorker(workspace)
      return statusFor(requires, view === undefined ? inForce() : tried)
    },
  })

  return {
    ready: Promise.all([learned, containers.tried()?.first]).then(() => {}),
    protections: seen,
    tried: () => tried.status().protections,
    helperFiles: () => tried.status().helperFiles,
    enforced,
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
    async start(program) {
      const started = await startConfined(program, {
        ...confined,
        status: (requires) => statusFor(requires, tried),
      })
      if (!started.ok) return started
      const { exited } = started.value
      active.add(exited)
      letGo(exited.then(() => active.delete(exited)))
      return started
    },
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
