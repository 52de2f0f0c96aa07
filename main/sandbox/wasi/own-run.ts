// One run in our own runtime: starts the child, feeds it, answers its questions one at a time, and
// kills it when its time is up, the caller gives up, or it says something no honest child says.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { nodeProgram } from '../node-program.ts'
import type { StartChild } from './child-process.ts'
import { frame, frameReader, type Frame } from './frames.ts'
import { ChildMessage, type StartMessage } from './host-call.ts'
import { streamBuffer } from './stream-buffer.ts'
import type { WasiEnd, WasiRequest } from './request.ts'
import { answer } from './serve-folders.ts'

/** How long a child that said its last word may take to go. */
const LAST_BREATH_MS = 2000
/** For the code of the child itself and what the engine makes of a module. */
const HEAP_MB = 96

export type OwnRuntime = {
  readonly start: StartChild
  readonly node: string
  readonly script: string
}

export async function runOwn(
  runtime: OwnRuntime,
  request: WasiRequest,
  stdin: Uint8Array,
): Promise<Result<WasiEnd, Failure>> {
  const { limits, signal, folders } = request
  const started = performance.now()
  const outputs = {
    stdout: streamBuffer(limits.stdoutBytes),
    stderr: streamBuffer(limits.stderrBytes),
  }
  let end: WasiEnd['end'] | null = null
  let unsaved: readonly string[] = []
  const allowance = { readBytes: limits.treeBytes, writeBytes: limits.treeBytes }
  const child = runtime.start({
    argv: [runtime.node, ...flags(runtime.script, limits), runtime.script, String(HEAP_MB)],
    env: systemEnv(),
    reads: [codeFolder(runtime.script)],
  })
  const stop = (why: WasiEnd['end']): void => {
    end ??= why
    child.kill()
  }
  const cancel = (): void => stop({ kind: 'cancelled' })
  const timer = setTimeout(() => stop({ kind: 'timed-out' }), limits.timeMs)
  let lastBreath: NodeJS.Timeout | undefined
  let asked: Promise<void> | null = null

  const serve = async (frames: Promise<readonly Uint8Array[]>): Promise<void> => {
    try {
      const parts = await frames
      asked = null
      if (end === null) for (const part of parts) child.stdin.write(part)
    } catch (error) {
      stop({
        kind: 'crashed',
        reason: `A folder could not be served (${error instanceof Error ? error.message : 'unknown'}).`,
      })
    }
  }
  const hear = ({ head, bytes }: Frame): void => {
    if (end !== null) return
    const message = ChildMessage.parse(head)
    if (message.kind === 'output') outputs[message.stream].take(bytes, message.bytes)
    else if (message.kind === 'call') {
      if (asked !== null) throw new Error('Two questions at once.')
      asked = serve(answer(folders, message.call, bytes, allowance))
    } else {
      end = message.end
      unsaved = message.unsaved
      lastBreath = setTimeout(() => child.kill(), LAST_BREATH_MS)
    }
  }
  const read = frameReader(hear)
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      stop({
        kind: 'crashed',
        reason: 'The process of the module sent something that is no answer.',
      })
    }
  })
  const grumble = streamBuffer(4096)
  child.stderr.on('data', (chunk: Buffer) => grumble.take(chunk, chunk.length))
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})

  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  for (const part of startFrames(request, stdin)) child.stdin.write(part)
  const gone = await child.ended
  clearTimeout(timer)
  clearTimeout(lastBreath)
  signal.removeEventListener('abort', cancel)
  // A write that was under way is over before the run is.
  await (asked as Promise<void> | null)
  if (gone.failed !== null)
    return err(
      failure(
        'wasm.start',
        `The runtime could not be started (${gone.failed}).`,
        'Run `gatehouse doctor`.',
      ),
    )
  return ok({
    end: end ?? { kind: 'crashed', reason: crashOf(gone.signal, gone.code, grumble.text()) },
    ...retainedOf(outputs),
    unsaved,
    durationMs: Math.round(performance.now() - started),
    runtime: 'own',
  })
}

export const retainedOf = ({
  stdout,
  stderr,
}: Record<'stdout' | 'stderr', ReturnType<typeof streamBuffer>>) => ({
  stdout: stdout.all(),
  stderr: stderr.all(),
  stdoutBytes: stdout.total(),
  stderrBytes: stderr.total(),
  cut: { stdout: stdout.cut(), stderr: stderr.cut() },
})

/**
 * Bounds for the engine, and Node's own permission switch as a further fence: it is not relied on.
 */
function flags(script: string, { memoryPages }: WasiRequest['limits']): readonly string[] {
  return [
    `--max-old-space-size=${HEAP_MB}`,
    // The module is held by the maximum it declares; Node's own parsers are modules, too, and need
    // room to start.
    `--wasm-max-mem-pages=${Math.max(memoryPages, 1024)}`,
    '--wasm-max-table-size=1000000',
    '--wasm-max-committed-code-mb=512',
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    '--permission',
    '--allow-worker',
    `--allow-fs-read=${codeFolder(script)}`,
  ]
}

/**
 * The folder with the code of the child, and with the files it shares with the host when it is not
 * bundled.
 */
const codeFolder = (script: string): string =>
  script.endsWith('.ts') ? dirname(dirname(script)) : dirname(script)

/** Windows starts nothing without its own folder. */
function systemEnv(): Record<string, string> {
  const root = process.env['SystemRoot']
  return {
    ...(process.platform === 'win32' && root !== undefined ? { SystemRoot: root } : {}),
    ...nodeProgram().env,
  }
}

function startFrames(request: WasiRequest, stdin: Uint8Array): readonly Uint8Array[] {
  const { module, args, env, folders, limits } = request
  const start: StartMessage = {
    moduleBytes: module.length,
    args,
    env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    folders: folders.map(({ guest, access }) => ({ guest, writable: access === 'read-write' })),
    limits: {
      stdoutBytes: limits.stdoutBytes,
      stderrBytes: limits.stderrBytes,
      openFiles: limits.openFiles,
      treeBytes: limits.treeBytes,
      cpuMs: limits.cpuMs ?? null,
    },
  }
  return frame(start, Buffer.concat([module, stdin]))
}

function crashOf(signal: string | null, code: number | null, stderr: string): string {
  if (/heap out of memory|Allocation failed/.test(stderr))
    return 'The process of the module ran out of memory.'
  return `The process of the module died (${signal ?? `code ${code}`}).`
}

/**
 * The child's script, from the sources as they are, or out of the bundle, whose parts may lie a
 * folder deeper.
 */
export function childScript(): string {
  const here = import.meta.dirname
  const { scripts } = nodeProgram()
  const found = [
    ...(scripts === null ? [] : [join(scripts, 'wasi-child.js')]),
    join(here, 'child/main.ts'),
    join(here, 'wasi-child.js'),
    join(here, '..', 'wasi-child.js'),
  ].find((name) => existsSync(name))
  if (found === undefined) throw new Error(`wasi-child.js is missing beside ${here}`)
  return found
}
