// One run of a plugin that is a program: in the sandbox, with the folders and hosts that it was
// granted, its output read as it comes so that it never has to wait for us.
import type { ProgramEnd } from '../../../contract/program-end.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { AnswerReader } from './answer.ts'
import { callText, cancelText } from './call-text.ts'
import { watchDisk } from './disk-watch.ts'
import { cannotStart, type PluginEnd } from './faults.ts'
import { cwdOf } from './mounts.ts'
import type { PluginPowers, Program, ReviewedCopy } from './powers.ts'

/** Where `package` is seen inside. */
const PACKAGE = '/home/package'
const PROCESSES = 64
/** So many processors at once may be busy for as long as it may run. */
const PROCESSORS = 4
const MiB = 1024 * 1024
/** For code that it may compile, and stacks: nothing of it is used at the start. */
const NODE_RESERVES = 768 * MiB
/** What it may take to end by itself when it is told that nobody waits any more. */
export const GRACE_MS = 1000

export type Ended = { readonly end: PluginEnd; readonly log: string }

export async function runNative(
  request: PluginRequest,
  copy: ReviewedCopy,
  reader: (answered: () => void) => AnswerReader,
  powers: PluginPowers,
): Promise<Result<Ended, Failure>> {
  const over = new AbortController()
  const works = worksIn(request)
  const proxy =
    request.hosts.length === 0
      ? null
      : await powers.proxy({
          hosts: request.hosts,
          owner: works ?? copy.folder,
          signal: over.signal,
        })
  if (proxy !== null && !proxy.ok) return proxy
  try {
    return await talk(request, reader, powers, {
      ...programOf(request, copy, powers),
      ...(works === null ? {} : { worksIn: works }),
      proxy: proxy === null ? null : { socket: proxy.value.socketPath },
    })
  } finally {
    over.abort()
    await proxy?.value.dispose()
  }
}

async function talk(
  request: PluginRequest,
  openReader: (answered: () => void) => AnswerReader,
  powers: PluginPowers,
  program: Omit<Program, 'signal' | 'onError'>,
): Promise<Result<Ended, Failure>> {
  const { limits, protocol, requestId, mounts } = request
  const killing = new AbortController()
  let end: PluginEnd | null = null
  let errorBytes = 0
  let outputBytes = 0
  const stop = (why: PluginEnd): void => {
    end ??= why
    killing.abort()
  }
  const started = await powers.start({
    ...program,
    signal: killing.signal,
    onError(bytes) {
      errorBytes += bytes.length
      if (errorBytes > limits.stderrBytes) stop({ kind: 'overflow', stream: 'stderr' })
    },
  })
  if (!started.ok) return started
  const { stdin, stdout, exited, stderrTail } = started.value
  const timer = setTimeout(() => {
    stop({ kind: 'timed-out', silent: protocol === 1 && outputBytes === 0 })
  }, limits.runTimeMs)
  let grace: NodeJS.Timeout | undefined
  const cancel = (): void => {
    if (protocol === 0 || stdin.writableEnded) return stop({ kind: 'cancelled' })
    stdin.end(cancelText(requestId, GRACE_MS))
    grace = setTimeout(stop, GRACE_MS, { kind: 'cancelled' })
  }
  const reader = openReader(() => stdin.end())
  stdout.on('data', (bytes: Buffer) => {
    if (end !== null) return
    outputBytes += bytes.length
    if (outputBytes > limits.stdoutBytes) return stop({ kind: 'overflow', stream: 'stdout' })
    const failure = reader.take(bytes)
    if (failure !== null) stop({ kind: 'faulty', failure })
  })
  for (const stream of [stdin, stdout]) stream.on('error', () => {})
  // Nobody waits until it has read it: it may write first, or not read at all.
  if (protocol === 0) stdin.end(callText(request))
  else stdin.write(callText(request))
  powers.signal.addEventListener('abort', cancel, { once: true })
  if (powers.signal.aborted) cancel()
  const unwatch = watchDisk(
    mounts.flatMap(({ hostPath, readOnly }) => (readOnly ? [] : [hostPath])),
    powers.disk,
    () => stop({ kind: 'disk' }),
  )
  const gone = await exited
  unwatch()
  clearTimeout(timer)
  clearTimeout(grace)
  powers.signal.removeEventListener('abort', cancel)
  if (gone.kind === 'failed') return err(notStarted(request.tool, gone.failure))
  const log = stderrTail()
  if (powers.signal.aborted) end ??= { kind: 'cancelled' }
  return ok({ end: end ?? endOf(gone, log), log })
}

/** The sandbox was built, and the program that it was built for is none. */
function notStarted(tool: string, given: Failure): Failure {
  const why = /\/home\/package\/.* cannot be started: ([^)]*)\)/.exec(given.text)?.[1]
  return why === undefined ? given : cannotStart(tool, why)
}

function endOf(gone: Exclude<ProgramEnd, { kind: 'failed' }>, log: string): PluginEnd {
  switch (gone.kind) {
    case 'exited':
      return gone.code !== 0 && saysMemory(log) ? { kind: 'out-of-memory' } : gone
    case 'signalled':
      return saysMemory(log) ? { kind: 'out-of-memory' } : gone
    case 'out-of-memory':
      return gone
    case 'killed':
      return { kind: 'cancelled' }
  }
}

/** As C, C++, Python, Node, shells and Rust say it. */
const saysMemory = (log: string): boolean =>
  /out of memory|cannot allocate memory|bad_alloc|MemoryError|memory allocation of \d+ bytes failed/i.test(
    log,
  )

/** The folder whose owner it is to be: it has to be able to write there. */
const worksIn = ({ mounts }: PluginRequest): string | null =>
  (mounts.find(({ readOnly }) => !readOnly) ?? mounts[0])?.hostPath ?? null

function programOf(
  { mounts, limits }: PluginRequest,
  { folder, name }: ReviewedCopy,
  { node }: PluginPowers,
): Omit<Program, 'signal' | 'onError' | 'proxy'> {
  const file = `${PACKAGE}/${name}`
  const script = name.endsWith('.mjs')
  return {
    argv: script
      ? [node.file, `--max-old-space-size=${Math.ceil(limits.memoryBytes / MiB)}`, file]
      : [file],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      ...(script ? node.env : {}),
    },
    home: null,
    cwd: cwdOf(mounts),
    package: folder,
    readOnly: script ? node.shown : [],
    writable: [],
    placed: mounts.map(({ hostPath, guestPath, readOnly }) => ({
      from: hostPath,
      at: guestPath,
      readOnly,
    })),
    limits: {
      memoryBytes: limits.memoryBytes,
      cpuSeconds: Math.ceil(limits.runTimeMs / 1_000) * PROCESSORS,
      processes: PROCESSES,
      ...(script ? { reservedBytes: NODE_RESERVES } : {}),
    },
    requires: [],
    short: true,
  }
}
