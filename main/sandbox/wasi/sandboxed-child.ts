// Starts the process of a module in the sandbox: it sees Node, its own script, and nothing of the
// person's.
import type { ProgramEnd } from '../../../contract/program-end.ts'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ok } from '../../../contract/result.ts'
import type { Runner } from '../runner-powers.ts'
import type { StartChild } from './child-process.ts'

const MiB = 1024 * 1024

/** @param own an existing folder of ours, whose owner it is to be: see `makeOwnFolder` */
export const sandboxedChild =
  (start: Runner['start'], own: string, closing: AbortSignal): StartChild =>
  async ({ argv: [file, ...args], env, reads }) => {
    const node = await realpath(file)
    // Electron that plays Node needs what lies beside it.
    const program = env['ELECTRON_RUN_AS_NODE'] === undefined ? node : dirname(node)
    const running = await start({
      argv: [node, ...args],
      env,
      home: null,
      cwd: null,
      worksIn: own,
      readOnly: [...(node.startsWith('/usr/') ? [] : [program]), ...reads],
      writable: [],
      // More than any module may have, and Node beside it.
      limits: { memoryBytes: 2048 * MiB, processes: 64 },
      proxy: null,
      requires: [],
      signal: closing,
    })
    if (!running.ok) return running
    const { stdin, stdout, exited, kill, stderrTail } = running.value
    return ok({
      stdin,
      stdout,
      grumble: stderrTail,
      kill: () => void kill(),
      ended: exited.then(endOf),
    })
  }

function endOf(end: ProgramEnd) {
  const gone = { code: null, signal: null, failed: null }
  switch (end.kind) {
    case 'exited':
      return { ...gone, code: end.code }
    case 'signalled':
      return { ...gone, signal: end.signal }
    case 'out-of-memory':
    case 'killed':
      return { ...gone, signal: 'SIGKILL' }
    case 'failed':
      return { ...gone, failed: end.failure.text }
  }
}
