// Owns running commands: tries the sandbox once, says what holds, and lends one call the power to run what it was
// permitted. Where no sandbox holds nothing runs. Never decides whether a command may run.
//
// Linux: bubblewrap, measured (test/escape). macOS and Windows: nothing yet, so every command is refused.
import { tmpdir } from 'node:os'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ProcessEnd, ProcessRequest, RunPower } from '../../contract/powers.ts'
import type { Protection } from '../../contract/protection.ts'
import { err, type Result } from '../../contract/result.ts'
import type { CanonicalTouch } from '../../contract/touch.ts'
import type { Stream } from './child.ts'
import { runInside, type Elsewhere } from './confine.ts'
import { prepareMachine, type Prepared } from './machine.ts'
import { canonicalPlace, type Place } from './place.ts'
import { guardedSpots } from './protected-spots.ts'
import { allAre, indispensable } from './protections.ts'
import { guardedInView } from './rehearse-guarded.ts'
import { openStopList, stopPlacesInside, type StopList } from './stop-list.ts'
import { tryOut } from './trial.ts'

export type RunnerOptions = {
  /** As for `canonicalPlace`: Gatehouse's own folders, and the person's home. */
  readonly stop: readonly string[]
  readonly home: string
  /** Absolute path of bubblewrap; null or left out: looked for in the system's folders. */
  readonly bwrap?: string | null
  /** Where a small private folder is made. The system's temporary folder if left out. */
  readonly scratch?: string
}

export type RunLimits = { readonly runTimeMs: number; readonly stdoutBytes: number; readonly stderrBytes: number }

export type Enforced = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: string; readonly how: string }

export type Runner = {
  /** Settled when the sandbox has been tried; never rejects. */
  readonly ready: Promise<void>
  /** What was seen to hold. All `missing` until `ready`. */
  protections(): readonly Protection[]
  /** Whether commands run at all, in one sentence; if not, what to do. */
  enforced(): Enforced
  /**
   * The power of one call: runs exactly the permitted `proc.run` touches, in `/bin/sh` (bash where there is no sh), in a
   * folder of `workspace`. The shorter of the request's and the limits' time holds. Waits for `ready`.
   * Failures: `sandbox.missing`, `sandbox.workspace`, `sandbox.spawn`, `command.outside-permit`, `command.nul`,
   * `command.too-long`, `path.outside`, `path.changed`, `path.not-folder`, and those of `canonicalPlace`.
   */
  power(options: {
    readonly permitted: readonly CanonicalTouch[]
    readonly workspace: string
    readonly limits: RunLimits
    readonly signal: AbortSignal
    onOutput(stream: Stream, text: string): void
    /** A rehearsal: `look` is where the throw-away workspace can be seen from here. */
    view?: Elsewhere & { readonly look: string }
  }): RunPower
  /** Stops what runs and removes the private folder. Safe to call twice. */
  dispose(): Promise<void>
}

/** Returns at once; the sandbox is tried in the background. */
export function openRunner(options: RunnerOptions): Runner {
  let protections = allAre('missing', 'It is still being tried.', 'Wait a moment.')
  let prepared: Prepared | null = null
  const closing = new AbortController()
  const active = new Set<Promise<unknown>>()
  const stopList = openStopList(options)
  const places = new Map<string, Place>()
  const placeIn = (workspace: string): Place => {
    const known = places.get(workspace) ?? canonicalPlace({ workspace, stop: options.stop, home: options.home })
    places.set(workspace, known)
    return known
  }

  const start = async (): Promise<void> => {
    if (process.platform !== 'linux') {
      protections = allAre(
        'missing',
        `There is no sandbox for ${process.platform} yet, so commands are refused.`,
        'Run Gatehouse on Linux to use commands.',
      )
      return
    }
    prepared = await prepareMachine({ bwrap: options.bwrap ?? null, scratch: options.scratch ?? tmpdir(), arch: process.arch })
    if (prepared === null) {
      protections = allAre('missing', 'The program bubblewrap (bwrap) was not found.', 'apt install bubblewrap')
      return
    }
    protections = await tryOut(prepared, closing.signal)
  }
  const ready = start().catch((error: unknown) => {
    protections = allAre('missing', `The sandbox could not be tried: ${String(error)}`, 'Look at `gatehouse doctor`.')
  })

  const enforced = (): Enforced => {
    const lacking = protections.filter(({ state }) => state !== 'enforced')
    const fatal = lacking.find(({ id }) => indispensable.some((each) => each === id))
    if (fatal !== undefined)
      return { ok: false, text: `Commands do not run: ${fatal.detail}`, how: fatal.how ?? 'Look at `gatehouse doctor`.' }
    const weaker = lacking.map(({ title }) => title.toLowerCase()).join('; ')
    return {
      ok: true,
      text: `Commands run in a sandbox without network or view of your files.${weaker === '' ? '' : ` Not enforced: ${weaker}.`}`,
    }
  }

  const runOne = async (request: ProcessRequest, given: Parameters<Runner['power']>[0]): Promise<Result<ProcessEnd, Failure>> => {
    await ready
    const state = enforced()
    if (!state.ok || prepared === null || closing.signal.aborted) {
      return err(failure('sandbox.missing', state.ok ? 'Gatehouse is closing.' : state.text, state.ok ? undefined : state.how))
    }
    if (request.command.includes('\0')) return err(failure('command.nul', 'The command holds a NUL character.'))
    const found = await whereToRun(request, given.permitted, placeIn(given.workspace), stopList)
    if (!found.ok) return found
    const { cwd, workspace } = found.value
    return runInside(
      prepared,
      {
        command: request.command,
        cwd,
        workspace,
        guarded: await (given.view === undefined ? guardedSpots(workspace) : guardedInView(workspace, given.view.look)),
      },
      {
        timeMs: Math.max(1, Math.min(request.timeoutMs, given.limits.runTimeMs)),
        keep: { stdout: given.limits.stdoutBytes, stderr: given.limits.stderrBytes },
        signal: AbortSignal.any([given.signal, closing.signal]),
        onOutput: (stream, text) => given.onOutput(stream, text),
      },
      undefined,
      given.view,
    )
  }

  return {
    ready,
    protections: () => protections,
    enforced,
    power: (given) => ({
      run: (request) => {
        const work = runOne(request, given)
        active.add(work)
        return work.finally(() => active.delete(work))
      },
    }),
    dispose: async () => {
      closing.abort()
      await ready
      await Promise.allSettled(active)
      const last = prepared
      prepared = null
      await last?.remove()
    },
  }
}

async function whereToRun(
  request: ProcessRequest,
  permitted: readonly CanonicalTouch[],
  place: Place,
  stopList: StopList,
): Promise<Result<{ readonly cwd: string; readonly workspace: string }, Failure>> {
  const [cwd, root] = [await place(request.cwd), await place('.')]
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
