// Owns a program that runs for long inside the sandbox and is talked to over its standard streams. Never decides whether it
// may run.
import { Readable, Writable } from 'node:stream'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { bounds, bubblewrapData, LINE_BYTES, type Shown } from './bubblewrap.ts'
import { exitOf, notStarted, tooLong } from './child.ts'
import { notBuilt } from './confine.ts'
import { jobLine, quoted } from './job-line.ts'
import type { Outer } from './outer-user.ts'
import { proxyVariables } from './proxy.ts'
import type { JobEnd, SpawnedJob } from './spawner/spawner.ts'
import { TELL, WINDOW } from './spawner/wire.ts'
import type { Walls } from './walls.ts'

export type Program = {
  /** The program and its arguments, no shell. A name without a slash is looked for in `env.PATH`, else in /usr/bin. */
  readonly argv: readonly [string, ...string[]]
  /** The whole environment, beside HOME, and the proxy's variables where there is a proxy. Nothing of ours is added. Names that begin with PERL are refused. */
  readonly env: Readonly<Record<string, string>>
  /** An existing folder outside, the program's own, seen inside as /home/program and written in. See `makeOwnFolder`. */
  readonly home: string
  /** Seen as `inside` sees them: one of the paths below, a folder in one, or null for HOME. */
  readonly cwd: string | null
  /** Existing absolute real paths that are seen at the same place inside. /usr is there anyway. A STOP place is refused. */
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  /** Of the whole tree. Memory holds where the protection `memory` does; 4 GiB and 256 are the most. */
  readonly limits: { readonly memoryBytes: number; readonly processes: number }
  /** Null: no network at all. Else the unix socket of the filtering proxy, which its outer user must be able to open. */
  readonly proxy: null | { readonly socket: string }
  /** Beside the indispensable ones: what must be enforced here, or the program is refused. */
  readonly requires: readonly string[]
  /** Kills it, as `kill` does. */
  readonly signal: AbortSignal
}

export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** By `kill`, by its signal, or because Gatehouse closes. */
  | { readonly kind: 'killed' }
  /** The sandbox could not be built, or the helper died: `sandbox.spawn`, `sandbox.helper`. */
  | { readonly kind: 'failed'; readonly failure: Failure }

export type Running = {
  /** Takes bytes and strings; `write` answers false when it should not be given more until `drain`. Errors only after the end. */
  readonly stdin: Writable
  /** Bytes, all of them, as fast as they are read and no faster. It ends before `exited`, if it is read. */
  readonly stdout: Readable
  /** The last 64 KiB of standard error so far. Bytes that are no UTF-8 are shown as broken. */
  stderrTail(): string
  /** The first process of its tree; null until it runs. */
  pid(): number | null
  /** Never rejects. When it settles no process of the tree is left. */
  readonly exited: Promise<ProgramEnd>
  /** The whole tree, with SIGKILL. For a polite end, end `stdin` first. Resolves as `exited` does. */
  kill(): Promise<ProgramEnd>
}

export const PROGRAM_HOME = '/home/program'
const TAIL_BYTES = 64 * 1024
/** Perl builds the second wall, and obeys some variables of its own name before that. */
const NAME = /^(?!PERL)[A-Za-z_][A-Za-z0-9_]*$/

/** Starts it; resolves as soon as it was handed to the helper. `as`: whom it belongs to outside. */
export async function startProgram(walls: Walls, program: Program, as: Outer | null): Promise<Result<Running, Failure>> {
  const { argv, env, proxy, limits } = program
  if (Object.keys(env).some((name) => !NAME.test(name)))
    return err(failure('program.environment', 'A variable has a name that is none, or that begins with PERL.'))
  if ([...argv, ...Object.values(env)].some((text) => text.includes('\0'))) {
    return err(failure('command.nul', 'An argument or a variable holds a NUL character.'))
  }
  const wanted: readonly Shown[] = [
    { from: program.home, at: PROGRAM_HOME, readOnly: false },
    ...program.readOnly.map((path) => ({ from: path, at: path, readOnly: true })),
    ...program.writable.map((path) => ({ from: path, at: path, readOnly: false })),
  ]
  const paths = Object.fromEntries(wanted.map(({ from, at }) => [at, from]))
  const placed = await walls.place(as, { ...paths, made: walls.machine.made, ...(proxy === null ? {} : { proxy: proxy.socket }) })
  if (!placed.ok) return placed
  const from = placed.value
  const told = { HOME: PROGRAM_HOME, ...env, ...(proxy === null ? {} : proxyVariables) }
  const bound = { processes: Math.min(limits.processes, bounds.processes), memoryBytes: Math.min(limits.memoryBytes, bounds.memoryBytes) }
  // Where a group holds the sum, one process may have all of it; what it only reserves must not count.
  const dataBytes = walls.bounded ? bounds.dataBytes : bound.memoryBytes
  // Parents first, or one would cover what lies in it.
  const shown = wanted.map(({ at, readOnly }) => ({ from: from[at] ?? at, at, readOnly })).toSorted((one, other) => (one.at < other.at ? -1 : 1)) // prettier-ignore
  const job = jobLine(walls.machine, walls.wrap(shown, argv), { processes: bound.processes, dataBytes })
  // The second wall would say that its program is missing, and could not be told from one that cannot be built.
  const first = `${exactly(told)}command -v ${quoted(argv[0])} >/dev/null || { echo 'There is no such program.' >&2; exit 127; }; `
  if (Buffer.byteLength(job) > LINE_BYTES || Buffer.byteLength(first) > LINE_BYTES) return err(tooLong())
  const data = bubblewrapData(walls.machine, {
    env: {},
    cwd: program.cwd ?? PROGRAM_HOME,
    shown,
    made: from['made'] ?? walls.machine.made,
    first,
    job,
  })
  const template = walls.template({ as, enter: [], proxy: from['proxy'] ?? null, stdin: true, bound })
  return ok(
    converse(program.signal, (hear) => walls.spawner.start(template, { data, timeMs: null, keep: { stdout: null, stderr: null } }, hear)),
  )
}

