// A wait that can be ended early.
export type Pause = { readonly over: Promise<void>; end(): void }

/** Over when the time is up, the signal says so, or it is ended. */
export function openPause(ms: number, signal: AbortSignal): Pause {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const end = (): void => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener('abort', end, { once: true })
  return { over: promise.finally(() => signal.removeEventListener('abort', end)), end }
}
