// A program that runs for long inside the sandbox and is talked to over its standard streams. Never
// decides whether it may run.
import { lstat } from 'node:fs/promises'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Shown } from '../linux/bubblewrap.ts'

export type Program = {
  /**
   * The program and its arguments, no shell. A name without a slash is looked for in `env.PATH`,
   * else in /usr/bin.
   */
  readonly argv: readonly [string, ...string[]]
  /**
   * The whole environment, beside HOME, and the proxy's variables where there is a proxy. Nothing
   * of ours is added but what `reports` needs. Names that begin with PERL are refused.
   */
  readonly env: Readonly<Record<string, string>>
  /**
   * An existing folder outside, the program's own, seen inside as /home/program and written in. See
   * `makeOwnFolder`. Null: nothing that it writes there is kept, HOME is /tmp.
   */
  readonly home: string | null
  /** Seen as `inside` sees them: one of the paths below, a folder in one, or null for HOME. */
  readonly cwd: string | null
  /** A folder of ours, seen inside as /home/package and only read; left out: none. */
  readonly package?: string | undefined
  /**
   * It may open Unix sockets. Refused together with folders, one of which may hold somebody's socket;
   * but for a program that starts what is foreign behind a wall of its own: see `inner`.
   */
  readonly sockets?: boolean | undefined
  /**
   * A command that it starts by the file `name` in `PROGRAM_PACKAGE`, where `package` is: behind one
   * more second wall and the filter of commands, so without sockets, and unable to reach the program
   * that started it. Refused as `sandbox.missing` where there is no second layer.
   */
  readonly inner?: { readonly name: string; readonly argv: readonly string[] } | undefined
  /**
   * The folder whose owner it is to be, as commands there are; left out, the owner of its home.
   */
  readonly worksIn?: string | undefined
  /**
   * Existing absolute real paths that are seen at the same place inside. /usr is there anyway. A
   * STOP place is refused.
   */
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  /** The same for what is seen at another place inside; left out: nothing. */
  readonly placed?: readonly Shown[] | undefined
  /**
   * Of the whole tree. Memory holds where the protection `memory` does; 4 GiB and 256 are the most.
   */
  readonly limits: {
    readonly memoryBytes: number
    readonly processes: number
    /**
     * What one process of it reserves without using it, beside the memory: it counts where each
     * process is held by itself. Left out: nothing.
     */
    readonly reservedBytes?: number
    /** Processor time of one process, over its whole life. */
    readonly cpuSeconds?: number
  }
  /**
   * Null: no network at all. Else the unix socket of the filtering proxy, which its outer user must
   * be able to open.
   */
  readonly proxy: null | { readonly socket: string }
  /** Hosts that it is told to reach without the proxy, of its own loopback. Left out: none. */
  readonly direct?: readonly string[] | undefined
  /**
   * Where Node or Python runs it, it tells the proxy itself what it dials past it: see
   * `attempt-reporters.ts`.
   */
  readonly reports?: boolean | undefined
  /** Beside the indispensable ones: what must be enforced here, or the program is refused. */
  readonly requires: readonly string[]
  /** Kills it, as `kill` does. */
  readonly signal: AbortSignal
  /**
   * It is called often and says little: a process waits for the next of its kind, and its streams go
   * through the helper. Left out: it is not.
   */
  readonly short?: boolean | undefined
  /** Told about each piece of its standard error; must not throw. */
  readonly onError?: ((bytes: Buffer) => void) | undefined
}

export const PROGRAM_HOME = '/home/program'
export const PROGRAM_PACKAGE = '/home/package'

/** What of the person's it is shown. */
export const shownOf = ({
  readOnly,
  writable,
  placed = [],
}: Pick<Program, 'readOnly' | 'writable' | 'placed'>): readonly Shown[] => [
  ...readOnly.map((path) => ({ from: path, at: path, readOnly: true })),
  ...writable.map((path) => ({ from: path, at: path, readOnly: false })),
  ...placed,
]

/**
 * Why it may not have sockets of its own: the network keeps abstract ones inside, but one with a path
 * leads to anyone who listens there. Its home, its package and single files have none of others.
 */
export async function socketsLeadOut({
  sockets,
  inner,
  ...program
}: Program): Promise<Failure | null> {
  if (sockets !== true || inner !== undefined) return null
  for (const path of shownOf(program).map(({ from }) => from)) {
    const is = await lstat(path).catch(() => null)
    if (is?.isFile() !== true)
      return failure(
        'program.sockets',
        `A program that may open sockets cannot also see ${path}: a socket in it would lead out of the sandbox.`,
        'Take the folder or the sockets away from it.',
      )
  }
  return null
}
