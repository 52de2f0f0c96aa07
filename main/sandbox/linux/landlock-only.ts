// The fallback where it is in force: starts commands behind Landlock and a filter alone, and tries
// first whether that holds here. Never used where bubblewrap works. What it holds and what not:
// docs/decisions/0008-second-wall.md.
import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import type { Protection } from '../../../contract/protection.ts'
import { err, type Result } from '../../../contract/result.ts'
import { LINE_BYTES } from './bubblewrap.ts'
import { runChild, tooLong } from '../processes/child.ts'
import { builtOrNot, changedMeanwhile, type Bounds, type Inside } from '../processes/confine.ts'
import { aloneRequest, devicesAlone, etcAlone } from './landlock-alone.ts'
import { aloneFilter } from './landlock-filter.ts'
import { launcherData, waitingLauncher, type LandlockRequest } from './landlock-launcher.ts'
import { tryAlone } from './landlock-trial.ts'
import { existing, type HostFacts } from './host-facts.ts'
import { allAre } from '../protections.ts'
import type { Spawner } from '../spawner/spawner.ts'
import type { Template } from '../spawner/wire.ts'

export type Alone = {
  /** What was seen to hold. */
  readonly protections: readonly Protection[]
  /** Failures: those of `runChild`, `sandbox.spawn`, `sandbox.workspace`, `path.changed`. */
  run(
    inside: Pick<Inside, 'command' | 'cwd' | 'workspace' | 'guarded'>,
    limits: Bounds,
  ): Promise<Result<ProcessEnd, Failure>>
}

/** Long: on a busy machine a trial is slow, and slow is not missing. Calls wait for it meanwhile. */
const TRIAL_MS = 30_000
const FILTER_FD = 3

/**
 * Tries it, for an ordinary user: as root nothing is to be tried. Takes 100 ms, at most 30
 * seconds.
 */
export async function tryLandlockAlone(
  hostFacts: HostFacts,
  spawner: Spawner,
  closing: AbortSignal,
): Promise<Alone> {
  const { helperFiles, shell, top } = hostFacts
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  const filter = aloneFilter(process.arch)
  const template: Template = {
    key: 'alone',
    file: waitingLauncher.file,
    args: [...waitingLauncher.args, hostFacts.mark],
    mark: hostFacts.mark,
    as: null,
    stdin: false,
    group: null,
    gated: false,
    ownOutput: false,
    built: null,
    warm: 2,
    once: false,
    filter: filter?.toString('base64') ?? null,
  }
  const system = ['/usr', ...top.map(({ path }) => path), ...(await existing(etcAlone))]
  const devices = await existing(devicesAlone)
  const start = (request: LandlockRequest, limits: Bounds): Promise<Result<ProcessEnd, Failure>> =>
    runChild(spawner, { template, data: launcherData(request, arch), ...limits })

  const run: Alone['run'] = async ({ command, cwd, workspace, guarded }, limits) => {
    if (Buffer.byteLength(command) > LINE_BYTES) return err(tooLong())
    const word = `gatehouse-${randomUUID()}`
    const tmp = await mkdtemp(join(helperFiles, 'tmp-'))
    try {
      const request = await aloneRequest({
        shell,
        command,
        cwd,
        workspace,
        tmp,
        system,
        devices,
        guarded,
        word,
        seccompFd: FILTER_FD,
      })
      if (!request.ok) return request
      const ended = await start(request.value, limits)
      if (!ended.ok) return ended
      return ended.value.stderr.includes(word) ? err(changedMeanwhile()) : builtOrNot(ended.value)
    } catch (error) {
      return err(
        failure(
          'sandbox.spawn',
          `The sandbox could not be built (${String(error)}).`,
          'Run `gatehouse doctor`.',
        ),
      )
    } finally {
      await removeWhole(tmp)
    }
  }
  if (hostFacts.launcher === null || filter === null) {
    const lacking =
      filter === null
        ? `There is no filter for this processor (${process.arch}).`
        : 'There is no perl to switch Landlock on.'
    return { protections: allAre('missing', lacking, 'apt install bubblewrap'), run }
  }
  const protections = await tryAlone({
    shell,
    system,
    devices,
    arch,
    root: false,
    scratch: helperFiles,
    seccompFd: FILTER_FD,
    run: (request, { signal, onOutput }) =>
      start(request, {
        timeMs: TRIAL_MS,
        keep: { stdout: 65_536, stderr: 65_536 },
        onOutput,
        signal: AbortSignal.any([signal, closing]),
      }),
  })
  return { protections, run }
}

/**
 * Folders may have been closed by the command, which is gone. What cannot be removed is left for
 * the end of the runner.
 */
async function removeWhole(folder: string): Promise<void> {
  const gone = (): Promise<boolean> =>
    rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
  if (await gone()) return
  await openAll(folder).catch(() => {})
  await gone()
}

async function openAll(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await lstat(path)).isDirectory()) await openAll(path)
  }
}
