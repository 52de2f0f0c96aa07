// What came over a socket and was not read yet, in one piece of memory that grows by doubling and is
// looked through once: however small the pieces are that it comes in, the work grows with its length.
const FIRST = 16 * 1024

export type HeldBytes = {
  push(chunk: Buffer): void
  length(): number
  /** Up to the next line break, which goes with it; null: none has come yet. */
  line(): Buffer | null
  /** Exactly so many; null: they have not come yet. */
  take(count: number): Buffer | null
}

export function openHeldBytes(): HeldBytes {
  let store = Buffer.allocUnsafe(FIRST)
  let from = 0
  let to = 0
  /** Before this no line ends. */
  let seen = 0
  const taken = (count: number, after: number): Buffer => {
    // A copy: the memory is written to again.
    const part = Buffer.from(store.subarray(from, from + count))
    from += count + after
    seen = from
    if (from === to) {
      from = 0
      to = 0
      seen = 0
    }
    return part
  }
  return {
    push(chunk) {
      const length = to - from
      if (to + chunk.length > store.length) {
        const next =
          (length + chunk.length) * 2 > store.length
            ? Buffer.allocUnsafe((length + chunk.length) * 2)
            : store
        store.copy(next, 0, from, to)
        seen -= from
        ;[store, from, to] = [next, 0, length]
      }
      chunk.copy(store, to)
      to += chunk.length
    },
    length: () => to - from,
    line() {
      // The two halves of a line break can come apart.
      const end = store.subarray(0, to).indexOf('\r\n', Math.max(from, seen - 1))
      if (end >= 0) return taken(end - from, 2)
      seen = to
      return null
    },
    take: (count) => (to - from < count ? null : taken(count, 0)),
  }
}
