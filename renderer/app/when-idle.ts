// Work that nobody waits for, such as getting a screen ready before it is opened.

/** Even a window that is busy all the while does it by then. */
const LATEST_MS = 1_500

/** Does the work when the window has nothing to do for a moment. Gives back what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Not every browser can tell.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, LATEST_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(idle)
}
