// The signal that ends a tool's work: when its call is stopped, its time is up, or the program ends.

/** Why work is cut off at the end of the program, in place of somebody's wish. */
export class ProgramEnds extends Error {
  override readonly name = 'ProgramEnds'
}

/** A signal for one piece of work, and the word that the work is over. */
export type WorkSignal = { readonly signal: AbortSignal; readonly over: () => void }

/**
 * Aborted with the first of the sources, for its reason, or after `limitMs` milliseconds with a
 * `TimeoutError`. Once `over` is called it is aborted by nothing any more, and neither a source nor
 * a timer keeps it or those who listen to it: `AbortSignal.any` and `AbortSignal.timeout` hold what
 * a piece of work made until the time is up or the source is gone, and a source that lasts as long
 * as the whole program is never gone.
 */
export function workSignal(
  sources: readonly AbortSignal[],
  limitMs: number | null = null,
): WorkSignal {
  const own = new AbortController()
  const early = sources.find((source) => source.aborted)
  if (early !== undefined) {
    own.abort(early.reason)
    return { signal: own.signal, over: () => {} }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = (): void => {
    clearTimeout(timer)
    for (const source of sources) source.removeEventListener('abort', stop)
  }
  const stop = (event: Event): void => {
    over()
    own.abort((event.target as AbortSignal).reason)
  }
  for (const source of sources) source.addEventListener('abort', stop, { once: true })
  if (limitMs !== null) {
    timer = setTimeout(() => {
      over()
      own.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    }, limitMs)
    if (typeof timer === 'object') timer.unref()
  }
  return { signal: own.signal, over }
}
