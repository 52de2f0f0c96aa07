// A program that runs inside the sandbox, as anyone who talks to it sees it.
import type { Readable, Writable } from 'node:stream'
import type { Failure } from '../../../contract/failure.ts'

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

export type Running = {
  /**
   * Takes bytes and strings; `write` answers false when it should not be given more until `drain`.
   * Errors only after the end.
   */
  readonly stdin: Writable
  /**
   * Bytes, all of them, as fast as they are read and no faster. It ends before `exited`, if it is
   * read.
   */
  readonly stdout: Readable
  /** The last 64 KiB of standard error so far. Bytes that are no UTF-8 are shown as broken. */
  stderrTail(): string
  /** The first process of its tree; null until it runs. */
  pid(): number | null
  /** Never rejects. When it settles no process of the tree is left. */
  readonly exited: Promise<ProgramEnd>
  /**
   * The whole tree, with SIGKILL. For a polite end, end `stdin` first. Resolves as `exited` does.
   */
  kill(): Promise<ProgramEnd>
}
