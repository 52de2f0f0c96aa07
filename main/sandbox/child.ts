// Owns one child process from start to end: its output counted and cut, its time, its kill. Never knows what sandbox it
// is in; the caller gives a command whose death takes the whole tree along.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ProcessEnd } from '../../contract/powers.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { inheritable } from './descriptors.ts'
import { errorCode } from './walk.ts'

export type Stream = 'stdout' | 'stderr'

export type ChildJob = {
  readonly file: string
  readonly args: readonly string[]
  /** Given to the child as descriptor 3, the only one beside its three standard ones. Stays open here. */
  readonly descriptor: number | null
  /** An open /dev/null, put over every other descriptor that the child would inherit from us. */
  readonly nothing: number
  readonly timeMs: number
  /** Bytes of each stream that are kept; one byte more and the child is killed. */
  readonly keep: Readonly<Record<Stream, number>>
  readonly signal: AbortSignal
  /** Text as it comes, whole characters only. Must not throw. */
  onOutput(stream: Stream, text: string): void
}

/** How long a killed tree may hold its pipes before they are torn from it. Seen here: a few milliseconds. */
const LAST_BREATH_MS = 5000

/** Failures: `sandbox.spawn`, `command.too-long`. Every other end is a `ProcessEnd`. */
export function runChild(job: ChildJob): Promise<Result<ProcessEnd, Failure>> {
  const outputs = { stdout: collect(job, 'stdout'), stderr: collect(job, 'stderr') }
  const result = (end: ProcessEnd['end']): Result<ProcessEnd, Failure> => ok({ ...textOf(outputs), end })
  if (job.signal.aborted) return Promise.resolve(result({ kind: 'cancelled' }))

  return new Promise((resolve) => {
    let child: ChildProcess
    try {
      // No environment: what bubblewrap is given stays readable in /proc/1/environ inside, whatever it clears later.
      child = spawn(job.file, job.args, { stdio: ['ignore', 'pipe', 'pipe', ...extraDescriptors(job)], env: {}, cwd: '/' })
    } catch (error) {
      resolve(err(notStarted(error)))
      return
    }
    let ended: ProcessEnd['end'] | null = null
    let forced: NodeJS.Timeout | undefined
    const stop = (end: ProcessEnd['end']): void => {
      if (ended !== null) return
      ended = end
      child.kill('SIGKILL')
      forced = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, LAST_BREATH_MS)
    }
    const cancel = (): void => stop({ kind: 'cancelled' })
    const timer = setTimeout(() => stop({ kind: 'timed-out' }), job.timeMs)
    const settle = (value: Result<ProcessEnd, Failure>): void => {
      clearTimeout(timer)
      clearTimeout(forced)
      job.signal.removeEventListener('abort', cancel)
      resolve(value)
    }
    job.signal.addEventListener('abort', cancel, { once: true })
    for (const stream of ['stdout', 'stderr'] as const) {
      listen(child[stream], outputs[stream], () => stop({ kind: 'flooded', stream }))
    }
    child.once('error', (error) => {
      // Also emitted when a kill fails because the child is already gone; then `close` follows.
      if (child.pid === undefined) settle(err(notStarted(error)))
    })
    child.once('close', (code, signal) => settle(result(ended ?? exitOf(code, signal))))
  })
}

function extraDescriptors({ descriptor, nothing }: ChildJob): (number | 'ignore')[] {
  const covered = new Map(inheritable().map((fd) => [fd, nothing]))
  if (descriptor !== null) covered.set(3, descriptor)
  const last = Math.max(2, ...covered.keys())
  // Above the standard three, 'ignore' leaves a number as it is: closed, because it is not among the inheritable.
  return Array.from({ length: last - 2 }, (_, at) => covered.get(at + 3) ?? 'ignore')
}

/** Fatal signals as bubblewrap and shells report them: 128 + number. Without HUP (129): git uses that code for wrong usage. */
const byExitCode: Readonly<Record<number, string>> = {
  131: 'SIGQUIT', 132: 'SIGILL', 133: 'SIGTRAP', 134: 'SIGABRT', 135: 'SIGBUS', 136: 'SIGFPE', 137: 'SIGKILL',
  139: 'SIGSEGV', 141: 'SIGPIPE', 143: 'SIGTERM', 152: 'SIGXCPU', 153: 'SIGXFSZ', 159: 'SIGSYS',
} // prettier-ignore

function exitOf(code: number | null, signal: NodeJS.Signals | null): ProcessEnd['end'] {
  if (signal !== null) return { kind: 'signalled', signal }
  const named = byExitCode[code ?? -1]
  return named === undefined ? { kind: 'exited', code: code ?? -1 } : { kind: 'signalled', signal: named }
}

type Output = { readonly parts: string[]; bytes: number; take(chunk: Buffer): 'kept' | 'over'; finish(): void }

function collect(job: ChildJob, stream: Stream): Output {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const limit = job.keep[stream]
  const parts: string[] = []
  const add = (text: string): void => {
    if (text === '') return
    parts.push(text)
    job.onOutput(stream, text)
  }
  return {
    parts,
    bytes: 0,
    take(chunk) {
      const room = Math.max(0, limit - this.bytes)
      this.bytes += chunk.length
      if (room > 0) add(decoder.decode(chunk.subarray(0, room), { stream: true }))
      return this.bytes > limit ? 'over' : 'kept'
    },
    finish() {
      // A character cut in half by our own limit is left out; one that the child left unfinished is shown as broken.
      if (this.bytes <= limit) add(decoder.decode())
    },
  }
}

function listen(pipe: Readable | null, output: Output, flood: () => void): void {
  pipe?.on('data', (chunk: Buffer) => {
    if (output.take(chunk) === 'over') flood()
  })
  pipe?.once('end', () => output.finish())
  // A pipe torn away from a killed child may report so; the end of the child is what counts.
  pipe?.on('error', flood)
}

function textOf({ stdout, stderr }: Record<Stream, Output>): Omit<ProcessEnd, 'end'> {
  return { stdout: stdout.parts.join(''), stderr: stderr.parts.join(''), stdoutBytes: stdout.bytes, stderrBytes: stderr.bytes }
}

function notStarted(error: unknown): Failure {
  if (errorCode(error) === 'E2BIG') {
    return failure('command.too-long', 'The command is longer than the system takes.', 'Write it to a file in the workspace and run that.')
  }
  return failure('sandbox.spawn', `The sandbox could not be started (${errorCode(error) || String(error)}).`, 'Look at `gatehouse doctor`.')
}
