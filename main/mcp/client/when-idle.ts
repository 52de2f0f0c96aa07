// Waits for work, for the signal or for the time, whichever comes first.

/** Settles with `work`, the signal or the time, whichever is first. */
export async function whenIdle(
  work: Promise<void>,
  signal: AbortSignal,
  ms: number,
): Promise<void> {
  let free: () => void = () => {}
  const first = new Promise<void>((resolve) => (free = resolve))
  const timer = setTimeout(free, ms)
  signal.addEventListener('abort', free, { once: true })
  await Promise.race([work, first])
  clearTimeout(timer)
  signal.removeEventListener('abort', free)
}
