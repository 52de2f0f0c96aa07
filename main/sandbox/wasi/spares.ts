// Processes that wait for their one module. Starting one takes longer than most modules run, so for the
// module that ran last two wait: one for its next call, and one for a call right behind that. A start
// keeps a processor busy, so the second is started when that call would have come.
import type { Failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import type { Result } from '../../../contract/result.ts'
import { frame } from './frames.ts'
import type { ReadyChild } from './ready-child.ts'

export type Spares = {
  /** One that made itself ready for this module, or any that waits, or a new one. */
  take(module: Uint8Array): Promise<Result<ReadyChild, Failure>>
  /**
   * Has some wait for the next module, for a while. Settles when one does; never rejects. `likely`:
   * the module that they make themselves ready for; they run any other as well.
   */
  prepare(likely: Uint8Array | null): Promise<void>
  dispose(): void
}

type Started = Promise<Result<ReadyChild, Failure>>
type Waiting = { readonly started: Started; readonly likely: Uint8Array | null }

/** Each is a process with an engine in it. */
const MOST_OF_ONE = 2
const MOST = 3

/**
 * @param idleMs how long they wait for nothing
 * @param restMs how long after one is there, or was taken, another is started beside it
 */
export function openSpares(start: () => Started, idleMs: number, restMs: number): Spares {
  /** The oldest first. */
  let waiting: readonly Waiting[] = []
  let idle: NodeJS.Timeout | undefined
  let rest: NodeJS.Timeout | undefined
  let closed = false
  const end = ({ started }: Waiting): void =>
    letGo(started.then((child) => void (child.ok && child.value.kill())))
  const forget = (one: Waiting): void => {
    waiting = waiting.filter((each) => each !== one)
  }
  const drop = (): void => {
    const last = waiting
    waiting = []
    clearTimeout(idle)
    clearTimeout(rest)
    last.forEach(end)
  }
  const stay = (): void => {
    clearTimeout(idle)
    idle = setTimeout(drop, idleMs).unref()
  }
  const ready = (likely: Uint8Array | null): readonly Waiting[] =>
    waiting.filter((one) => likely === null || one.likely === likely)
  const launch = (likely: Uint8Array | null): void => {
    const oldest =
      waiting.length < MOST ? undefined : waiting.find((each) => each.likely !== likely)
    if (oldest !== undefined) {
      forget(oldest)
      end(oldest)
    }
    const one: Waiting = { started: start(), likely }
    waiting = [...waiting, one]
    letGo(
      one.started.then((child) => {
        if (!child.ok) return forget(one)
        if (likely !== null) child.value.send(frame({ kind: 'prepare' }, likely))
        return child.value.ended.then(() => forget(one))
      }),
    )
  }
  return {
    async take(module) {
      const next = waiting.find(({ likely }) => likely === module) ?? waiting[0]
      if (next === undefined) return start()
      forget(next)
      const spare = await next.started
      return spare.ok ? spare : start()
    },
    async prepare(likely) {
      if (closed) return
      stay()
      clearTimeout(rest)
      if (ready(likely).length === 0) launch(likely)
      const first = ready(likely)[0]
      await first?.started
      if (closed || likely === null) return
      clearTimeout(rest)
      rest = setTimeout(() => {
        if (ready(likely).length < MOST_OF_ONE) launch(likely)
      }, restMs).unref()
    },
    dispose() {
      closed = true
      drop()
    },
  }
}
