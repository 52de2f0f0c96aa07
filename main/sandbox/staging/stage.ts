// Runs one command over a throw-away layer of the workspace and says what came of it: the command
// sees the workspace under its own path, what it writes lies in the layer, and the workspace stays
// as it is. Whether any of it is carried over is decided elsewhere.
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd, ProcessRequest } from '../../../contract/call/powers.ts'
import type { TriedHost } from '../../../contract/call/rehearsal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { isAlive } from '../processes/process-liveness.ts'
import { watchWritten } from '../rehearsal/quota.ts'
import type { Recorder, RehearserOptions } from '../rehearsal/rehearser.ts'
import { removeFolder } from '../rehearsal/view.ts'
import { recorderFor } from '../rehearsal/recorder-for.ts'
import type { Runner, RunLimits } from '../runner-powers.ts'
import { openStageView } from './stage-view.ts'
import type { StagedLayer, StageView, StageViewOptions } from './stage-view.ts'

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
   * Failures: `stage.missing` (the workspace is not there), those of `openStageView` and those of
   * the runner.
   */
  stage<T>(job: StageJob<T>): Promise<Result<StagedEnd<T>, Failure>>
  /** Removes what a process of ours that was killed has left. */
  sweep(): Promise<void>
}

export type StagerOptions = StageViewOptions & {
  readonly runner: Pick<Runner, 'ready' | 'power' | 'helperFiles'>
  readonly record: RehearserOptions['record']
}

export function openStager(options: StagerOptions): Stager {
  const { runner, scratch, record } = options

  const runIn = async <T>(
    view: StageView,
    workspace: string,
    recorder: Recorder | null,
    job: StageJob<T>,
  ): Promise<Result<StagedEnd<T>, Failure>> => {
    const watch = watchWritten({ written: () => view.written() })
    const socket = recorder === null ? null : (view.socket ?? recorder.socket)
    const { source, enter, helperFiles, viewPath } = view
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
    const layer = await view.layer()
    if (!layer.ok) return layer
    const read = await job.read(layer.value, ended.value)
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
      try {
        const view = await openStageView(workspace, recorder?.socket ?? null, job.signal, options)
        if (!view.ok) return view
        try {
          return await runIn(view.value, workspace, recorder, job)
        } finally {
          await view.value.end()
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
