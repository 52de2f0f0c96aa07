// One signal for several. `AbortSignal.any` and `AbortSignal.timeout` leave letting go to the collector of garbage, which is a
// good part of the time of a call when there are thousands in a second.

/** Aborts with the first of `signals`, with its reason, or after `ms`. `release` lets go of all of them; without it they keep it. */
export function linked(
  signals: readonly AbortSignal[],
  ms: number | null = null,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const own = new AbortController()
  const over = (): void => {
    release()
    own.abort(signals.find(({ aborted }) => aborted)?.reason)
  }
  const timer = ms === null ? null : setTimeout(over, ms).unref()
  const release = (): void => {
    if (timer !== null) clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', over)
  }
  for (const signal of signals) signal.addEventListener('abort', over)
  if (signals.some(({ aborted }) => aborted)) over()
  return { signal: own.signal, release }
}
