// One run in Wasmtime, for machines that have it. Only for modules without granted folders:
// Wasmtime's --dir cannot be made read-only and goes past the file powers, so a module with folders
// stays in our own runtime. The command line is that of Wasmtime 14 and later.
import { accessSync, constants, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { StartChild } from './child-process.ts'
import { streamBuffer } from './stream-buffer.ts'
import { PAGE_BYTES } from './module.ts'
import { retainedOf } from './own-run.ts'
import type { WasiEnd, WasiRequest } from './request.ts'

/** Never PATH: an agent may have written into one of its folders. */
const paths: readonly string[] =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Wasmtime\\bin\\wasmtime.exe']
    : ['/usr/bin/wasmtime', '/usr/local/bin/wasmtime', '/opt/wasmtime/wasmtime']

/** The program, or null. On Unix it has to belong to root and be writable by nobody else. */
export function findWasmtime(candidates: readonly string[] = paths): string | null {
  return (
    candidates.find((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat === undefined || !stat.isFile()) return false
      if (process.platform === 'win32') return true
      try {
        accessSync(path, constants.X_OK)
      } catch {
        return false
      }
      return stat.uid === 0 && (stat.mode & 0o022) === 0
    }) ?? null
  )
}

/**
 * Nothing is passed in but what stands here: no folder, no socket, no variable. The cache of
 * compiled modules stays out.
 */
export function wasmtimeArgv(
  program: string,
  file: string,
  { args, env, limits }: Pick<WasiRequest, 'args' | 'env' | 'limits'>,
): readonly [string, ...string[]] {
  const [name = 'module', ...rest] = args
  const bounds = [
    `max-memory-size=${limits.memoryPages * PAGE_BYTES}`,
    'max-memories=1',
    'max-instances=1',
    'max-table-elements=1000000',
    `timeout=${limits.timeMs}ms`,
  ]
  return [
    program,
    'run',
    '-C',
    'cache=n',
    ...bounds.flatMap((bound) => ['-W', bound]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    '--argv0',
    name,
    file,
    ...rest,
  ]
}

export async function runWasmtime(
  runtime: { readonly start: StartChild; readonly program: string },
  request: WasiRequest,
  stdin: Uint8Array,
): Promise<Result<WasiEnd, Failure>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-wasm-'))
  try {
    const file = join(folder, 'module.wasm')
    await writeFile(file, request.module, { mode: 0o400, flag: 'wx' })
    return await watch(runtime, request, stdin, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function watch(
  { start, program }: { readonly start: StartChild; readonly program: string },
  request: WasiRequest,
  stdin: Uint8Array,
  file: string,
): Promise<Result<WasiEnd, Failure>> {
  const { limits, signal } = request
  const started = performance.now()
  const outputs = {
    stdout: streamBuffer(limits.stdoutBytes),
    stderr: streamBuffer(limits.stderrBytes),
  }
  let end: WasiEnd['end'] | null = null
  const child = start({
    argv: wasmtimeArgv(program, file, request),
    env: {},
    reads: [program, file],
  })
  const stop = (why: WasiEnd['end']): void => {
    end ??= why
    child.kill()
  }
  const cancel = (): void => stop({ kind: 'cancelled' })
  const timer = setTimeout(() => stop({ kind: 'timed-out' }), limits.timeMs)
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      outputs[stream].take(chunk, chunk.length)
      if (outputs[stream].cut()) stop({ kind: 'flooded', stream })
    })
    child[stream].on('error', () => {})
  }
  // A module that does not read its input closes the pipe early.
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const gone = await child.ended
  clearTimeout(timer)
  signal.removeEventListener('abort', cancel)
  if (gone.failed !== null)
    return err(
      failure(
        'wasm.start',
        `Wasmtime could not be started (${gone.failed}).`,
        'Run `gatehouse doctor`.',
      ),
    )
  return ok({
    end: end ?? endOf(gone, outputs.stderr.text()),
    ...retainedOf(outputs),
    unsaved: [],
    durationMs: Math.round(performance.now() - started),
    runtime: 'wasmtime',
  })
}

/**
 * Wasmtime lets a module end with 0 to 125 only; on Unix 134 is its way to say "trapped", on
 * Windows 3.
 */
function endOf(
  { code, signal }: { readonly code: number | null; readonly signal: string | null },
  stderr: string,
): WasiEnd['end'] {
  if (code === 134 || signal === 'SIGABRT' || (code === 3 && process.platform === 'win32')) {
    const reason = /wasm trap: ([^\n]*)/.exec(stderr)?.[1] ?? 'Wasmtime reported a trap.'
    return /interrupt/.test(reason)
      ? { kind: 'timed-out' }
      : { kind: 'trapped', reason: reason.slice(0, 500) }
  }
  if (code === null) return { kind: 'crashed', reason: `Wasmtime died (${signal}).` }
  return { kind: 'exited', code }
}
