// One rehearsal at a time, and few that wait: they must never starve the machine on which a person
// decides.

export type RehearsalQueue = {
  /** Null when too many wait already. `work` must not reject. */
  add<T>(work: () => Promise<T>): Promise<T> | null
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>
}

export function rehearsalQueue(most: number): RehearsalQueue {
  let last: Promise<unknown> = Promise.resolve()
  let inIt = 0
  return {
    add(work) {
      if (inIt >= most) return null
      inIt += 1
      const mine = last.then(work).finally(() => (inIt -= 1))
      last = mine
      return mine
    },
    idle: async () => void (await last),
  }
}
