// Talks to a program that runs: its streams, straight or through the helper, and how it ended.
import { letGo } from '../../../contract/let-go.ts'
import { Readable, Writable } from 'node:stream'
import { exitOf, notStarted } from './child.ts'
import { notBuilt } from './confine.ts'
import type { ProgramEnd, Running } from './running.ts'
import type { DirectDescriptors, Streams } from '../spawner/direct-descriptors.ts'
import type { JobListener, JobEnd, SpawnedJob } from '../spawner/spawner.ts'
import { NOTIFY, together, WINDOW } from '../spawner/wire.ts'

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
  const flow = windowed()
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
    given.stdin.on('drain', () => flow.free()).on('close', () => flow.close())
    if (stdout.destroyed) given.stdout.destroy()
    else if (wanted) given.stdout.resume()
    wayIsKnown()
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
    wayIsKnown()
    flow.close()
    stdin.destroy()
    sockets?.stdin.destroy()
    resolveEnd(over)
  }
  let opened: (() => void) | null = null
  let decided = directDescriptors === null
  const wayIsKnown = (): void => {
    decided = true
    opened?.()
  }
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
    drained: (bytes) => flow.back(bytes),
    started(given, how) {
      pid = given
      if (directDescriptors === null) return
      if (how === 'straight') attaching = directDescriptors.streams.then(attach)
      else {
        directDescriptors.close()
        wayIsKnown()
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
  const stdin = new Writable({
    highWaterMark: 64 * 1024,
    // What is said before it is known which way it goes waits here.
    construct(done) {
      let asked = false
      opened = () => {
        if (!asked) done()
        asked = true
      }
      if (decided) opened()
    },
    write(chunk: Buffer, _encoding, done) {
      if (sockets === null) {
        job.write(chunk)
        flow.spend(chunk.length, done)
        return
      }
      together(sockets.stdin)
      if (sockets.stdin.write(chunk)) done()
      else flow.wait(done)
    },
    final(done) {
      if (sockets === null) job.endInput()
      else sockets.stdin.end()
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
    kill() {
      stop()
      return exited
    },
  }
}

/**
 * Bytes of standard input under way to the program: no more than a window, then its next chunk has
 * to wait.
 */
function windowed() {
  let under = 0
  let ended = false
  let waiting: ((error?: Error) => void) | null = null
  const release = (error?: Error): void => {
    const done = waiting
    waiting = null
    done?.(error)
  }
  const wait = (done: (error?: Error) => void): void => {
    waiting = done
    if (ended) release(gone())
  }
  return {
    spend(bytes: number, done: (error?: Error) => void): void {
      under += bytes
      if (under <= WINDOW) done()
      else wait(done)
    },
    back(bytes: number): void {
      under -= bytes
      if (under <= WINDOW) release()
    },
    wait,
    free: () => release(),
    close(): void {
      ended = true
      release(gone())
    },
  }
}

const gone = (): Error => new Error('The program has ended.')

function endOf(end: JobEnd, killed: boolean, stderr: string): ProgramEnd {
  if (end.kind !== 'ended') return { kind: 'failed', failure: notStarted(end) }
  if (!killed && end.why === 'memory') return { kind: 'out-of-memory' }
  if (killed || end.why !== 'itself') return { kind: 'killed' }
  const exit = exitOf(end)
  const broken = exit.kind === 'exited' ? notBuilt(stderr, exit.code) : null
  return broken === null ? exit : { kind: 'failed', failure: broken }
}
