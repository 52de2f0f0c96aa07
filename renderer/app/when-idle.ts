// Work that nobody waits for, such as getting a screen ready before it is opened.

/** Does the work when the window has had nothing to do. Gives back what calls it off. */
export function whenIdle(work: () => void): () => void {
  const timer = setTimeout(work, 1_500)
  return () => clearTimeout(timer)
}
