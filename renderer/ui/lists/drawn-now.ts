// The render store of a long list: which rows are drawn now, and how large the list is. Outside of
// React's own state, because a change here is drawn in the frame that brought it, and one to a
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
