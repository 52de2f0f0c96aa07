// What a long list draws now. Held outside of React's own state because of when it is drawn: a change to this is drawn in
// the frame that was scrolled, and one to a component's state in the next.
import { type Drawn, sameDrawn } from './long-space.ts'

export function openDrawn(first: Drawn) {
  let now = first
  const listeners = new Set<() => void>()
  return {
    get: (): Drawn => now,
    set: (next: Drawn): void => {
      if (sameDrawn(now, next)) return
      now = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
