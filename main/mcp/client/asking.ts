// One request to a server: what is under way ends with the caller's signal, or with the connection.
import type { CallOptions } from '../connection.ts'
import { throttled } from './progress.ts'

type Request = {
  readonly signal: AbortSignal
  readonly timeout: number
  readonly maxTotalTimeout: number
}
export type Ask = <T>(options: CallOptions, work: (request: Request) => Promise<T>) => Promise<T>

/** @param extraMs where a person may be asked something in the middle: as long as they may take. */
export const asking =
  (closing: AbortSignal, now: () => number, extraMs: number): Ask =>
  async ({ signal, timeoutMs, listener }, work) => {
    const own = new AbortController()
    const stop = (): void => own.abort(signal.aborted ? signal.reason : closing.reason)
    const both = [signal, closing]
    for (const one of both) one.addEventListener('abort', stop)
    if (both.some(({ aborted }) => aborted)) stop()
    const progress = listener === undefined ? null : throttled(now, listener.progress)
    try {
      return await work({
        signal: own.signal,
        timeout: timeoutMs + extraMs,
        maxTotalTimeout: timeoutMs + extraMs,
        ...(progress === null ? {} : { onprogress: progress.report }),
      })
    } finally {
      progress?.end()
      for (const one of both) one.removeEventListener('abort', stop)
    }
  }
