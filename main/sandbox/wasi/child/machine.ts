// What the calls of one running module share.
import type { Descriptors } from './descriptors.ts'
import type { GuestMemory } from './guest-memory.ts'

export type Machine = {
  readonly memory: GuestMemory
  readonly fds: Descriptors
  readonly args: readonly Uint8Array[]
  readonly env: readonly Uint8Array[]
  readonly stdin: Uint8Array
  /** Passes on what the module wrote. Throws `Ended` past the limit of the stream. */
  write(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
}
