// Says how many bytes the trees of one run may hold, entries counted with what they cost here.
import { fail } from './errno.ts'

export const ENTRY_BYTES = 1024

export type Budget = {
  take(bytes: number): void
  give(bytes: number): void
  left(): number
}

/** `take` throws ENOSPC when it would go over. */
export function budget(limit: number): Budget {
  let used = 0
  return {
    take(bytes) {
      if (bytes > limit - used) throw fail('nospc')
      used += bytes
    },
    give(bytes) {
      used -= bytes
    },
    left: () => limit - used,
  }
}
