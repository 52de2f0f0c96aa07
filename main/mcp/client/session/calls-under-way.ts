// Which calls a server is at work on. What it asks or logs belongs to one only where there is just one:
// the protocol does not say which.
import type { AskedAbout } from '../deps.ts'

export type CallsUnderWay = {
  /** Until the function that it returns is called. */
  begin(about: AskedAbout): () => void
  /** `over` is aborted when the call ends. Null: none is under way, or several are. */
  only(): { readonly about: AskedAbout; readonly over: AbortSignal } | null
}

export function openCallsUnderWay(): CallsUnderWay {
  const underWay = new Map<AskedAbout, AbortController>()
  return {
    begin(about) {
      const over = new AbortController()
      underWay.set(about, over)
      return () => {
        underWay.delete(about)
        over.abort()
      }
    },
    only() {
      const [first] = underWay
      if (underWay.size !== 1 || first === undefined) return null
      const [about, over] = first
      return { about, over: over.signal }
    },
  }
}
