// One run in our own runtime: feeds a process that waits for a module, answers its questions one at a time, and
// kills it when its time is up, the caller gives up, or it says something no honest child says.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeProgram } from '../node-program.ts'
import type { StartChild } from './child-process.ts'
import { frame } from './frames.ts'
import type { StartMessage } from './host-call.ts'
import { readyChild, type ReadyChild } from './ready-child.ts'
import { streamBuffer } from './stream-buffer.ts'
import { MOST_PAGES, type WasiEnd, type WasiRequest } from './request.ts'
import { answer } from './serve-folders.ts'

/** For the code of the child itself and what the engine makes of a module. */
const HEAP_MB = 96

export type OwnRuntime = {
  readonly start: StartChild
  readonly node: string
  readonly script: string
}

/** A process for one module, that waits for it. */
export const startOwn = ({ start, node, script }: OwnRuntime): ReturnType<typeof readyChild> =>
  readyChild(start, {
    argv: [node, ...flags(script), script, String(HEAP_MB)],
    env: systemEnv(),
    reads: [codeFolder(script)],
  })

export async function runOwn(
  child: ReadyChild,
  request: WasiRequest,
  stdin: Uint8Array,
): Promise<WasiEnd> {
  const { limits, signal, folders, onOutput } = request
  const started = performance.now()
  const outputs = {
    stdout: streamBuffer(limits.stdoutBytes),
    stderr: streamBuffer(limits.stderrBytes),
  }
  let end: WasiEnd['end'] | null = null
  let unsaved: readonly string[] = []
  let memoryPages = 0
  const allowance = { readBytes: limits.treeBytes, writeBytes: limits.treeBytes }
  let said: () => void = () => {}
  const lastWord = new Promise<void>((resolve) => (said = resolve))
  const stop = (why: WasiEnd['end']): void => {
    end ??= why
    child.kill()
  }
  const cancel = (): void => stop({ kind: 'cancelled' })
  const timer = setTimeout(() => stop({ kind: 'timed-out' }), limits.timeMs)
  let asked: Promise<void> | null = null

  const serve = async (frames: Promise<readonly Uint8Array[]>): Promise<void> => {
    try {
      const parts = await frames
      asked = null
      if (end === null) child.send(parts)
    } catch (error) {
      stop({
        kind: 'crashed',
        reason: `A folder could not be served (${error instanceof Error ? error.message : 'unknown'}).`,
      })
    }
  }
  const broken = (): void =>
    stop({ kind: 'crashed', reason: 'The process of the module sent something that is no answer.' })
  child.listen((message, bytes) => {
    if (end !== null) return
    switch (message?.kind) {
      case 'output':
        outputs[message.stream].take(bytes, message.bytes)
        return onOutput?.(message.stream, bytes)
      case 'call':
        // Two questions at once.
        if (asked !== null) return broken()
        asked = serve(answer(folders, message.call, bytes, allowance))
        return
      case 'end':
        ;({ end, unsaved, memoryPages } = message)
        return said()
      case 'ready':
      case undefined:
        return broken()
    }
  })
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  child.send(startFrames(request, stdin))
  // What said its last word is heard no more, and nobody has to wait until it is gone.
  const gone = await Promise.race([lastWord, child.ended])
  child.kill()
  clearTimeout(timer)
  signal.removeEventListener('abort', cancel)
  // A write that was under way is over before the run is.
  await (asked as Promise<void> | null)
  const died = (): string =>
    gone === undefined ? '' : crashOf(gone.signal, gone.code, child.grumble())
  return {
    end: end ?? { kind: 'crashed', reason: died() },
    ...retainedOf(outputs),
    unsaved,
    memoryPages,
    durationMs: Math.round(performance.now() - started),
  }
}

const retainedOf = ({
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
function flags(script: string): readonly string[] {
  return [
    `--max-old-space-size=${HEAP_MB}`,
    // The module is held by the maximum that is in it; this is the most that any may have.
    `--wasm-max-mem-pages=${MOST_PAGES}`,
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
