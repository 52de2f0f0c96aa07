// The check of the whole chain, one at a time: anyone who asks while one goes on waits for the same
// one. It goes on when nobody waits, and what it found stays. One that nobody waits for leaves most
// of the time to others, until somebody does.
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { AuditCheck } from '../../../contract/journal/audit.ts'
import type { Verification } from '../../../contract/journal/journal.ts'

export type ChainCheck = {
  state(): AuditCheck
  /**
   * Begins one where none goes on. Rejects where the journal breaks. `calm`: nobody waits for it.
   */
  whole(calm?: boolean): Promise<Verification>
  /**
   * For the end of the program: what goes on looks at no further row, and the one who waits for it
   * is told nothing more.
   */
  stop(): void
}

export type ChainCheckDeps = {
  verify(onProgress: (rows: number) => void, rest: () => Promise<void>): Promise<Verification>
  rows(): number
  /** Epoch milliseconds. */
  now(): number
  done(found: Verification): void
}

/** A calm check has a fifth of the time: its slices take 5 ms. */
const REST_MS = 20

export function openChainCheck({ verify, rows, now, done }: ChainCheckDeps): ChainCheck {
  let last: AuditCheck['last'] = null
  let going: {
    readonly end: Promise<Verification>
    readonly of: number
    done: number
    calm: boolean
  } | null = null
  let stopped = false
  const rest = async (): Promise<void> => {
    await (going?.calm === true ? setTimeout(REST_MS) : setImmediate())
    if (stopped) await new Promise(() => {})
  }

  return {
    state: () => ({
      running: going === null ? null : { done: going.done, of: Math.max(going.of, going.done) },
      last,
    }),
    whole: (calm = false) => {
      if (going !== null) {
        going.calm &&= calm
        return going.end
      }
      const checking = async (): Promise<Verification> => {
        try {
          const found = await verify((count) => {
            if (going !== null) going.done = count
          }, rest)
          last = { at: now(), found }
          if (!stopped) done(found)
          return found
        } finally {
          going = null
        }
      }
      // A turn later, so that what it changes is already there.
      const end = Promise.resolve().then(checking)
      going = { end, of: rows(), done: 0, calm }
      return end
    },
    stop: () => {
      stopped = true
    },
  }
}
