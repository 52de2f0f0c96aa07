// Owns running commands and programs: tries the sandbox once, says what holds, and lends one call the power to run what it
// was permitted. Where no sandbox holds nothing runs. Never decides whether a command may run.
//
// Linux: bubblewrap, measured (test/escape); where it cannot be, Landlock alone for commands of an ordinary user. macOS and
// Windows: every command is refused, and what could be had there is said.
import { letGo } from '../../contract/let-go.ts'
import { realpath } from 'node:fs/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/never.ts'
import type { ProcessEnd, ProcessRequest, RunPower } from '../../contract/powers.ts'
import type { Protection } from '../../contract/protection.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { CanonicalTouch } from '../../contract/touch.ts'
import type { Stream } from './child.ts'
import { runInside, type Bounds, type Elsewhere, type Inside } from './confine.ts'
import { staysRoot } from './outer-user.ts'
import { canonicalPlace, type Place } from './place.ts'
import { startProgram, type Program } from './program.ts'
import type { Running } from './running.ts'
import { mountsFor, noSpots, plantedSince, prepareSpots } from './protected-spots.ts'
import { allAre, asRoot, lackingOf } from './protections.ts'
import { guardedInView } from './rehearse-guarded.ts'
import { openStopList, stopPlacesInside, type StopList } from './stop-list.ts'
import { nothing, stand, type Standing, type StandOptions } from './stand.ts'

export type RunnerOptions = StandOptions & {
  /** As for `canonicalPlace`: Gatehouse's own folders, and the person's home. */
  readonly stop: readonly string[]
  readonly home: string
  /** The workspace in force; as root, protections then say whether commands there have to be root. */
  readonly workspace?: () => string
}

export type RunLimits = { readonly runTimeMs: number; readonly stdoutBytes: number; readonly stderrBytes: number }

export type Enforced =
  | { readonly ok: true; readonly text: string }
  /** `trying`: nobody knows yet, so nothing runs yet. */
  | { readonly ok: false; readonly trying: boolean; readonly text: string; readonly how: string }

export type Runner = {
  /** Settled when the sandbox has been tried; never rejects. */
  readonly ready: Promise<void>
  /** What was seen to hold. All `missing` until `ready`. */
  protections(): readonly Protection[]
  /** What the trial saw, whoever owns the workspace: a rehearsal has a copy of its own. */
  tried(): readonly Protection[]
  /** The folder of our own small files for the inside; null where there is no sandbox. For rehearsals. */
  made(): string | null
  /** Whether commands run at all, and with these protections beside the indispensable ones, in one sentence; if not, what to do. */
  enforced(requires?: readonly string[]): Enforced
  /**
   * The power of one call: runs exactly the permitted `proc.run` touches, in `/bin/sh` (bash where there is no sh), in a
   * folder of `workspace`. The shorter of the request's and the limits' time holds. Waits for `ready`.
   * With Landlock alone a call with a `proxy` or a `view` is refused as `sandbox.missing`.
   * Failures: `sandbox.missing`, `sandbox.workspace`, `sandbox.spawn`, `sandbox.helper`, `sandbox.unreachable`,
   * `command.outside-permit`, `command.nul`, `command.too-long`, `path.outside`, `path.changed`, `path.not-folder`, and those of `canonicalPlace`.
   */
  power(options: {
    readonly permitted: readonly CanonicalTouch[]
    readonly workspace: string
    readonly limits: RunLimits
    readonly signal: AbortSignal
    onOutput(stream: Stream, text: string): void
    /** A rehearsal: `look` is where the throw-away workspace can be seen from here. */
    view?: Elsewhere & { readonly look: string }
    /** The unix socket of a filtering proxy that this call may use; left out or null: no network. */
    proxy?: null | { readonly socket: string }
    /** What must be enforced beside the indispensable; with less it is refused. */
    requires?: readonly string[]
  }): RunPower
  /**
   * Starts a program that runs for long (an MCP server, a plugin) in the same sandbox as commands: see `Program` for what it
   * is given and `Running` for how to talk to it. It ends when its `signal` says so, and with `dispose`. Waits for `ready`.
   * A program that is not there ends by itself with code 127. With Landlock alone every program is refused as `sandbox.missing`.
   * Failures: `sandbox.missing`, `sandbox.path`, `sandbox.unreachable`, `program.environment`, `command.nul`, `command.too-long`.
   */
  start(program: Program): Promise<Result<Running, Failure>>
  /** Stops what runs and removes the private folder. Safe to call twice. */
  dispose(): Promise<void>
}

