// What a client hears of a call that runs without a question: how far its server says it is, and
// that it still runs.
import type { CallProgress } from '../../../contract/call/powers/server-power.ts'
import { runningText } from './keep-alive.ts'
import { progressEveryMs } from './client-timeouts.ts'
import type { Context } from './provider.ts'

type Clock = {
  readonly now: () => number
  readonly every: (ms: number, work: () => void) => () => void
}

const usual: Clock = {
  now: Date.now,
  every(ms, work) {
    const timer = setInterval(work, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

/** @param hear what the server says from now on; the function returned stops it. */
export function notifyProgress(
  context: Pick<Context, 'progress'>,
  listen: (listener: (progress: CallProgress) => void) => () => void,
  { now, every }: Clock = usual,
): { stop(): void } {
  const startedAt = now()
  let last = -1
  let at = startedAt
  // By the protocol the number only rises. What a server says twice, or backwards, is not passed
  // on.
  const say = (done: number, total: number | null, text: string): void => {
    if (!Number.isFinite(done) || done <= last || done < 0) return
    last = done
    at = now()
    context.progress(
      done,
      total !== null && Number.isFinite(total) && total >= done ? total : null,
      text,
    )
  }
  const unlisten = listen(({ done, total, text }) => say(done, total, text))
  // A client whose time starts again by it does not give up on what takes long. So little more that
  // it hides no report of the server's.
  const untick = every(progressEveryMs, () => {
    if (now() - at >= progressEveryMs / 2)
      say(
        Math.max(last, 0) + 1e-6,
        null,
        `${runningText} (${Math.round((now() - startedAt) / 1_000)} s).`,
      )
  })
  return {
    stop() {
      untick()
      unlisten()
    },
  }
}
