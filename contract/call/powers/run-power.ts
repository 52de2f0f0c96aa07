// What a tool can run: a command, and terminal sessions.
import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'
import type { TerminalScreen, TerminalStep } from './terminal.ts'

export type ProcessRequest = {
  readonly command: string
  readonly cwd: string
  readonly timeoutMs: number
}

/**
 * A host that a program tried to reach, and whether a connection was opened. Bytes out and back.
 */
export const Reached = z.strictObject({
  host: z.string(),
  port: z.int(),
  allowed: z.boolean(),
  bytesUp: z.int(),
  bytesDown: z.int(),
})

export type Reached = z.infer<typeof Reached>

export type ProcessEnd = {
  readonly stdout: string
  readonly stderr: string
  /** Bytes the child wrote, kept or not. */
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /**
   * Paths in the workspace that other programs run or trust on their own (hooks, tasks, agent
   * settings, repositories) and that are new or other than before the command. Left out when there
   * are none.
   */
  readonly planted?: readonly string[]
  /** Of those, the ones that Git would have run: they were renamed and do nothing now. */
  readonly held?: readonly string[]
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'signalled'; readonly signal: string }
    /** By the kernel, for its memory. The limit of all that it starts together; null: none of ours. */
    | { readonly kind: 'out-of-memory'; readonly limitBytes: number | null }
    | { readonly kind: 'timed-out' }
    | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr' }
    | { readonly kind: 'cancelled' }
}

export type RunPower = {
  run(request: ProcessRequest): Promise<Result<ProcessEnd, Failure>>
  /** Left out: no session can be kept here. */
  terminal?: TerminalPower
}

/** The terminal sessions of the caller, and of nobody else. */
export type TerminalPower = {
  /** Fails with `terminal.outside-permit` for what this call was not permitted. */
  step(step: TerminalStep): Promise<Result<TerminalScreen, Failure>>
  list(): Promise<readonly TerminalScreen[]>
}
