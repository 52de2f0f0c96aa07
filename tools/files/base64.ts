// Bytes as base64 and back, with what a page and Node both have.

const PIECE = 0x8000

export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)))
  return btoa(parts.join(''))
}

/** Null where it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    // The caller says what was wrong.
    return null
  }
}
