// Talks to a program that runs: its streams, straight or through the helper, and how it ended.
import type { ProgramEnd } from '../../../contract/program-end.ts'
import { letGo } from '../../../contract/let-go.ts'
import { Readable } from 'node:stream'
import { exitOf, notStarted } from './child.ts'
import { notBuilt } from './confine.ts'
import { openProgramInput } from './program-input.ts'
import type { Running } from './running.ts'
import type { DirectDescriptors, Streams } from '../spawner/direct-descriptors.ts'
import type { JobListener, JobEnd, SpawnedJob } from '../spawner/spawner.ts'
import { NOTIFY } from '../spawner/wire.ts'

const TAIL_BYTES = 64 * 1024
/**
 * How long the stream of a tree that is gone may stay open: nothing is left that could write into
 * it.
 */
const LAST_BYTES_MS = 5000

/**
 * `directDescriptors`: where the helper may connect the program's streams to; null: they come through the
 * helper.
 */
export function converse(
  signal: AbortSignal,
  directDescriptors: DirectDescriptors | null,
  start: (listener: JobListener) => SpawnedJob,
  onError: (bytes: Buffer) => void = () => {},
): Running {
  let tail = Buffer.alloc(0)
  let wrote = 0
  let killed = false
  let pid: number | null = null
  let sockets: Streams | null = null
  let attaching: Promise<void> = Promise.resolve()
  let resolveEnd: (end: ProgramEnd) => void = () => {}
  const exited = new Promise<ProgramEnd>((resolve) => (resolveEnd = resolve))
  /** What came and was not asked for yet. The helper sends no more than its window ahead. */
  const ahead: Buffer[] = []
  let wanted = false
  /**
   * Taken, and not told yet: with each few bytes a message of its own would cost more than they do.
   */
  let unreported = 0
  let over: ProgramEnd | null = null
  let emptying = false
  const hand = (): void => {
    while (wanted && ahead.length > 0) {
      const bytes = ahead.shift() ?? Buffer.alloc(0)
      wanted = stdout.push(bytes)
      unreported += bytes.length
    }
    if (unreported >= NOTIFY && sockets === null) {
      job.taken('stdout', unreported)
      unreported = 0
    }
    if (over !== null && ahead.length === 0) stdout.push(null)
  }
  const stdout = new Readable({
    read() {
      wanted = true
      if (sockets === null) hand()
      else sockets.stdout.resume()
    },
    destroy(error, done) {
      sockets?.stdout.destroy()
      done(error)
    },
  })
  const attach = (given: Streams): void => {
    sockets = given
    given.stdout.on('data', (bytes: Buffer) => {
      if (killed) return
      wrote += bytes.length
      // After its end everything that is left is taken: it is no more than what the kernel holds of
      // one socket.
      if (!stdout.push(bytes) && !emptying) given.stdout.pause()
    })
    given.stdout.on('end', () => given.stdout.destroy())
    given.stdin.on('drain', () => input.freed()).on('close', () => input.closed())
    if (stdout.destroyed) given.stdout.destroy()
    else if (wanted) given.stdout.resume()
    input.wayIsKnown()
  }
  /** Everything that it wrote is read before it is said that it is over. */
  const emptied = async (): Promise<void> => {
    emptying = true
    const open = sockets?.stdout
    if (open === undefined || open.closed) return
    const late = setTimeout(() => open.destroy(), LAST_BYTES_MS)
    await new Promise((closed) => open.once('close', closed).resume())
    clearTimeout(late)
  }
  const finish = (end: ProgramEnd): void => {
    over = end
    hand()
    input.end()
    sockets?.stdin.destroy()
    resolveEnd(over)
  }
  const input = openProgramInput({
    wayIsKnown: directDescriptors === null,
    straight: () => sockets?.stdin ?? null,
    job: { write: (bytes) => job.write(bytes), endInput: () => job.endInput() },
  })
  const job = start({
    output(stream, bytes) {
      if (stream === 'stderr') {
        tail = Buffer.concat([tail, bytes]).subarray(-TAIL_BYTES)
        onError(bytes)
        job.taken('stderr', bytes.length)
        return
      }
      wrote += bytes.length
      ahead.push(Buffer.from(bytes))
      hand()
    },
    drained: (bytes) => input.taken(bytes),
    started(given, how) {
      pid = given
      if (directDescriptors === null) return
      if (how === 'straight') attaching = directDescriptors.streams.then(attach)
      else {
        directDescriptors.close()
        input.wayIsKnown()
      }
    },
    ended(end) {
      signal.removeEventListener('abort', stop)
      // Before it has started, nothing is attached and nothing was said.
      letGo(
        attaching.then(async () => {
          if (sockets === null) directDescriptors?.close()
          await emptied()
          finish(endOf(end, killed, wrote === 0 ? tail.toString() : ''))
        }),
      )
    },
  })
  const stop = (): void => {
    killed = true
    job.kill()
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    stdin: input.stream,
    stdout,
    stderrTail: () => tail.toString(),
    pid: () => pid,
    exited,
    kill() {
      stop()
      return exited
    },
  }
}

function endOf(end: JobEnd, killed: boolean, stderr: string): ProgramEnd {
  if (end.kind !== 'ended') return { kind: 'failed', failure: notStarted(end) }
  if (!killed && end.why === 'memory') return { kind: 'out-of-memory' }
  if (killed || end.why !== 'itself') return { kind: 'killed' }
  const exit = exitOf(end)
  const broken = exit.kind === 'exited' ? notBuilt(stderr, exit.code) : null
  return broken === null ? exit : { kind: 'failed', failure: broken }
}
