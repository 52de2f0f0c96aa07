// The kept beginning of one stream, and the count of all of it.

export function streamBuffer(limit: number) {
  // One growing piece: a stream that comes byte by byte must not cost an object for each.
  let buffer = new Uint8Array(Math.min(limit, 1024))
  let used = 0
  let total = 0
  return {
    /** `written` counts what did not come along, too. */
    take(bytes: Uint8Array, written: number): void {
      total += written
      const part = bytes.subarray(0, limit - used)
      if (used + part.length > buffer.length) {
        const grown = new Uint8Array(
          Math.min(limit, Math.max(buffer.length * 2, used + part.length)),
        )
        grown.set(buffer.subarray(0, used))
        buffer = grown
      }
      buffer.set(part, used)
      used += part.length
    },
    all: (): Uint8Array => buffer.slice(0, used),
    text: (): string => new TextDecoder().decode(buffer.subarray(0, used)),
    total: (): number => total,
    cut: (): boolean => total > used,
  }
}
