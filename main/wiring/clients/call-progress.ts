// Who wants to know how far a call has come. A call asks here; who serves callers says how to find
// theirs, and until then nobody wants to know.
import type { CallId } from '../../../contract/ids.ts'
import type { CallProgress } from '../../../contract/call/powers.ts'

type Find = (callId: CallId) => ((progress: CallProgress) => void) | undefined

export type CallProgressListeners = {
  readonly of: Find
  add(find: Find): void
}

export function openCallProgress(): CallProgressListeners {
  const all: Find[] = []
  return {
    of(callId) {
      for (const find of all) {
        const hear = find(callId)
        if (hear !== undefined) return hear
      }
      return undefined
    },
    add: (find) => void all.push(find),
  }
}
