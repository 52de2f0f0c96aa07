// A program that runs inside the sandbox, as anyone who talks to it sees it.
import type { ProgramEnd } from '../../../contract/program-end.ts'
import type { Readable, Writable } from 'node:stream'

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
