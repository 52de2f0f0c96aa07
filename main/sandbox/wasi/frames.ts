// The messages between the host and the child that runs a module: a length, a JSON head, raw bytes
// behind it. Used on both sides; what the child sends is parsed again by the host before it is
// believed.

/** No honest frame is longer: a file of the tree and its head. */
export const MAX_FRAME = 192 * 1024 * 1024

export type Frame = { readonly head: unknown; readonly bytes: Uint8Array }

/** `[u32 length of all that follows][u32 length of head][head as JSON][bytes]`, little endian. */
export function frame(head: unknown, bytes: Uint8Array = new Uint8Array()): readonly Uint8Array[] {
  const json = new TextEncoder().encode(JSON.stringify(head))
  const prefix = new Uint8Array(8 + json.length)
  const view = new DataView(prefix.buffer)
  view.setUint32(0, 4 + json.length + bytes.length, true)
  view.setUint32(4, json.length, true)
  prefix.set(json, 8)
  return bytes.length === 0 ? [prefix] : [prefix, bytes]
}

/**
 * Cuts a stream into frames. Throws on what is no frame: the one who sent it is not trusted any
 * further.
 */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = []
  let held = 0
  const join = (): Uint8Array => {
    const only = parts.length === 1 ? parts[0] : undefined
    if (only !== undefined) return only
    const all = new Uint8Array(held)
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    parts = [all]
    return all
  }
  let needed = 4
  return (chunk) => {
    // A Buffer's `slice` would share its memory; what is handed on has its own.
    parts.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    held += chunk.length
    while (held >= needed) {
      const all = join()
      const view = new DataView(all.buffer, all.byteOffset, all.byteLength)
      const length = view.getUint32(0, true)
      if (length < 4 || length > MAX_FRAME) throw new Error('A frame of an impossible length.')
      needed = 4 + length
      if (held < needed) return
      const headLength = view.getUint32(4, true)
      if (headLength > length - 4) throw new Error('A frame with an impossible head.')
      const head: unknown = JSON.parse(
        new TextDecoder('utf-8', { fatal: true }).decode(all.subarray(8, 8 + headLength)),
      )
      const bytes = all.slice(8 + headLength, needed)
      const rest = all.subarray(needed)
      parts = rest.length === 0 ? [] : [rest]
      held = rest.length
      needed = 4
      onFrame({ head, bytes })
    }
  }
}
