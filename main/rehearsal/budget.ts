// Bounds what one asker may have rehearsed unasked: an agent that asks a thousand times must not
// keep the machine busy on which a person decides.
const WINDOW_MS = 10 * 60_000
const MOST_RUNS = 20
const MOST_TIME_MS = 60_000
const MOST_ASKERS = 1000

export type RehearsalBudget = {
  /** Whether `asker` has something left. */
  has(asker: string): boolean
  /** Call when one has ended. */
  spend(asker: string, durationMs: number): void
}

export function rehearsalBudget(now: () => number): RehearsalBudget {
  const spent = new Map<string, { readonly at: number; readonly ms: number }[]>()
  const recent = (asker: string) =>
    (spent.get(asker) ?? []).filter(({ at }) => now() - at < WINDOW_MS)
  return {
    has(asker) {
      const runs = recent(asker)
      return runs.length < MOST_RUNS && runs.reduce((sum, { ms }) => sum + ms, 0) < MOST_TIME_MS
    },
    spend(asker, ms) {
      const runs = [...recent(asker), { at: now(), ms }]
      spent.delete(asker)
      spent.set(asker, runs)
      // The oldest go first: the one who asks under ever new names finds the whole of it used up no
      // sooner, but no memory either.
      for (const [name] of spent) if (spent.size > MOST_ASKERS) spent.delete(name)
    },
  }
}
