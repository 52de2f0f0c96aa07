// How a program that ran inside the sandbox ended.
import type { Failure } from './failure.ts'

export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number }
  /** `code`: what it is read from, which a program may also end with by itself; null: it is known. */
  | { readonly kind: 'signalled'; readonly signal: string; readonly code: number | null }
  /** By the kernel, because it used up the memory of its group. */
  | { readonly kind: 'out-of-memory' }
  /** By `kill`, by its signal, or because Gatehouse closes. */
  | { readonly kind: 'killed' }
  /** The sandbox could not be built, or the helper died: `sandbox.spawn`, `sandbox.helper`. */
  | { readonly kind: 'failed'; readonly failure: Failure }
