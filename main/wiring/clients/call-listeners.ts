// Who wants to hear of a call while it runs. A call asks here; who serves callers says how to find
// theirs, and until then nobody wants to hear.
import type { CallId } from '../../../contract/ids.ts'
import type { CallListener } from '../../../contract/call/powers/server-power.ts'

type Find = (callId: CallId) => CallListener | undefined

export type CallListeners = {
  readonly of: Find
  add(find: Find): void
}

export function openCallListeners(): CallListeners {
  const all: Find[] = []
  return {
    of(callId) {
      for (const find of all) {
        const listener = find(callId)
        if (listener !== undefined) return listener
      }
      return undefined
    },
    add: (find) => void all.push(find),
  }
}
