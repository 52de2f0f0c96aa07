// Keeps one view of the workspace open ahead, with a process that waits in it: what takes the time
// of a staged command is mounting its view and starting the recorder of its hosts, and an agent
// thinks for longer than that between two commands. One view serves one command.
import { readFile } from 'node:fs/promises'
import { letGo } from '../../../contract/let-go.ts'
import type { TriedHost } from '../../../contract/call/rehearsal.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { recorderFor } from '../rehearsal/recorder-for.ts'
import type { RehearserOptions } from '../rehearsal/rehearser.ts'
import type { Runner } from '../runner-powers.ts'
import { openStageView, type StageView, type StageViewOptions } from './stage-view.ts'

export type OpenView = {
  readonly view: StageView
  /** The way to the recorder from inside; null: there is none. */
  readonly proxy: { readonly socket: string } | null
  /** What was asked for; null: nobody knows. */
  readonly hosts: () => readonly TriedHost[] | null
  /** Returns at once; what it held is given back soon. */
  end(): void
}

export type ViewsAhead = {
  /**
   * A view that no command has seen. Failures: those of `openStageView`.
   * @param workspace real path
   */
  take(workspace: string, signal: AbortSignal): Promise<Result<OpenView, Failure>>
  /** A command has ended: where the next one may come soon, a view is opened for it. */
  refill(workspace: string): void
  /** Ends the one that waits. Resolves when nothing is left of any that was ended. */
  clear(): Promise<void>
  /** As `clear`, and none is opened ahead any more. */
  dispose(): Promise<void>
}

export type ViewsAheadOptions = StageViewOptions & {
  readonly runner: Pick<Runner, 'helperFiles' | 'prepare'>
  readonly record: RehearserOptions['record']
  /** How long a view waits for its command, milliseconds; left out: five minutes. */
  readonly waitMs?: number
  /** All that is mounted on this machine, as one text; left out: the kernel's list. */
  readonly mounted?: () => Promise<string>
}

type Ahead = {
  readonly workspace: string
  /** Null: none could be opened. */
  readonly opened: Promise<{ readonly one: OpenView; readonly machine: string } | null>
  readonly timer: NodeJS.Timeout
}

const WAIT_MS = 5 * 60_000
const mountedNow = (): Promise<string> => readFile('/proc/self/mountinfo', 'utf8').catch(() => '')

export function openViewsAhead(options: ViewsAheadOptions): ViewsAhead {
  const { runner, record, waitMs = WAIT_MS, mounted = mountedNow } = options
  const closing = new AbortController()
  const ending = new Set<Promise<unknown>>()
  let ahead: Ahead | null = null

  const later = (work: Promise<unknown>): void => {
    ending.add(work)
    letGo(work.finally(() => ending.delete(work)))
  }

  const open = async (
    workspace: string,
    signal: AbortSignal,
    waits: boolean,
  ): Promise<Result<OpenView, Failure>> => {
    const recorder = await recorderFor(workspace, record, signal)
    const opened = await openStageView(workspace, recorder?.socket ?? null, signal, options)
    if (!opened.ok) {
      await recorder?.close()
      return opened
    }
    const view = opened.value
    const socket = recorder === null ? null : (view.socket ?? recorder.socket)
    const proxy = socket === null ? null : { socket }
    const waiting = waits ? await runner.prepare(workspace, { ...view, staged: true }, proxy) : null
    const close = async (): Promise<void> => {
      waiting?.dismiss()
      await view.end()
      await recorder?.close()
    }
    const hosts = (): readonly TriedHost[] | null => recorder?.hosts() ?? null
    return ok({ view, proxy, hosts, end: () => later(close()) })
  }

  const openAhead = async (workspace: string): ReturnType<typeof open> => {
    const opened = await open(workspace, closing.signal, true)
    // A copy is of the moment it was made in.
    if (opened.ok && opened.value.view.enter.length === 0) {
      opened.value.end()
      return err(failure('stage.overlay', 'Only what is mounted can be opened ahead.'))
    }
    return opened
  }

  /** What a view belongs to beside the workspace. */
  const machineNow = async (): Promise<string> => `${runner.helperFiles()}\n${await mounted()}`

  const drop = (): void => {
    if (ahead === null) return
    clearTimeout(ahead.timer)
    later(ahead.opened.then((opened) => opened?.one.end()))
    ahead = null
  }

  const clear = async (): Promise<void> => {
    drop()
    while (ending.size > 0) await Promise.allSettled(ending)
  }

  /** The one that waits, if the workspace and the machine are as they were when it was opened. */
  const waiting = async (workspace: string): Promise<OpenView | null> => {
    if (ahead === null || ahead.workspace !== workspace) return null
    const { opened, timer } = ahead
    ahead = null
    clearTimeout(timer)
    const found = await opened
    if (found === null) return null
    if (found.machine === (await machineNow()) && (await found.one.view.renew())) return found.one
    found.one.end()
    return null
  }

  return {
    async take(workspace, signal) {
      const one = await waiting(workspace)
      return one === null ? open(workspace, signal, false) : ok(one)
    },

    refill(workspace) {
      if (closing.signal.aborted || ahead?.workspace === workspace) return
      drop()
      const opened = machineNow().then(async (machine) => {
        const one = await openAhead(workspace)
        return one.ok ? { one: one.value, machine } : null
      })
      // A view that could not be opened is opened again, and its failure reported, by `take`.
      const orNone = opened.catch(() => null)
      const timer = setTimeout(drop, waitMs)
      timer.unref()
      ahead = { workspace, opened: orNone, timer }
    },

    clear,
    dispose() {
      closing.abort()
      return clear()
    },
  }
}
