// The growing content of one file in memory, paid for from the budget of the run.
import type { Budget } from './budget.ts'
import { fail } from './errno.ts'

const MAX_FILE = 1024 * 1024 * 1024

export type FileBytes = ReturnType<typeof fileBytes>

export function fileBytes(budget: Budget, initial: Uint8Array = new Uint8Array()) {
  budget.take(initial.length)
  let buffer = initial
  let size = initial.length
  const reserve = (wanted: number): void => {
    if (wanted > MAX_FILE) throw fail('fbig')
    if (wanted <= buffer.length) return
    // Each copy leaves room for many small writes; where doubling is more than there is, for half of
    // what is left, so that a file that fills the budget is not copied for each piece of it.
    const missing = wanted - buffer.length
    const most = missing + Math.max(0, Math.floor((budget.left() - missing) / 2))
    const growth = Math.max(missing, Math.min(most, Math.max(buffer.length, 256)))
    budget.take(growth)
    const grown = new Uint8Array(buffer.length + growth)
    grown.set(buffer.subarray(0, size))
    buffer = grown
  }
  return {
    size: (): number => size,
    all: (): Uint8Array => buffer.subarray(0, size),
    read(target: Uint8Array, position: number): number {
      if (position >= size) return 0
      const piece = buffer.subarray(position, Math.min(size, position + target.length))
      target.set(piece)
      return piece.length
    },
    write(source: Uint8Array, position: number): void {
      if (source.length === 0) return
      reserve(position + source.length)
      buffer.set(source, position)
      size = Math.max(size, position + source.length)
    },
    resize(bytes: number): void {
      reserve(bytes)
      if (bytes < size) buffer.fill(0, bytes, size)
      size = bytes
    },
    release(): void {
      budget.give(buffer.length)
      buffer = new Uint8Array()
      size = 0
    },
  }
}
