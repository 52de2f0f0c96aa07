// The check of the whole chain, one at a time: whoever asks while one goes on waits for the same one. It goes on when nobody
// waits, and what it found stays.
import type { AuditCheck } from '../../contract/audit.ts'
import type { Verification } from '../../contract/journal.ts'

export type ChainCheck = {
  state(): AuditCheck
  /** Begins one where none goes on. Rejects where the journal breaks. */
  whole(): Promise<Verification>
}

export type ChainCheckNeeds = {
  verify(onProgress: (rows: number) => void): Promise<Verification>
  rows(): number
  /** Epoch milliseconds. */
  now(): number
  done(found: Verification): void
}

export function openChainCheck({ verify, rows, now, done }: ChainCheckNeeds): ChainCheck {
  let last: AuditCheck['last'] = null
  let going: { readonly end: Promise<Verification>; readonly of: number; done: number } | null = null

  return {
    state: () => ({ running: going === null ? null : { done: going.done, of: Math.max(going.of, going.done) }, last }),
    whole: () => {
      if (going !== null) return going.end
      const checking = async (): Promise<Verification> => {
        try {
          const found = await verify((count) => {
            if (going !== null) going.done = count
          })
          last = { at: now(), found }
          done(found)
          return found
        } finally {
          going = null
        }
      }
      // A turn later, so that what it changes stands already.
      const end = Promise.resolve().then(checking)
      going = { end, of: rows(), done: 0 }
      return end
    },
  }
}
