// One container from start to end: gives it its script, counts what it says, and ends it at its
// limits. The program that is started here only hands streams on; what ends the container is asked of
// it by name, until it is gone.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Ended, Start, Stream } from '../spawner/wire.ts'
import type { JobListener, SpawnedJob } from '../spawner/spawner.ts'
import { letGo } from '../../../contract/let-go.ts'
import { ask, type Engine } from './engine.ts'

/** How often its end is asked for: it may not have been made yet at the first time. */
const AGAIN_MS = 500
const MOST_TIMES = 40

export type ContainerJob = {
  readonly name: string
  readonly words: readonly string[]
  /** What is on standard error before this line is the container program's own. */
  readonly begun: string
  /** Called once, with what came before: the line was seen, or nothing more comes. */
  built(seen: boolean, before: string): void
}

export function startContainer(
  engine: Engine,
  { name, words, begun, built }: ContainerJob,
  { data, keep, timeMs }: Pick<Start, 'data' | 'keep' | 'timeMs'>,
  listener: JobListener,
): SpawnedJob & { closeInput(): void } {
  const child = spawn(engine.file, [...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...engine.env },
    cwd: '/',
  })
  const bytes: Record<Stream, number> = { stdout: 0, stderr: 0 }
  const stop = openEnd(engine, name, child)
  let why: Ended['why'] = 'itself'
  let failed: string | null = null
  const end = (reason: Ended['why']): void => {
    if (why !== 'itself') return
    why = reason
    stop()
  }
  const take = (stream: Stream, chunk: Buffer): void => {
    // What it still says when it is being ended is thrown away.
    if (why !== 'itself') return
    const limit = keep[stream]
    const room = limit === null ? chunk.length : Math.max(0, limit - bytes[stream])
    bytes[stream] += chunk.length
    const part = chunk.subarray(0, room)
    if (part.length > 0) listener.output(stream, Buffer.from(part))
    if (limit !== null && bytes[stream] > limit)
      end(stream === 'stdout' ? 'flooded-stdout' : 'flooded-stderr')
  }
  child.stdout.on('data', (chunk: Buffer) => take('stdout', chunk))
  afterLine(child.stderr, begun, built, (chunk) => take('stderr', chunk))
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {})
  const timer = timeMs === null ? undefined : setTimeout(() => end('timed-out'), timeMs)
  child.once('error', (error: NodeJS.ErrnoException) => (failed = error.code ?? error.message))
  child.once('close', (code, signal) => {
    clearTimeout(timer)
    stop.done()
    listener.ended(
      failed === null
        ? {
            kind: 'ended',
            why,
            code,
            signal,
            stdoutBytes: bytes.stdout,
            stderrBytes: bytes.stderr,
          }
        : { kind: 'failed', code: failed },
    )
  })
  child.stdin.write(data)
  return {
    write: () => {},
    endInput: () => {},
    kill: () => end('killed'),
    closeInput: () => void child.stdin.end(),
    taken: () => {},
  }
}

export const endWords = ({ program }: Pick<Engine, 'program'>, name: string): readonly string[] => [
  ...['rm', '--force'],
  // Else it is asked to end first, and given ten seconds.
  ...(program === 'podman' ? ['--time', '0'] : []),
  name,
]

/** Ends it for certain; safe to call twice. */
function openEnd(engine: Engine, name: string, child: ChildProcess) {
  let times = 0
  let over = false
  let timer: NodeJS.Timeout | undefined
  const again = (): void => {
    times += 1
    // The one who reads its script sees it cut off, and the one who watches that line ends the
    // rest.
    child.stdin?.destroy()
    const gone = ask(engine, endWords(engine, name))
    if (times >= MOST_TIMES) child.kill('SIGKILL')
    letGo(
      gone.then(() => {
        // It may have ended while it was asked to.
        if (!over) timer = setTimeout(again, AGAIN_MS)
      }),
    )
  }
  const stop = (): void => {
    if (times === 0 && !over) again()
  }
  return Object.assign(stop, {
    done: () => {
      over = true
      clearTimeout(timer)
    },
  })
}

/** The bytes after a line, and what came before it as text. */
function afterLine(
  pipe: Readable,
  line: string,
  built: ContainerJob['built'],
  take: (chunk: Buffer) => void,
): void {
  let before: Buffer | null = Buffer.alloc(0)
  pipe.on('data', (chunk: Buffer) => {
    if (before === null) return take(chunk)
    before = Buffer.concat([before, chunk])
    const at = before.indexOf(`${line}\n`)
    if (at < 0) return
    const rest = before.subarray(at + line.length + 1)
    built(true, before.subarray(0, at).toString())
    before = null
    if (rest.length > 0) take(rest)
  })
  pipe.once('end', () => {
    if (before !== null) built(false, before.toString())
  })
}
