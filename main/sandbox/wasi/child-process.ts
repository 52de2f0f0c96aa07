// The process that runs a module, as it is started and talked to. `sandboxed-child.ts` starts it in
// the sandbox.
import type { Readable, Writable } from 'node:stream'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'

export type ChildCommand = {
  /** Absolute program first. */
  readonly argv: readonly [string, ...string[]]
  /** All of it; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Files and folders the program must be able to read, absolute. It writes none and needs no
   * network.
   */
  readonly reads: readonly string[]
}

export type WasiChild = {
  readonly stdin: Writable
  readonly stdout: Readable
  /** What it has written to its standard error, or the end of that. */
  grumble(): string
  /** Ends the whole tree at once (SIGKILL). Safe to call at any time. */
  kill(): void
  /** Never rejects. `failed`: it could not be started. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: string | null
    readonly failed: string | null
  }>
}

export type StartChild = (command: ChildCommand) => Promise<Result<WasiChild, Failure>>