/** By the shell and not as words of a program, which everybody on the machine could read in its command line. */
const exactly = (env: Readonly<Record<string, string>>): string =>
  `unset PWD OLDPWD; PATH=/usr/bin:/bin; ${Object.entries(env)
    .map(([name, value]) => `export ${name}=${quoted(value)}; `)
    .join('')}`

function converse(signal: AbortSignal, start: (hear: Parameters<Walls['spawner']['start']>[2]) => SpawnedJob): Running {
  let tail = Buffer.alloc(0)
  let wrote = 0
  let killed = false
  let pid: number | null = null
  const room = windowed()
  let settle: (end: ProgramEnd) => void = () => {}
  const exited = new Promise<ProgramEnd>((resolve) => (settle = resolve))
  /** What came and was not asked for yet. The helper sends no more than its window ahead. */
  const ahead: Buffer[] = []
  let wanted = false
  /** Taken, and not told yet: with each few bytes a message of its own would cost more than they do. */
  let untold = 0
  const hand = (): void => {
    while (wanted && ahead.length > 0) {
      const bytes = ahead.shift() ?? Buffer.alloc(0)
      wanted = stdout.push(bytes)
      untold += bytes.length
    }
    if (untold >= TELL) {
      job.taken('stdout', untold)
      untold = 0
    }
    if (over !== null && ahead.length === 0) stdout.push(null)
  }
  let over: ProgramEnd | null = null
  const stdout = new Readable({
    read() {
      wanted = true
      hand()
    },
  })
  const job = start({
    output(stream, bytes) {
      if (stream === 'stderr') {
        tail = Buffer.concat([tail, bytes]).subarray(-TAIL_BYTES)
        job.taken('stderr', bytes.length)
        return
      }
      wrote += bytes.length
      ahead.push(Buffer.from(bytes))
      hand()
    },
    drained: (bytes) => room.back(bytes),
    started: (given) => (pid = given),
    ended(end) {
      signal.removeEventListener('abort', stop)
      over = endOf(end, killed, wrote === 0 ? tail.toString() : '')
      hand()
      room.close()
      stdin.destroy()
      settle(over)
    },
  })
  const stop = (): void => {
    killed = true
    job.kill()
  }
  const stdin = new Writable({
    highWaterMark: 64 * 1024,
    write(chunk: Buffer, _encoding, done) {
      job.write(chunk)
      room.spend(chunk.length, done)
    },
    final(done) {
      job.endInput()
      done()
    },
  })
  // Written after the end: the end itself is told by `exited`.
  stdin.on('error', () => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    stdin,
    stdout,
    stderrTail: () => tail.toString(),
    pid: () => pid,
    exited,
    kill: () => (stop(), exited),
  }
}

/** Bytes of standard input under way to the program: no more than a window, then its next chunk has to wait. */
function windowed() {
  let under = 0
  let waiting: ((error?: Error) => void) | null = null
  const release = (error?: Error): void => {
    const done = waiting
    waiting = null
    done?.(error)
  }
  return {
    spend(bytes: number, done: (error?: Error) => void): void {
      under += bytes
      if (under <= WINDOW) done()
      else waiting = done
    },
    back(bytes: number): void {
      under -= bytes
      if (under <= WINDOW) release()
    },
    close: () => release(new Error('The program has ended.')),
  }
}

function endOf(end: JobEnd, killed: boolean, stderr: string): ProgramEnd {
  if (end.kind !== 'ended') return { kind: 'failed', failure: notStarted(end) }
  if (killed || end.why !== 'itself') return { kind: 'killed' }
  const exit = exitOf(end)
  const broken = exit.kind === 'exited' ? notBuilt(stderr, exit.code) : null
  return broken === null ? exit : { kind: 'failed', failure: broken }
}