/** Returns at once; the sandbox is tried in the background. */
export function openRunner(options: RunnerOptions): Runner {
  const missing = (detail: string, how: string): Standing => nothing(allAre('missing', detail, how))
  let standing = missing('It is still being tried.', 'Wait a moment.')
  let trying = true
  const closing = new AbortController()
  const active = new Set<Promise<unknown>>()
  const stopList = openStopList(options)
  const places = new Map<string, Place>()
  const placeIn = (workspace: string): Place => {
    const known = places.get(workspace) ?? canonicalPlace({ workspace, stop: options.stop, home: options.home })
    places.set(workspace, known)
    return known
  }

  const ready = stand(options, closing.signal).then(
    (found) => {
      standing = found
      trying = false
    },
    (error: unknown) => {
      trying = false
      standing = missing(`The sandbox could not be tried: ${String(error)}`, 'Look at `gatehouse doctor`.')
    },
  )

  /** What the trial saw holds for a workspace that is not root's alone. */
  const seen = (): readonly Protection[] => {
    const workspace = options.workspace?.()
    if (workspace === undefined || !staysRoot(workspace)) return standing.protections
    const [detail, how] = asRoot
    return standing.protections.map((each) =>
      each.id === 'outer-user' && each.state === 'enforced' ? { ...each, state: 'missing', detail, how } : each,
    )
  }
  const enforced = (requires: readonly string[] = []): Enforced => {
    if (trying) return { ok: false, trying, text: 'Whether commands can be held is still being tried.', how: 'Wait a moment.' }
    const lacking = seen().filter(({ state }) => state !== 'enforced')
    const fatal = lackingOf(lacking)
    if (fatal !== null)
      return { ok: false, trying, text: `Commands do not run: ${fatal.detail}`, how: fatal.how ?? 'Look at `gatehouse doctor`.' }
    const held = new Set<string>(seen().flatMap(({ id, state }) => (state === 'enforced' ? [id] : [])))
    const short = requires.find((id) => !held.has(id))
    if (short !== undefined) {
      const known = lacking.find(({ id }) => id === short)
      const text = `This needs more than is enforced here: ${known?.detail ?? `there is no protection called ${short}.`}`
      return { ok: false, trying, text, how: known?.how ?? 'Look at `gatehouse doctor`.' }
    }
    const weaker = lacking.map(({ title }) => title.toLowerCase()).join('; ')
    const where =
      standing.by.kind === 'landlock'
        ? `Commands run behind Landlock alone, without network or view of your files. ${standing.by.why}`
        : 'Commands run in a sandbox without network or view of your files.'
    return {
      ok: true,
      text: `${where}${weaker === '' ? '' : ` Not enforced: ${weaker}.`}`,
    }
  }

  /** Why something may not start now, or what holds it. */
  const standingFor = async (requires: readonly string[] = []): Promise<Result<Standing['by'], Failure>> => {
    await ready
    const state = enforced(requires)
    if (!state.ok) return err(failure('sandbox.missing', state.text, state.how))
    return closing.signal.aborted ? err(isClosing()) : ok(standing.by)
  }

  const runOne = async (request: ProcessRequest, given: Parameters<Runner['power']>[0]): Promise<Result<ProcessEnd, Failure>> => {
    const held = await standingFor(given.requires)
    if (!held.ok) return held
    if (request.command.includes('\0')) return err(failure('command.nul', 'The command holds a NUL character.'))
    const found = await whereToRun(request, given.permitted, placeIn(given.workspace), stopList)
    if (!found.ok) return found
    const { cwd, workspace } = found.value
    const spots = given.view === undefined ? await prepareSpots(workspace) : noSpots
    const inside = {
      command: request.command,
      cwd,
      workspace,
      guarded: given.view === undefined ? mountsFor(workspace, spots) : await guardedInView(workspace, given.view.look),
      proxy: given.proxy ?? null,
    }
    const limits = {
      timeMs: Math.max(1, Math.min(request.timeoutMs, given.limits.runTimeMs)),
      keep: { stdout: given.limits.stdoutBytes, stderr: given.limits.stderrBytes },
      signal: AbortSignal.any([given.signal, closing.signal]),
      onOutput: (stream: Stream, text: string) => given.onOutput(stream, text),
    }
    const ended = await runBy(held.value, inside, limits, given.view)
    // What was not there could not be shown read-only; what of it is there now is at least said.
    return ended.ok && given.view === undefined ? ok({ ...ended.value, ...(await plantedSince(workspace, spots)) }) : ended
  }

  const startOne = async (program: Program): Promise<Result<Running, Failure>> => {
    const held = await standingFor(program.requires)
    if (!held.ok) return held
    if (held.value.kind !== 'bubblewrap') return err(needsNamespaces('Programs do not run', held.value))
    const { walls } = held.value
    for (const path of [program.home, ...program.readOnly, ...program.writable]) {
      const refused = await mayBeShown(path, placeIn(program.home), stopList, path === program.home)
      if (refused !== null) return err(refused)
    }
    const signal = AbortSignal.any([program.signal, closing.signal])
    const started = await startProgram(walls, { ...program, signal }, await walls.outer(program.home))
    if (started.ok) {
      const { exited } = started.value
      active.add(exited)
      letGo(exited.then(() => active.delete(exited)))
    }
    return started
  }

  return {
    ready,
    protections: seen,
    tried: () => standing.protections,
    made: () => standing.made,
    enforced,
    power: (given) => ({
      run: (request) => {
        const work = runOne(request, given)
        active.add(work)
        return work.finally(() => active.delete(work))
      },
    }),
    start: startOne,
    dispose: async () => {
      closing.abort()
      await ready
      await Promise.allSettled(active)
      const last = standing
      standing = nothing(last.protections)
      await last.remove()
    },
  }
}

