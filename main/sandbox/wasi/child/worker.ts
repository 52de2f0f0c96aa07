// The thread that runs the module. It has no files and no network: it speaks with the thread that
// started it, and waits for the answers asleep.
import { setFlagsFromString } from 'node:v8'
import { receiveMessageOnPort, workerData, parentPort, type MessagePort } from 'node:worker_threads'
import type { StartMessage } from '../host-call.ts'
import { budget } from './budget.ts'
import { descriptors } from './descriptors.ts'
import { CallError, Ended, errno, fail, type ErrnoName, type ModuleEnd } from './errno.ts'
import { folderRights, standard } from './fd-calls.ts'
import { guestMemory } from './guest-memory.ts'
import type { Ask } from './host-files.ts'
import { hostVolume } from './host-volume.ts'
import type { Machine } from './machine.ts'
import { memoryVolume } from './memory-volume.ts'
import { practice } from './practice.ts'
import { preview1 } from './preview1.ts'

type Setup = { readonly answers: MessagePort; readonly bell: SharedArrayBuffer }
const { answers, bell } = workerData as Setup
const ring = new Int32Array(bell)
/**
 * Pieces of output that may be on their way; more and the module waits, so that a flood does not
 * fill the memory here.
 */
const MAX_ON_THE_WAY = 512
const PAGE_BYTES = 65_536
const port = parentPort
if (port === null) throw new Error('This file runs in a worker thread.')

const ask =
  (folder: number): Ask =>
  (call, bytes = new Uint8Array()) => {
    const rung = Atomics.load(ring, 0)
    port.postMessage({ head: { kind: 'call', call: { ...call, folder } }, bytes: bytes.slice() })
    Atomics.wait(ring, 0, rung)
    const { head, bytes: content } = (
      receiveMessageOnPort(answers) as { message: { head: { errno?: string }; bytes: Uint8Array } }
    ).message
    if (head.errno !== undefined) throw fail(head.errno in errno ? (head.errno as ErrnoName) : 'io')
    return { head, bytes: content }
  }

type Work =
  | { readonly kind: 'prepare'; readonly module: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'run'
      readonly start: StartMessage
      readonly module: Uint8Array<ArrayBuffer>
      readonly stdin: Uint8Array
    }

/** The engine compiles no bytes twice while it holds what it made of them. */
let held: WebAssembly.Module | null = null
port.on('message', (work: Work) => {
  if (work.kind === 'prepare') {
    held = compiled(work.module)
    port.postMessage({ head: { kind: 'prepared' }, bytes: new Uint8Array() })
    return
  }
  const { end, unsaved, memoryPages } = run(work.start, work.module, work.stdin)
  held = null
  port.postMessage({
    head: { kind: 'end', end, unsaved: unsaved.slice(0, 100), memoryPages },
    bytes: new Uint8Array(),
  })
})

/**
 * All of a module's functions now, while nobody waits for it: the engine would make each when it is first called, which
 * takes longer than most modules run. A large one has too many that are never called.
 */
const MOST_AT_ONCE = 2 * 1024 * 1024

/** What cannot be compiled says so when it is run. */
function compiled(module: Uint8Array<ArrayBuffer>): WebAssembly.Module | null {
  const atOnce = module.length <= MOST_AT_ONCE
  if (atOnce) setFlagsFromString('--no-wasm-lazy-compilation')
  try {
    return new WebAssembly.Module(module)
  } catch {
    return held
  } finally {
    setFlagsFromString('--wasm-lazy-compilation')
  }
}

// The first module of an engine takes the longest: it is this one, which does nothing.
run(practice.start, practice.module, new Uint8Array())
port.postMessage({ head: { kind: 'ready' }, bytes: new Uint8Array() })

function run(
  start: StartMessage,
  module: Uint8Array<ArrayBuffer>,
  stdin: Uint8Array,
): { end: ModuleEnd; unsaved: readonly string[]; memoryPages: number } {
  const tree = budget(start.limits.treeBytes)
  const hosts = start.folders.map(({ guest, writable }, at) => ({
    guest,
    volume: hostVolume({ ask: ask(at), writable, budget: tree, treeBytes: start.limits.treeBytes }),
  }))
  const scratch = memoryVolume(tree)
  scratch.makeFolder(['tmp'])
  const granted = [...hosts, { guest: '/', volume: scratch }]
  const folders = granted.map(({ guest, volume }) => ({
    kind: 'folder' as const,
    volume,
    path: [],
    granted: guest,
    listing: null,
    ...folderRights,
  }))
  const left = { stdout: start.limits.stdoutBytes, stderr: start.limits.stderrBytes }
  let machine: Machine | null = null
  let ended: Ended | null = null
  const encode = (list: readonly string[]) => list.map((text) => new TextEncoder().encode(text))
  const base: Omit<Machine, 'memory'> = {
    fds: descriptors([...standard(), ...folders], start.limits.openFiles),
    args: encode(start.args),
    env: encode(start.env),
    stdin,
    write(stream, bytes) {
      if (bytes.length === 0) return
      const part = bytes.slice(0, left[stream])
      left[stream] -= part.length
      for (let now = Atomics.load(ring, 1); now >= MAX_ON_THE_WAY; now = Atomics.load(ring, 1))
        Atomics.wait(ring, 1, now)
      Atomics.add(ring, 1, 1)
      port?.postMessage({ head: { kind: 'output', stream, bytes: bytes.length }, bytes: part })
      if (part.length < bytes.length) throw new Ended({ kind: 'flooded', stream })
    },
  }
  const imports = preview1(
    () => machine,
    (first) => {
      ended = first
    },
  )
  let pages = (): number => 0
  const finish = (end: ModuleEnd) => ({
    end,
    memoryPages: pages(),
    unsaved: hosts.flatMap(({ guest, volume }) =>
      // What a module that broke had half written is not made real.
      (end.kind === 'exited' ? volume.flushAll() : volume.unsaved()).map(
        (path) => `${guest}/${path}`,
      ),
    ),
  })
  try {
    const built = new WebAssembly.Module(module)
    const unknown = WebAssembly.Module.imports(built).find(
      ({ name }) => !Object.hasOwn(imports, name),
    )
    if (unknown !== undefined) {
      const asked = `wasi_snapshot_preview1.${unknown.name.slice(0, 60)}`
      const reason = `It asks for ${asked}, which is not in WASI preview 1.`
      return finish({ kind: 'trapped', reason })
    }
    const instance = new WebAssembly.Instance(built, { wasi_snapshot_preview1: imports })
    const { memory, _start: startRun } = instance.exports
    if (!(memory instanceof WebAssembly.Memory) || typeof startRun !== 'function')
      throw new Error('The exports are not what they said.')
    pages = () => memory.buffer.byteLength / PAGE_BYTES
    machine = { ...base, memory: guestMemory(memory) }
    startRun()
    return finish((ended as Ended | null)?.end ?? { kind: 'exited', code: 0 })
  } catch (error) {
    return finish((ended as Ended | null)?.end ?? { kind: 'trapped', reason: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CallError || error instanceof Ended) return error.message
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : 'The module threw a value of its own.'
}
