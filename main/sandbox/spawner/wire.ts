// The messages between main and the helper that starts processes: frames of a length, a kind, the
// number of a job and a body, over one pipe. Both ends are of one version, since main starts the
// helper from its own files.

import type { Writable } from 'node:stream'

/** What each kind carries: JSON of a type below, or plain bytes. `forget`: the key of a template for which no job comes. `taken` and `drained` give bytes back to the sender's window.
 * `started`: the process id of a job that is talked to, in words; then `directDescriptors`, where its streams are connected to main. */
export const KINDS = [
  'template',
  'forget',
  'start',
  'stdin',
  'stdin-end',
  'kill',
  'taken',
  'stage',
  'stdout',
  'stderr',
  'drained',
  'ended',
  'failed',
  'staged',
  'started',
  'stage-mapped',
] as const
export type Kind = (typeof KINDS)[number]
export type Stream = 'stdout' | 'stderr'

/**
 * A way of starting, known by its key: what is the same for many jobs, so that a process can be
 * waiting for the next one.
 */
export type Template = {
  readonly key: string
  readonly file: string
  readonly args: readonly string[]
  /** Whom it runs as; null: as the helper. */
  readonly as: { readonly uid: number; readonly gid: number } | null
  readonly stdin: boolean
  /** Written to descriptor 3, base64; null: there is none. */
  readonly filter: string | null
  readonly group: GroupPlan | null
  /** Starts nothing before it has read a line from descriptor 4, which it gets in its group. */
  readonly gated: boolean
  /**
   * Written whole to descriptor 4 as soon as it is in its group; the job goes to descriptor 5 then.
   * Null: what it is built of comes with the job.
   */
  readonly built: string | null
  /**
   * What the job says comes over descriptors 6 and 7; on standard output comes the code that it ended
   * with, in a line, while what is around it may still be there.
   */
  readonly ownOutput: boolean
  /** In the command line of all that is started so: see `orphans.ts`. */
  readonly mark: string
  /** How many are kept waiting. */
  readonly warm: number
  /** For one job only: forgotten as soon as that has its process. */
  readonly once: boolean
}

/** Folders of the kernel's control groups below which ours are made, and the bounds of one. */
export type GroupPlan = {
  readonly pids: string
  /** The same folder as `pids` in version 2. Null: memory is not bounded by a group. */
  readonly memory: string | null
  /** Where processor time is counted; the same folder as `pids` in version 2. Null: nowhere. */
  readonly cpu: string | null
  readonly version: 1 | 2
  readonly processes: number
  readonly memoryBytes: number
  /** Of the processor, where the kernel has it for groups; null: as everybody. */
  readonly weight: number | null
}

export type Start = {
  readonly template: string
  /**
   * Written whole to descriptor 4, or 5 where its sandbox was built before, then the end. The process
   * waits for it before it does anything.
   */
  readonly data: string
  /**
   * Bytes of each stream that are handed on; one more and the tree is killed. Null: all, as fast as
   * they are taken.
   */
  readonly keep: Readonly<Record<Stream, number | null>>
  readonly timeMs: number | null
  /** Processor time of all of its tree together, where its group counts it. Left out: no bound. */
  readonly treeCpuMs?: number
  /**
   * A folder with the sockets `in` and `out`, for a job with standard input: its streams, if they
   * can be connected.
   */
  readonly directDescriptors: string | null
}

export type Ended = {
  readonly why:
    | 'itself'
    | 'killed'
    | 'timed-out'
    | 'flooded-stdout'
    | 'flooded-stderr'
    | 'cpu'
    /** The kernel ended its first process, and something of its group for their memory. */
    | 'memory'
  readonly code: number | null
  readonly signal: string | null
  readonly stdoutBytes: number
  readonly stderrBytes: number
}

/**
 * Bytes of one stream that may be under way. So much, and no more, piles up when main is slow or a
 * program does not read.
 */
export const WINDOW = 256 * 1024
/**
 * Bytes that a reader of many small messages gathers before it gives them back: far fewer than a
 * window.
 */
export const NOTIFY = 32 * 1024

/** What is written in one go leaves in one go, when the work that is at hand is done. */
export function together(pipe: Writable): void {
  if (pipe.writableCorked > 0) return
  pipe.cork()
  process.nextTick(() => pipe.uncork())
}

const HEAD = 9

export function frame(kind: Kind, job: number, body: Uint8Array | string = ''): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const whole = Buffer.allocUnsafe(HEAD + bytes.length)
  whole.writeUInt32LE(bytes.length, 0)
  whole.writeUInt8(KINDS.indexOf(kind), 4)
  whole.writeUInt32LE(job, 5)
  whole.set(bytes, HEAD)
  return whole
}

export const count = (bytes: number): Buffer => {
  const body = Buffer.allocUnsafe(4)
  body.writeUInt32LE(bytes)
  return body
}

/** Takes bytes as they come and gives whole frames. Bodies are views: keep a copy, not the view. */
export function frameReader(
  take: (kind: Kind, job: number, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= HEAD) {
      const end = HEAD + rest.readUInt32LE(0)
      if (rest.length < end) return
      const kind = KINDS[rest.readUInt8(4)]
      const [job, body] = [rest.readUInt32LE(5), rest.subarray(HEAD, end)]
      rest = rest.subarray(end)
      if (kind !== undefined) take(kind, job, body)
    }
  }
}
