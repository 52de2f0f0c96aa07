// Runs one command over a throw-away layer of the workspace and says what came of it: the command
// sees the workspace under its own path, what it writes lies in the layer, and the workspace stays
// as it is. Whether any of it is carried over is decided elsewhere.
import { mkdir, mkdtemp, readdir, realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd, ProcessRequest } from '../../../contract/call/powers.ts'
import type { TriedHost } from '../../../contract/call/rehearsal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { isAlive } from '../processes/process-liveness.ts'
import { overlayOn, type Overlay } from '../rehearsal/overlay.ts'
import { watchWritten } from '../rehearsal/quota.ts'
import type { Recorder, RehearserOptions } from '../rehearsal/rehearser.ts'
import { removeFolder, sizeOf } from '../rehearsal/view.ts'
import { recorderFor } from '../rehearsal/recorder-for.ts'
import type { Runner, RunLimits } from '../runner-powers.ts'

/** What a command wrote, while it can be read. Absolute paths; `since` in epoch milliseconds. */
export type StagedLayer = {
  readonly root: string
  readonly upper: string
  readonly view: string
  readonly since: number
}

export type StageJob<T> = {
  readonly request: ProcessRequest
  readonly permitted: readonly CanonicalTouch[]
  /** As configured. */
  readonly workspace: string
  readonly limits: RunLimits
  /** As for the runner's power. */
  readonly requires: readonly string[]
  readonly signal: AbortSignal
  onOutput(stream: 'stdout' | 'stderr', text: string): void
  /** Keeps what is wanted of the layer. Nothing runs any more, and afterwards it is gone. */
  read(layer: StagedLayer, ended: ProcessEnd): Promise<T>
}

export type StagedEnd<T> = {
  readonly ended: ProcessEnd
  /** It wrote more than a layer may hold, and was stopped. */
  readonly overfull: boolean
  /** Asked for and not reached. Null: which ones is not known here. */
  readonly hosts: readonly TriedHost[] | null
  readonly read: T
}

export type Stager = {
  /**
   * Failures: `stage.missing` (the workspace is not there), `stage.overlay` (no layer can be laid
   * over it here), `stage.no-space`, and those of the runner.
   */
  stage<T>(job: StageJob<T>): Promise<Result<StagedEnd<T>, Failure>>
  /** Removes what a process of ours that was killed has left. */
  sweep(): Promise<void>
}

export type StagerOptions = {
  readonly runner: Pick<Runner, 'ready' | 'power' | 'helperFiles'>
  /** A folder of ours for nothing else. */
  readonly scratch: string
  readonly record: RehearserOptions['record']
}

/** What the disk must have left for a layer. */
const SPARE_BYTES = 1024 ** 3

export function openStager({ runner, scratch, record }: StagerOptions): Stager {
  const over = async (
    workspace: string,
    socket: string | null,
  ): Promise<Result<{ readonly overlay: Overlay; readonly folder: string }, Failure>> => {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(scratch)
    if (bavail * bsize < SPARE_BYTES) return err(noSpace)
    const helperFiles = runner.helperFiles()
    const folder = await mkdtemp(join(scratch, `${process.pid}-`))
    const overlay =
      helperFiles === null ? null : await overlayOn(workspace, folder, helperFiles, socket)
    if (overlay !== null) return ok({ overlay, folder })
    await removeFolder(folder)
    return err(noOverlay)
  }

  const runIn = async <T>(
    overlay: Overlay,
    workspace: string,
    since: number,
    recorder: Recorder | null,
    job: StageJob<T>,
  ): Promise<Result<StagedEnd<T>, Failure>> => {
    const watch = watchWritten({ written: () => sizeOf(overlay.upper) })
    const socket = recorder === null ? null : (overlay.socket ?? recorder.socket)
    const { source, enter, helperFiles, viewPath } = overlay
    const power = runner.power({
      ...{ permitted: job.permitted, workspace, limits: job.limits, requires: job.requires },
      signal: AbortSignal.any([job.signal, watch.signal]),
      view: { source, enter, helperFiles, viewPath, staged: true },
      proxy: socket === null ? null : { socket },
      onOutput: (stream, text) => job.onOutput(stream, text),
    })
    const ended = await power.run(job.request)
    await watch.end()
    if (!ended.ok) return ended
    const layer = { root: workspace, upper: overlay.upper, view: viewPath, since }
    const read = await job.read(layer, ended.value)
    const hosts = recorder?.hosts() ?? null
    return ok({ ended: ended.value, overfull: watch.signal.aborted, hosts, read })
  }

  return {
    async stage(job) {
      await runner.ready
      const workspace = await realpath(job.workspace).catch(() => null)
      if (workspace === null)
        return err(failure('stage.missing', `The workspace ${job.workspace} is not there.`))
      const recorder = await recorderFor(workspace, record, job.signal)
      const since = Date.now()
      try {
        const laid = await over(workspace, recorder?.socket ?? null)
        if (!laid.ok) return laid
        try {
          return await runIn(laid.value.overlay, workspace, since, recorder, job)
        } finally {
          await laid.value.overlay.end()
          await removeFolder(laid.value.folder)
        }
      } finally {
        await recorder?.close()
      }
    },
    async sweep() {
      for (const name of await readdir(scratch).catch(() => [])) {
        const pid = /^(\d+)-/.exec(name)?.[1]
        if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
          await removeFolder(join(scratch, name))
      }
    },
  }
}

const noSpace = failure(
  'stage.no-space',
  'There is too little room on the disk to keep what the command would write.',
  'Free some disk space.',
)
const noOverlay = failure(
  'stage.overlay',
  'No layer can be laid over this workspace: the kernel or the file system does not allow it.',
)
