// The child process that runs one module: this thread carries frames between the host and the
// thread the module runs in, and ends everything when the host is gone, whatever the module is
// doing.
import { MessageChannel, Worker } from 'node:worker_threads'
import { frame, frameReader } from '../frames.ts'
import type { StartMessage } from '../host-call.ts'

type Head = {
  readonly kind: string
  readonly stream?: 'stdout' | 'stderr'
  readonly bytes?: number
  readonly end?: unknown
  readonly unsaved?: readonly string[]
  readonly memoryPages?: number
}
type Message = { readonly head: Head; readonly bytes: Uint8Array }

const { port1, port2 } = new MessageChannel()
const bell = new SharedArrayBuffer(8)
/** 0: answers given. 1: pieces of output on their way. */
const ring = new Int32Array(bell)
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const heapMb = Number(process.argv[2])
const worker = new Worker(
  new URL(
    import.meta.url.endsWith('.ts') ? './worker.ts' : `./wasi-worker.${extension}`,
    import.meta.url,
  ),
  {
    workerData: { answers: port2, bell },
    transferList: [port2],
    env: {},
    stdin: false,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      maxYoungGenerationSizeMb: 16,
      stackSizeMb: 2,
    },
  },
)

const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}
const send = (message: Message, then?: () => void): void => {
  process.stdout.write(Buffer.concat(frame(message.head, message.bytes)), then)
}

/** What the module wrote since the last turn: many small pieces go as one. */
const written = { stdout: [] as Message[], stderr: [] as Message[] }
let slot: NodeJS.Immediate | null = null
const flush = (): void => {
  if (slot !== null) clearImmediate(slot)
  slot = null
  for (const stream of ['stdout', 'stderr'] as const) {
    const pieces = written[stream].splice(0)
    if (pieces.length === 0) continue
    const bytes = pieces.reduce((sum, { head }) => sum + (head.bytes ?? 0), 0)
    send(
      {
        head: { kind: 'output', stream, bytes },
        bytes: Buffer.concat(pieces.map((piece) => piece.bytes)),
      },
      () => {
        Atomics.sub(ring, 1, pieces.length)
        Atomics.notify(ring, 1)
      },
    )
  }
}
/** A last word, then the end: killed, for an orderly exit would join the thread of the module. */
const leave = (message: Message): void => {
  flush()
  send(message, die)
}

worker.on('message', (message: Message) => {
  const { kind, stream } = message.head
  if (kind === 'output' && stream !== undefined) {
    written[stream].push(message)
    slot ??= setImmediate(flush)
    return
  }
  if (kind === 'end') return leave(message)
  if (kind === 'prepared') return started ? undefined : clearInterval(watch)
  flush()
  send(message)
})
worker.on('error', (error) => {
  const reason =
    'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? 'The module used up the memory it may have.'
      : `The runner failed (${error.name}).`
  leave({
    head: { kind: 'end', end: { kind: 'trapped', reason }, unsaved: [], memoryPages: 0 },
    bytes: new Uint8Array(),
  })
})

/** The module cannot hinder it: it runs in the other thread. */
const EVERY_MS = 50
let watch: NodeJS.Timeout | undefined
const watchProcessor = (mostMs: number, over: () => void): void => {
  const before = process.cpuUsage()
  clearInterval(watch)
  watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > mostMs) over()
  }, EVERY_MS)
}
const usedUp = (mostMs: number): void => {
  const reason = `The module used more than ${mostMs / 1000} s of processor time.`
  leave({
    head: { kind: 'end', end: { kind: 'trapped', reason }, unsaved: [], memoryPages: 0 },
    bytes: new Uint8Array(),
  })
}
/** To make itself ready. A small module can take minutes of it, and nobody waits who would end that. */
const READY_CPU_MS = 1000

let started = false
const read = frameReader(({ head, bytes }) => {
  if (!started && (head as { kind?: string }).kind === 'prepare') {
    watchProcessor(READY_CPU_MS, die)
    worker.postMessage({ kind: 'prepare', module: bytes })
    return
  }
  if (!started) {
    started = true
    const start = head as StartMessage
    const { cpuMs } = start.limits
    clearInterval(watch)
    if (cpuMs !== null) watchProcessor(cpuMs, () => usedUp(cpuMs))
    const [module, stdin] = [bytes.slice(0, start.moduleBytes), bytes.slice(start.moduleBytes)]
    worker.postMessage({ kind: 'run', start, module, stdin }, [module.buffer, stdin.buffer])
    return
  }
  port1.postMessage({ head, bytes })
  Atomics.add(ring, 0, 1)
  Atomics.notify(ring, 0)
})
process.stdin.on('data', (chunk: Buffer) => read(chunk))
process.stdin.on('end', die)
process.stdin.on('error', die)
process.stdout.on('error', die)
