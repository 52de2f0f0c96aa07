// Every read and write of the module's memory. Numbers come from the module and are hostile: each
// range is checked before it is touched, and one that does not lie inside gives EFAULT.
import { fail } from './errno.ts'

/**
 * More pieces than any program sends; the call could otherwise be kept busy for long with nothing.
 */
const MAX_PIECES = 1024
const MAX_PATH = 4096

export type GuestMemory = ReturnType<typeof guestMemory>

export function guestMemory(memory: WebAssembly.Memory) {
  // Fetched again each time: the buffer is replaced when the module grows.
  const range = (pointer: number, length: number): Uint8Array => {
    const [from, size] = [pointer >>> 0, length >>> 0]
    if (from + size > memory.buffer.byteLength) throw fail('fault')
    return new Uint8Array(memory.buffer, from, size)
  }
  const view = (pointer: number, length: number): DataView => {
    const { buffer, byteOffset, byteLength } = range(pointer, length)
    return new DataView(buffer, byteOffset, byteLength)
  }
  return {
    range,
    view,
    u32: (pointer: number): number => view(pointer, 4).getUint32(0, true),
    setU32: (pointer: number, value: number): void => view(pointer, 4).setUint32(0, value, true),
    setU64: (pointer: number, value: bigint): void =>
      view(pointer, 8).setBigUint64(0, BigInt.asUintN(64, value), true),
    /** UTF-8 without NUL, as paths are. */
    path: (pointer: number, length: number): string => {
      if (length >>> 0 > MAX_PATH) throw fail('nametoolong')
      const bytes = range(pointer, length)
      if (bytes.includes(0)) throw fail('inval')
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      } catch {
        throw fail('ilseq')
      }
    },
    /** The pieces of a scattered read or write, all checked before the first is used. */
    pieces: (pointer: number, count: number): Uint8Array[] => {
      if (count >>> 0 > MAX_PIECES) throw fail('inval')
      const table = view(pointer, (count >>> 0) * 8)
      return Array.from({ length: count >>> 0 }, (_, at) =>
        range(table.getUint32(at * 8, true), table.getUint32(at * 8 + 4, true)),
      )
    },
  }
}
