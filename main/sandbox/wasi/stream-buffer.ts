// The kept beginning of one stream, and the count of all of it.

export function streamBuffer(limit: number) {
  // One growing piece: a stream that comes byte by byte must not cost an object for each.
  let room = new Uint8Array(Math.min(limit, 1024))
  let kept = 0
  let total = 0
  return {
    /** `written` counts what did not come along, too. */
    take(bytes: Uint8Array, written: number): void {
      total += written
      const part = bytes.subarray(0, limit - kept)
      if (kept + part.length > room.length) {
        const grown = new Uint8Array(Math.min(limit, Math.max(room.length * 2, kept + part.length)))
        grown.set(room.subarray(0, kept))
        room = grown
      }
      room.set(part, kept)
      kept += part.length
    },
    all: (): Uint8Array => room.slice(0, kept),
    text: (): string => new TextDecoder().decode(room.subarray(0, kept)),
    total: (): number => total,
    cut: (): boolean => total > kept,
  }
}
