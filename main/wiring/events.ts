// Events inside of main. Listeners are called in the order in which they subscribed. A layer that
// emits knows none of them, so no layer needs one that is opened after it. Screens listen through
// `screens`, which joins events that follow each other quickly.
import type { CallState } from '../../contract/call/call.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import { openBroadcast, type Broadcast } from '../ipc/broadcast.ts'

export type AppEvent =
  /** Something that the state of the app is made of may be another. */
  | { readonly kind: 'state-changed' }
  /** Another configuration is in force. */
  | { readonly kind: 'config-changed' }
  /** A second person is to be asked, or no more. */
  | { readonly kind: 'second-asked' }
  /** A server's state, offer or log. */
  | { readonly kind: 'servers-changed' }
  | {
      readonly kind: 'call-changed'
      readonly callId: CallId
      readonly runId: RunId | null
      readonly state: CallState
    }
  /** Something broke where nobody waits for it. */
  | { readonly kind: 'fault'; readonly fault: unknown }

export type Events = {
  /**
   * Everybody who cares hears it, also where one of them throws; then the first error is thrown.
   */
  emit(event: AppEvent): void
  /** Until the end of the app. */
  on<K extends AppEvent['kind']>(
    kind: K,
    listener: (event: Extract<AppEvent, { kind: K }>) => void,
  ): void
  /** `emit` of `state-changed`, as a function to hand on. */
  readonly changed: () => void
  /** `emit` of `fault`. One that nobody hears yet is kept for anyone who will. */
  readonly report: (fault: unknown) => void
  readonly screens: Broadcast
  /** Nobody is told about anything afterwards, but of faults. */
  dispose(): void
}

export function openEvents(): Events {
  const listeners = new Map<AppEvent['kind'], ((event: never) => void)[]>()
  const unheard: unknown[] = []
  const emit = (event: AppEvent): void => {
    const errors: unknown[] = []
    for (const listener of listeners.get(event.kind) ?? [])
      try {
        listener(event as never)
      } catch (error) {
        errors.push(error)
      }
    if (errors.length > 0) throw errors[0]
  }
  const report = (fault: unknown): void => {
    if (listeners.has('fault')) emit({ kind: 'fault', fault })
    else unheard.push(fault)
  }
  const screens = openBroadcast({ onFault: report })
  return {
    emit,
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
      if (kind === 'fault') unheard.splice(0).forEach(report)
    },
    changed: () => emit({ kind: 'state-changed' }),
    report,
    screens,
    dispose() {
      screens.dispose()
      for (const kind of listeners.keys()) if (kind !== 'fault') listeners.delete(kind)
    },
  }
}
