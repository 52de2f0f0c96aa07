// Waits for a state instead of a time.

/** What `view` gives once it is not null. Rejects after `ms` with what was waited for. */
export async function until<T>(
  what: string,
  view: () => Promise<T | null> | T | null,
  ms = 300_000,
): Promise<T> {
  for (const late = Date.now() + ms; ;) {
    const found = await view()
    if (found !== null) return found
    if (Date.now() > late) throw new Error(`Waited ${ms / 1000} s for ${what}.`)
    await pause(25)
  }
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