const isClosing = (): Failure => failure('sandbox.missing', 'Gatehouse is closing.')

async function runBy(by: Standing['by'], inside: Inside, limits: Bounds, view?: Elsewhere): Promise<Result<ProcessEnd, Failure>> {
  switch (by.kind) {
    case 'bubblewrap':
      return runInside(by.walls, inside, limits, view)
    case 'landlock':
      if (view !== undefined) return err(needsNamespaces('Commands are not rehearsed', by))
      if (inside.proxy !== null) return err(needsNamespaces('Hosts cannot be granted to a command', by))
      return by.run(inside, limits)
    case 'nothing':
      return err(isClosing())
    default:
      return assertNever(by, 'runBy')
  }
}

const needsNamespaces = (what: string, by: Standing['by']): Failure =>
  by.kind === 'landlock'
    ? failure('sandbox.missing', `${what} behind Landlock alone. ${by.why}`, 'Let bubblewrap work: see docs/decisions/0003-sandbox.md.')
    : isClosing()

async function whereToRun(
  request: ProcessRequest,
  permitted: readonly CanonicalTouch[],
  place: Place,
  stopList: StopList,
): Promise<Result<{ readonly cwd: string; readonly workspace: string }, Failure>> {
  const [cwd, root] = await Promise.all([place(request.cwd), place('.')])
  if (!cwd.ok) return cwd
  if (!root.ok) return root
  const real = root.value.path
  if (cwd.value.zone !== 'workspace')
    return err(failure('path.outside', `The folder ${request.cwd} is not in the workspace.`, 'Commands run inside the workspace only.'))
  const allowed = permitted.some((touch) => touch.kind === 'proc.run' && touch.command === request.command && touch.cwd === cwd.value.path)
  if (!allowed) return err(failure('command.outside-permit', 'This command in this folder is not what the call was allowed.'))
  if (cwd.value.is !== 'folder') return err(failure('path.not-folder', `There is no folder ${request.cwd}.`))
  const closed = await stopPlacesInside(real, stopList)
  if (closed !== null) {
    return err(
      failure(
        'sandbox.workspace',
        `Commands do not run in ${real}, because ${closed} lies in it.`,
        'Choose a folder of its own as workspace.',
      ),
    )
  }
  return { ok: true, value: { cwd: cwd.value.path, workspace: real } }
}

/** Why a program must not be shown `path`, or null. Its own folder may lie in Gatehouse's, which are closed to all else. */
async function mayBeShown(path: string, place: Place, stopList: StopList, own: boolean): Promise<Failure | null> {
  const refuse = (why: string): Failure => failure('sandbox.path', `A program cannot be shown ${path}: ${why}.`)
  const real = await realpath(path).catch(() => null)
  if (real === null) return refuse('it is not there')
  if (real !== path) return refuse('it is not an absolute real path')
  const closed = await stopPlacesInside(path, stopList)
  if (closed !== null) return refuse(`${closed} lies in it`)
  if (own) return null
  const found = await place(path)
  if (!found.ok) return found.error
  return found.value.zone === 'stop' ? refuse('it is closed to everything') : null
}
