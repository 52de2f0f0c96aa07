// The growing content of one file in memory, paid for from the budget of the run.
import type { Budget } from './budget.ts'
import { fail } from './errno.ts'

const MAX_FILE = 1024 * 1024 * 1024

export type FileBytes = ReturnType<typeof fileBytes>

export function fileBytes(budget: Budget, initial: Uint8Array = new Uint8Array()) {
  budget.take(initial.length)
  let room = initial
  let size = initial.length
  const reserve = (wanted: number): void => {
    if (wanted > MAX_FILE) throw fail('fbig')
    if (wanted <= room.length) return
    // Doubling keeps many small writes linear; when that is not to be had, exactly what is needed
    // is tried.
    let next = Math.max(wanted, room.length * 2, 256)
    try {
      budget.take(next - room.length)
    } catch {
      next = wanted
      budget.take(next - room.length)
    }
    const grown = new Uint8Array(next)
    grown.set(room.subarray(0, size))
    room = grown
  }
  return {
    size: (): number => size,
    all: (): Uint8Array => room.subarray(0, size),
    read(target: Uint8Array, position: number): number {
      if (position >= size) return 0
      const piece = room.subarray(position, Math.min(size, position + target.length))
      target.set(piece)
      return piece.length
    },
    write(source: Uint8Array, position: number): void {
      if (source.length === 0) return
      reserve(position + source.length)
      room.set(source, position)
      size = Math.max(size, position + source.length)
    },
    resize(bytes: number): void {
      reserve(bytes)
      if (bytes < size) room.fill(0, bytes, size)
      size = bytes
    },
    release(): void {
      budget.give(room.length)
      room = new Uint8Array()
      size = 0
    },
  }
}
