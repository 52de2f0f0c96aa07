// Runs one command over a throw-away layer of the workspace and says what came of it: the command
// sees the workspace under its own path, what it writes lies in the layer, and the workspace stays
// as it is. Whether any of it is carried over is decided elsewhere.
import { realpath } from 'node:fs/promises'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd, ProcessRequest } from '../../../contract/call/powers/run-power.ts'
import type { TriedHost } from '../../../contract/call/rehearsal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { watchWritten } from '../rehearsal/quota.ts'
import { sweepViews } from '../rehearsal/view.ts'
import type { Runner, RunLimits } from '../runner-powers.ts'
import { couldOpen, type StagedLayer } from './stage-view.ts'
import { openViewsAhead, type OpenView, type ViewsAheadOptions } from './views-ahead.ts'

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
  /** Asked for and not reached. Null: which ones is not known here. */
  readonly hosts: readonly TriedHost[] | null
} & (
  | { readonly kind: 'read'; readonly read: T }
  /** It wrote more than a layer may hold, and was stopped. Nothing of it is looked at. */
  | { readonly kind: 'overfull' }
)

export type Stager = {
  /**
   * Failures: `stage.missing` (the workspace is not there), those of `openStageView` and those of
   * the runner.
   */
  stage<T>(job: StageJob<T>): Promise<Result<StagedEnd<T>, Failure>>
  /**
   * Whether commands can be staged in this folder, as configured: false where no layer can be laid
   * over it and it is too large to be copied. Never rejects; what cannot be found out is no reason.
   */
  suits(workspace: string): Promise<boolean>
  /** Removes what a process of ours that was killed has left. */
  sweep(): Promise<void>
  /** Ends the view that waits for the next command; resolves when nothing is left of any. */
  clear(): Promise<void>
  /** Gives back what is open; nothing may be staged any more. */
  dispose(): Promise<void>
}

export type StagerOptions = Omit<ViewsAheadOptions, 'runner' | 'waitMs'> & {
  readonly runner: Pick<Runner, 'ready' | 'power' | 'helperFiles' | 'prepare'>
}

export function openStager(options: StagerOptions): Stager {
  const { runner, scratch } = options

  const views = openViewsAhead(options)
  const probes = new Set<Promise<boolean>>()

  const look = async (folder: string): Promise<boolean> => {
    try {
      await runner.ready
      return await couldOpen(await realpath(folder), options)
    } catch {
      // The command itself will say what is wrong.
      return true
    }
  }

  const runIn = async <T>(
    { view, proxy, hosts }: OpenView,
    workspace: string,
    job: StageJob<T>,
  ): Promise<Result<StagedEnd<T>, Failure>> => {
    const watch = watchWritten({ written: () => view.written() })
    const { source, enter, helperFiles, viewPath } = view
    const power = runner.power({
      permitted: job.permitted,
      workspace,
      limits: job.limits,
      requires: job.requires,
      signal: AbortSignal.any([job.signal, watch.signal]),
      view: { source, enter, helperFiles, viewPath, staged: true },
      proxy,
      onOutput: (stream, text) => job.onOutput(stream, text),
    })
    const ended = await power.run(job.request)
    await watch.end()
    if (!ended.ok) return ended
    if (watch.signal.aborted) return ok({ kind: 'overfull', ended: ended.value, hosts: hosts() })
    const layer = await view.layer()
    if (!layer.ok) return layer
    const read = await job.read(layer.value, ended.value)
    return ok({ kind: 'read', ended: ended.value, hosts: hosts(), read })
  }

  return {
    async stage(job) {
      await runner.ready
      const workspace = await realpath(job.workspace).catch(() => null)
      if (workspace === null)
        return err(failure('stage.missing', `The workspace ${job.workspace} is not there.`))
      const opened = await views.take(workspace, job.signal)
      if (!opened.ok) return opened
      try {
        return await runIn(opened.value, workspace, job)
      } finally {
        opened.value.end()
        if (opened.value.view.enter.length > 0) views.refill(workspace)
      }
    },
    suits(folder) {
      const probing = look(folder)
      probes.add(probing)
      return probing.finally(() => probes.delete(probing))
    },
    sweep: () => sweepViews(scratch),
    clear: () => views.clear(),
    async dispose() {
      await views.dispose()
      await Promise.all(probes)
    },
  }
}
