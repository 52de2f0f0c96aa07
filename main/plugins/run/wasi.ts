// One run of a plugin that is a WASI module, with the folders that it was granted opened for it.
import { failure, type Failure } from '../../../contract/failure.ts'
import { RUN_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { AnswerReader } from './answer.ts'
import { callText } from './call-text.ts'
import type { PluginEnd } from './faults.ts'
import type { Ended } from './native.ts'
import type { ModuleEnd, PluginPowers, ReviewedCopy } from './powers.ts'

const PAGE_BYTES = 65_536
/** What the runtime gives at most. */
const MOST_PAGES = 16_384
const OPEN_FILES = 256
const TREE_BYTES = 64 * 1024 * 1024
/** A module that ends badly and had so much of its memory has most likely run out of it. */
const NEARLY_ALL = 0.9

export async function runWasi(
  request: PluginRequest,
  copy: ReviewedCopy,
  openReader: (answered: () => void) => AnswerReader,
  powers: PluginPowers,
): Promise<Result<Ended, Failure>> {
  const { tool, limits, mounts } = request
  // The runtime has no sockets at all: it would look as if the grant did not work.
  if (request.hosts.length > 0)
    return err(
      failure(
        RUN_ERRORS.start,
        `The plugin ${tool} was granted hosts, and a WASI module cannot reach any.`,
        'Take the hosts out of its manifest, or make it a native plugin.',
      ),
    )
  const memoryPages = Math.min(Math.floor(limits.memoryBytes / PAGE_BYTES), MOST_PAGES)
  const stopping = new AbortController()
  let fault: Failure | null = null
  const reader = openReader(() => {})
  const ran = await powers.runModule({
    module: await copy.bytes(),
    args: [tool],
    env: {},
    stdin: callText(request),
    folders: mounts.map(({ hostPath, guestPath, readOnly }) => {
      const access = readOnly ? 'read-only' : 'read-write'
      return { guest: guestPath, access, powers: powers.folder(hostPath, access) }
    }),
    limits: {
      timeMs: limits.runTimeMs,
      cpuMs: limits.runTimeMs,
      memoryPages,
      stdoutBytes: limits.stdoutBytes,
      stderrBytes: limits.stderrBytes,
      openFiles: OPEN_FILES,
      treeBytes: TREE_BYTES,
    },
    signal: AbortSignal.any([powers.signal, stopping.signal]),
    onOutput(stream, bytes) {
      if (stream === 'stderr' || fault !== null) return
      fault = reader.take(bytes)
      if (fault !== null) stopping.abort()
    },
  })
  if (!ran.ok) return ran
  const { unsaved } = ran.value
  const log = Buffer.from(ran.value.stderr).toString('utf8')
  if (unsaved.length > 0 && ran.value.end.kind === 'exited')
    return err(
      failure(
        UNSAVED,
        `What the plugin ${tool} wrote last to ${unsaved.slice(0, 3).join(', ')} could not be saved.`,
        'Check the free space there and that nothing protected is meant.',
      ),
    )
  const end: PluginEnd =
    fault === null ? endOf(ran.value, memoryPages) : { kind: 'faulty', failure: fault }
  return ok({ end, log })
}

const UNSAVED = 'plugin.unsaved'

function endOf({ end, memoryPages }: ModuleEnd, most: number): PluginEnd {
  const full = memoryPages >= most * NEARLY_ALL
  switch (end.kind) {
    case 'exited':
      return end.code !== 0 && full ? { kind: 'out-of-memory' } : end
    case 'trapped':
      return full ? { kind: 'out-of-memory' } : { kind: 'trapped', reason: end.reason }
    case 'crashed':
      return { kind: 'trapped', reason: end.reason }
    case 'flooded':
      return { kind: 'overflow', stream: end.stream }
    case 'timed-out':
    case 'cancelled':
      return { kind: end.kind }
  }
}
