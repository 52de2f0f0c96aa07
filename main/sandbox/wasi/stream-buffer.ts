// The kept beginning of one stream, and the count of all of it.

export function streamBuffer(limit: number) {
  // One growing piece: a stream that comes byte by byte must not cost an object for each.
  let capacity = new Uint8Array(Math.min(limit, 1024))
  let retained = 0
  let total = 0
  return {
    /** `written` counts what did not come along, too. */
    take(bytes: Uint8Array, written: number): void {
      total += written
      const part = bytes.subarray(0, limit - retained)
      if (retained + part.length > capacity.length) {
        const grown = new Uint8Array(
          Math.min(limit, Math.max(capacity.length * 2, retained + part.length)),
        )
        grown.set(capacity.subarray(0, retained))
        capacity = grown
      }
      capacity.set(part, retained)
      retained += part.length
    },
    all: (): Uint8Array => capacity.slice(0, retained),
    text: (): string => new TextDecoder().decode(capacity.subarray(0, retained)),
    total: (): number => total,
    cut: (): boolean => total > retained,
  }
}
