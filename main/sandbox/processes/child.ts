// One command from start to end, on main's side: its text, its limits, its kill. Never knows what
// sandbox it is in; the caller gives a template whose death takes the whole tree along.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { JobListener, JobEnd, SpawnedJob, Spawner } from '../spawner/spawner.ts'
import type { Start, Stream, Template } from '../spawner/wire.ts'

export type { Stream } from '../spawner/wire.ts'

/** Hands one job to whatever starts it. */
export type StartJob = (
  given: Omit<Start, 'template'>,
  listener: JobListener,
) => Pick<SpawnedJob, 'kill' | 'taken'>

export type ChildJob = FollowedJob & { readonly template: Template }

export type FollowedJob = {
  /** For descriptor 4, see `bubblewrapData`, or for standard input of a container. */
  readonly data: string
  readonly timeMs: number
  /** Processor time of the whole tree, where it is counted; left out, no bound. */
  readonly treeCpuMs?: number
  /** Bytes of each stream that are kept; one byte more and the child is killed. */
  readonly keep: Readonly<Record<Stream, number>>
  readonly signal: AbortSignal
  /**
   * The child is a sandbox around the command, and says by its code how that ended. A signal that ended the
   * child itself came from outside, and nobody knows how far the command had come.
   */
  readonly enclosed?: boolean
  /** Limit for all its processes together, in bytes, where a control group enforces one. */
  readonly memoryBytes?: number | null
  /** Text as it comes, whole characters only. Must not throw. */
  onOutput(stream: Stream, text: string): void
}

/**
 * Failures: `sandbox.spawn`, `sandbox.helper`, `sandbox.killed`, `command.too-long`. Every other end is a
 * `ProcessEnd`.
 */
export const runChild = (spawner: Spawner, job: ChildJob): Promise<Result<ProcessEnd, Failure>> =>
  followJob((given, listener) => spawner.start(job.template, given, listener), {
    memoryBytes: job.template.group?.memoryBytes ?? null,
    ...job,
  })

/** As `runChild`, no matter who starts it. */
export function followJob(start: StartJob, job: FollowedJob): Promise<Result<ProcessEnd, Failure>> {
  const outputs = { stdout: collect(job, 'stdout'), stderr: collect(job, 'stderr') }
  const result = (
    end: ProcessEnd['end'],
    bytes: { stdoutBytes: number; stderrBytes: number },
  ): Result<ProcessEnd, Failure> =>
    ok({
      stdout: outputs.stdout.text(bytes.stdoutBytes),
      stderr: outputs.stderr.text(bytes.stderrBytes),
      ...bytes,
      end,
    })
  if (job.signal.aborted)
    return Promise.resolve(result({ kind: 'cancelled' }, { stdoutBytes: 0, stderrBytes: 0 }))

  return new Promise((resolve) => {
    const { data, timeMs, treeCpuMs, keep } = job
    const cancel = (): void => started.kill()
    const started = start(
      {
        data,
        timeMs,
        keep,
        directDescriptors: null,
        ...(treeCpuMs === undefined ? {} : { treeCpuMs }),
      },
      {
        output(stream, bytes) {
          outputs[stream].take(bytes)
          started.taken(stream, bytes.length)
        },
        drained() {},
        ended(end) {
          job.signal.removeEventListener('abort', cancel)
          if (end.kind !== 'ended') return resolve(err(notStarted(end)))
          const { why, signal } = end
          if (job.enclosed === true && why === 'itself' && signal !== null)
            return resolve(err(killedFromOutside(signal)))
          const { stdoutBytes, stderrBytes } = end
          resolve(result(endOf(end, job), { stdoutBytes, stderrBytes }))
        },
      },
    )
    job.signal.addEventListener('abort', cancel, { once: true })
  })
}

/**
 * Fatal signals as bubblewrap and shells report them: 128 + number. Without HUP (129): git uses
 * that code for wrong usage.
 */
const byExitCode: Readonly<Record<number, string>> = {
  131: 'SIGQUIT',
  132: 'SIGILL',
  133: 'SIGTRAP',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
  152: 'SIGXCPU',
  153: 'SIGXFSZ',
  159: 'SIGSYS',
}

/**
 * `code`: what the signal was read from, which a program may also end with by itself; null: the kernel
 * said it, of what is around the program.
 */
export function exitOf({
  code,
  signal,
}: {
  readonly code: number | null
  readonly signal: string | null
}) {
  if (signal !== null) return { kind: 'signalled', signal, code: null } as const
  const named = byExitCode[code ?? -1]
  return code === null || named === undefined
    ? ({ kind: 'exited', code: code ?? -1 } as const)
    : ({ kind: 'signalled', signal: named, code } as const)
}

function endOf(
  end: Extract<JobEnd, { kind: 'ended' }>,
  { signal, memoryBytes = null }: FollowedJob,
): ProcessEnd['end'] {
  switch (end.why) {
    case 'itself': {
      const exit = exitOf(end)
      return exit.kind === 'exited' ? exit : { kind: 'signalled', signal: exit.signal }
    }
    case 'killed':
      return signal.aborted ? { kind: 'cancelled' } : { kind: 'signalled', signal: 'SIGKILL' }
    case 'timed-out':
      return { kind: 'timed-out' }
    // As the kernel ends a process that has used up its own.
    case 'cpu':
      return { kind: 'signalled', signal: 'SIGXCPU' }
    case 'memory':
      return { kind: 'out-of-memory', limitBytes: memoryBytes }
    case 'flooded-stdout':
      return { kind: 'flooded', stream: 'stdout' }
    case 'flooded-stderr':
      return { kind: 'flooded', stream: 'stderr' }
  }
}

function collect(job: FollowedJob, stream: Stream) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const parts: string[] = []
  const add = (text: string): void => {
    if (text === '') return
    parts.push(text)
    job.onOutput(stream, text)
  }
  return {
    take: (bytes: Buffer) => add(decoder.decode(bytes, { stream: true })),
    /** `wrote`: bytes in all, kept or not. */
    text(wrote: number): string {
      // A character cut in half by our own limit is left out; one that the child left unfinished is
      // shown as broken.
      if (wrote <= job.keep[stream]) add(decoder.decode())
      return parts.join('')
    },
  }
}

export function notStarted(end: Exclude<JobEnd, { kind: 'ended' }>): Failure {
  if (end.kind === 'lost') {
    return failure(
      'sandbox.helper',
      'The helper that runs commands ended, and this command with it.',
      'Check what it did, then run it again.',
    )
  }
  if (end.code === 'E2BIG') return tooLong()
  return failure(
    'sandbox.spawn',
    `The sandbox could not be started (${end.code}).`,
    'Run `gatehouse doctor`.',
  )
}

const killedFromOutside = (signal: string): Failure =>
  failure(
    'sandbox.killed',
    `Something outside Gatehouse ended its sandbox (${signal}), and this command with it.`,
    'Check what it did, then run it again.',
  )

export const tooLong = (): Failure =>
  failure(
    'command.too-long',
    'The command is longer than the system allows.',
    'Write it to a file in the workspace and run that.',
  )
