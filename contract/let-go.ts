// Promises that nobody awaits. A rejection without a handler ends the process, so each of them gets
// this handler.
let report: ((fault: unknown) => void) | null = null

/**
 * Called once by each host: where the faults of work go that nobody waits for. Gives the way to
 * take it back.
 */
export function onLetGo(handler: (fault: unknown) => void): () => void {
  report = handler
  return () => {
    if (report === handler) report = null
  }
}

/**
 * Nobody waits for it; a rejection is a bug, and is reported. Where there is no host it stays an
 * unhandled rejection.
 */
export function letGo(work: PromiseLike<unknown> | undefined): void {
  if (work === undefined) return
  // The rejection that is left is the one above, and it is meant to be seen.
  // oxlint-disable-next-line typescript/no-floating-promises
  work.then(undefined, caught)
}

const caught = (fault: unknown): unknown =>
  report === null ? Promise.reject(fault) : report(fault)
