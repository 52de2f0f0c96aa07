// What a long list draws now, and how large it is. Held outside of React's own state because of
// when it is drawn: a change to this is drawn in the frame that brought it, and one to a
// component's state in the next.

/** `same`: nothing has to be drawn again for it. */
export function openNow<T>(first: T, same: (one: T, other: T) => boolean) {
  let now = first
  const listeners = new Set<() => void>()
  return {
    get: (): T => now,
    set: (next: T): void => {
      if (same(now, next)) return
      now = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
