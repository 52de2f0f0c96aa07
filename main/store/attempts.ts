// Work on a table, as a value: what the database cannot do now is tried again for some seconds
// while another program holds it, and is a failure that names the disk after that. The same
// patience as the journal's (main/journal/row-writer.ts).
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Never rejects. `work` runs whole or throws having changed nothing: one statement, or one
 * transaction.
 */
export type Attempt = <T>(work: () => T) => Promise<Result<T, Failure>>

export type AttemptLimits = { readonly limitMs: number; readonly pauseMs: number }

/** As the journal waits. */
const usual: AttemptLimits = { limitMs: 5_000, pauseMs: 25 }

/** Tries again; false while it has to wait. */
type Waiting = {
  readonly again: () => boolean
  readonly giveUp: () => void
  readonly until: number
}

/**
 * One line for all: each try stops the program for as long as SQLite waits for a lock, so only the
 * first one tries while the database is locked, and what comes meanwhile waits behind it, in order.
 */
export function openAttempts(
  health: Pick<StoreHealth, 'note' | 'fine'>,
  { limitMs, pauseMs }: AttemptLimits = usual,
): Attempt {
  let line: Waiting[] = []
  let timer: NodeJS.Timeout | null = null

  /** Null: the database is locked. */
  const once = <T>(work: () => T): Result<T, Failure> | null => {
    try {
      const value = work()
      health.fine()
      return ok(value)
    } catch (thrown) {
      const found = health.note(thrown)
      if (found?.code === 'store.busy') return null
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      return err(
        found ??
          failure(
            'store.fault',
            `Gatehouse could not use its database: ${why}.`,
            'Please report this.',
          ),
      )
    }
  }

  const follow = (): void => {
    timer = null
    while (line[0]?.again() === true) line.shift()
    const at = performance.now()
    const late = line.filter(({ until }) => until <= at)
    line = line.filter(({ until }) => until > at)
    for (const { giveUp } of late) giveUp()
    if (line.length > 0) timer ??= setTimeout(follow, pauseMs)
  }

  return function attempt<T>(work: () => T): Promise<Result<T, Failure>> {
    const first = line.length === 0 ? once(work) : null
    if (first !== null) return Promise.resolve(first)
    return new Promise<Result<T, Failure>>((resolve) => {
      line.push({
        again() {
          const tried = once(work)
          if (tried !== null) resolve(tried)
          return tried !== null
        },
        giveUp: () => resolve(err(locked)),
        until: performance.now() + limitMs,
      })
      timer ??= setTimeout(follow, pauseMs)
    })
  }
}

const locked = failure(
  'store.busy',
  'The database on the disk is locked by another program.',
  'Close the program that uses the data folder (a backup, a virus scanner), then try again.',
)
