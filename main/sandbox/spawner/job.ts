// One running process on the helper's side: counts its output, hands on what is to be kept, stops
// it at its limits.
import type { Readable } from 'node:stream'
import { letGo } from '../../../contract/let-go.ts'
import { onJobEnd } from './job-end.ts'
import { endBelowLooking, LAST_LOOK_MS } from './last-look.ts'
import { killTree } from './orphans.ts'
import type { Waiting } from './process-pool.ts'
import { count, NOTIFY, WINDOW, type Ended, type Kind, type Start, type Stream } from './wire.ts'

export type Send = (kind: Kind, body?: Uint8Array | string) => void
export type Job = {
  stdin(bytes: Buffer): void
  stdinEnd(): void
  kill(): void
  taken(stream: Stream, bytes: number): void
}

/**
 * How long a killed tree may hold its pipes before they are torn from it. Seen here: a few
 * milliseconds.
 */
const LAST_BREATH_MS = 5000
/** As bubblewrap says of its child that was killed. */
const KILLED = 128 + 9

/**
 * `directDescriptors`: input and output of it are main's own. `gone` is called once, after the last byte was
 * sent and `ended` or `failed`.
 */
export function runJob(
  { child, output, ready, give, release, cpuMs, outOfMemory }: Waiting,
  start: Start,
  send: Send,
  gone: () => void,
  directDescriptors: boolean,
): Job {
  const bytes = { stdout: 0, stderr: 0 }
  const underWay = { stdout: 0, stderr: 0 }
  let why: Ended['why'] = 'itself'
  let broken: Error | null = null
  const pipes = [child.stdout, child.stderr, output?.stdout, output?.stderr]
  let forced: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  const stop = (reason: Ended['why']): void => {
    if (why !== 'itself') return
    why = reason
    if ((reason === 'timed-out' || reason === 'cpu') && endBelowLooking(child.pid))
      late = setTimeout(killTree, LAST_LOOK_MS, child.pid)
    else killTree(child.pid)
    // What it still says is thrown away, and must be read for the pipes to close.
    for (const pipe of pipes) pipe?.resume()
    forced = setTimeout(
      () => [child.stdin, ...pipes].forEach((pipe) => pipe?.destroy()),
      LAST_BREATH_MS,
    )
  }
  const listen = (stream: Stream, pipe: Readable | null): void => {
    pipe?.on('data', (chunk: Buffer) => {
      const limit = start.keep[stream]
      const left = limit === null ? chunk.length : Math.max(0, limit - bytes[stream])
      bytes[stream] += chunk.length
      const part = chunk.subarray(0, left)
      if (part.length > 0 && (why === 'itself' || limit !== null)) {
        send(stream, part)
        underWay[stream] += part.length
        if (underWay[stream] > WINDOW && why === 'itself') pipe.pause()
      }
      if (limit !== null && bytes[stream] > limit) stop(`flooded-${stream}`)
    })
    // A pipe torn away from a killed child may report so; the end of the child is what counts.
    pipe?.on('error', () => stop('killed'))
  }
  listen('stdout', output === null ? child.stdout : output.stdout)
  listen('stderr', child.stderr)
  if (output !== null) listen('stderr', output.stderr)
  // A program that does not read any more: it sees its end otherwise.
  child.stdin?.on('error', () => {})
  const timer =
    start.timeMs === null ? undefined : setTimeout(() => stop('timed-out'), start.timeMs)
  const watch = watchCpu(start.treeCpuMs, cpuMs, () => stop('cpu'))
  child.once('error', (error) => (broken = error))
  onJobEnd(child, output, (code, signal) => {
    clearTimeout(timer)
    clearTimeout(forced)
    clearTimeout(late)
    clearInterval(watch)
    const say = (spent: boolean): void => {
      release()
      if (broken === null) {
        send(
          'ended',
          JSON.stringify({
            why: spent ? 'memory' : why,
            code,
            signal,
            stdoutBytes: bytes.stdout,
            stderrBytes: bytes.stderr,
          } satisfies Ended),
        )
      } else send('failed', (broken as NodeJS.ErrnoException).code ?? broken.message)
      gone()
    }
    // Nobody of ours killed it, so it may have been the kernel.
    if (why === 'itself' && (code === KILLED || signal === 'SIGKILL'))
      letGo(outOfMemory().then(say))
    else say(false)
  })
  ready.then(
    () => {
      if (why === 'itself') give(start.data)
      if (directDescriptors) send('started', `${child.pid} straight`)
      else send('started', String(child.pid))
    },
    (error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error))
      // One that never started has no close to come.
      if (child.pid === undefined) child.emit('close', null, null)
    },
  )
  let drained = 0
  const wrote = (size: number): void => {
    drained += size
    if (drained < NOTIFY) return
    send('drained', count(drained))
    drained = 0
  }
  return {
    stdin: (chunk) => void child.stdin?.write(Buffer.from(chunk), () => wrote(chunk.length)),
    stdinEnd: () => child.stdin?.end(),
    kill: () => stop('killed'),
    taken: (stream, size) => {
      underWay[stream] -= size
      if (underWay[stream] <= WINDOW) (output ?? child)[stream]?.resume()
    },
  }
}

/** How often its processor time is looked at: a tree of two processors uses a second of it meanwhile. */
const LOOK_MS = 500

function watchCpu(
  most: number | undefined,
  used: Waiting['cpuMs'],
  spent: () => void,
): NodeJS.Timeout | undefined {
  if (most === undefined) return undefined
  const look = (): void =>
    letGo(
      used().then((now) => {
        if (now !== null && now > most) spent()
      }),
    )
  return setInterval(look, LOOK_MS)
}
