// Sends the state of the app to the screens when it has changed: once for all changes in a turn of the
// event loop, and not at all where nobody listens, because making the state costs more than most
// changes of it.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { Broadcast } from '../ipc/broadcast.ts'

/** `state` may throw: that is reported, and the next change tells. */
export function announceState(
  broadcast: Pick<Broadcast, 'received' | 'send'>,
  state: () => AppState,
  report: (fault: unknown) => void,
): () => void {
  let waiting = false
  const notify = (): void => {
    waiting = false
    if (!broadcast.received()) return
    try {
      broadcast.send({ kind: 'app-changed', app: state() })
    } catch (fault) {
      report(fault)
    }
  }
  return () => {
    if (waiting || !broadcast.received()) return
    waiting = true
    setImmediate(notify)
  }
}
