// One question at a time of each asker: a newer one ends the older one, in the database as well.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, type Result } from '../../../contract/result.ts'

export type NewestSearch = {
  /** `asker` null: nothing is ended by it, and nothing ends it. */
  run<T>(
    asker: string | null,
    work: (signal: AbortSignal) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>>
  /** The asker waits for nothing any more. */
  leave(asker: string): void
}

const replaced = failure(
  'fleet.replaced',
  'A newer search was begun or its list was closed, so this one was ended.',
)

export function newestSearch(): NewestSearch {
  const running = new Map<string, AbortController>()
  return {
    leave: (asker) => running.get(asker)?.abort(),
    async run(asker, work) {
      const mine = new AbortController()
      if (asker === null) return work(mine.signal)
      running.get(asker)?.abort()
      running.set(asker, mine)
      try {
        const result = await work(mine.signal)
        return mine.signal.aborted ? err(replaced) : result
      } finally {
        if (running.get(asker) === mine) running.delete(asker)
      }
    },
  }
}
