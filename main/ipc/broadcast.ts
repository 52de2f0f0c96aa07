// One stream of events to every window. Keeps nothing: a listener that comes late, or was dropped,
// reads again. Growing text and output of a run are gathered for a moment, so that a fast model or
// a chatty command costs each window some thirty events a second and not thousands. Every other
// event sends what was gathered first: no event overtakes.
import type { PanelEvent } from '../../contract/ipc/event.ts'

export type Listener = (event: PanelEvent) => void

export type Broadcast = {
  /** Never throws. A listener that does is dropped and reported. */
  send(event: PanelEvent): void
  /** Whether anybody listens: making an event for nobody is work for nothing. */
  received(): boolean
  /** Every event from now on. Returns the way to stop listening; safe to call twice. */
  subscribe(listener: Listener): () => void
  /** Sends what is gathered and forgets all listeners. */
  dispose(): void
}

export type BroadcastOptions = {
  readonly onFault: (error: unknown) => void
  /** How long text of one run is gathered, in milliseconds. */
  readonly everyMs?: number
}

type Growing = Extract<PanelEvent, { kind: 'text-added' | 'output-added' }>

export function openBroadcast({ onFault, everyMs = 33 }: BroadcastOptions): Broadcast {
  // Each subscription is its own object: the same function subscribed twice hears twice.
  const listeners = new Set<{ readonly receive: Listener }>()
  const gathered = new Map<string, Growing[]>()
  let timer: NodeJS.Timeout | null = null

  const deliver = (event: PanelEvent): void => {
    for (const listener of listeners) {
      try {
        listener.receive(event)
      } catch (error) {
        listeners.delete(listener)
        onFault(error)
      }
    }
  }

  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const events = [...gathered.values()].flat()
    gathered.clear()
    events.forEach(deliver)
  }

  const gather = (event: Growing): void => {
    const ofRun = gathered.get(event.runId) ?? []
    const last = ofRun.at(-1)
    const joined = last === undefined ? null : join(last, event)
    if (joined === null) ofRun.push(event)
    else ofRun[ofRun.length - 1] = joined
    gathered.set(event.runId, ofRun)
    timer ??= setTimeout(flush, everyMs)
  }

  return {
    send(event) {
      if (listeners.size === 0) return
      if (event.kind === 'text-added' || event.kind === 'output-added') return gather(event)
      flush()
      deliver(event)
    },
    received: () => listeners.size > 0,
    subscribe(receive) {
      const listener = { receive }
      // What was gathered before belongs to those who listened then.
      flush()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      flush()
      listeners.clear()
    },
  }
}

/** Two pieces that continue each other as one; null where they belong to different texts. */
function join(first: Growing, then: Growing): Growing | null {
  if (first.kind === 'text-added' && then.kind === 'text-added' && first.itemId === then.itemId) {
    return { ...first, delta: first.delta + then.delta }
  }
  if (
    first.kind === 'output-added' &&
    then.kind === 'output-added' &&
    first.callId === then.callId &&
    first.stream === then.stream
  ) {
    return { ...first, text: first.text + then.text }
  }
  return null
}
