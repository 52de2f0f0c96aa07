// A program that holds a runner and runs what it is told over IPC: so that the sandbox can be
// tested as another user, with descriptors it inherited, and with its owner killed.
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ContainerConfig } from '../../contract/policy/config/runner-config.ts'
import { pathPattern } from '../../main/gate/path-glob.ts'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import type { Answer, Order, Stop } from './fixture.ts'

const {
  workspace,
  home,
  stop,
  scratch,
  bwrap,
  container = null,
  ownStop = [],
} = JSON.parse(process.argv[2] ?? '{}') as Record<'workspace' | 'home' | 'scratch', string> & {
  stop: string[]
  ownStop?: string[]
  bwrap?: string
  container?: ContainerConfig
}
// As the host does it: compiled once, the same list as long as nothing changes.
const patterns = ownStop.map((glob) => pathPattern(glob, { workspace, home, foldsCase: false }))
const runner = openRunner({
  home,
  stop,
  ownStop: () => patterns,
  scratch,
  workspace: () => workspace,
  bwrap: bwrap ?? null,
  container: () => container,
})
const send = (answer: Answer): void => void process.send?.(answer)

const stops = new Map<number, AbortController>()
process.on('message', (order: Order | Stop) => {
  if ('stop' in order) {
    stops.get(order.id)?.abort()
    return
  }
  const { id, way } = order
  const done = way === 'program' ? startProgram(order) : run(order)
  void done.then((result) =>
    send({ id, result, protections: runner.protections(), enforced: runner.enforced() }),
  )
})

function run({ id, command, timeMs, bytes, way }: Order): Promise<Answer['result']> {
  const stopping = new AbortController()
  stops.set(id, stopping)
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' }],
    workspace,
    limits: { runTimeMs: timeMs, stdoutBytes: bytes, stderrBytes: bytes },
    signal: stopping.signal,
    onOutput: () => {},
    ...(way === 'hosts' ? { proxy: { socket: join(scratch, 'proxy.sock') } } : {}),
    ...(way === 'rehearsal' ? { view: { source: workspace, enter: [], viewPath: workspace } } : {}),
  })
  return power.run({ command, cwd: '.', timeoutMs: timeMs })
}

/**
 * What it prints until it ends. With a folder of its own, and the workspace granted to it as a
 * server is granted one.
 */
async function startProgram({ command, id }: Order): Promise<Answer['result']> {
  const signal = new AbortController().signal
  const own = join(scratch, `program-${id}`)
  makeOwnFolder(own)
  const started = await runner.start({
    argv: ['/bin/sh', '-c', command],
    env: {},
    home: own,
    cwd: null,
    readOnly: [],
    writable: [workspace],
    proxy: null,
    requires: [],
    signal,
    limits: { memoryBytes: 1024 ** 3, processes: 16 },
  })
  if (!started.ok) return started
  const stdout = await text(started.value.stdout)
  const end = await started.value.exited
  if (end.kind === 'failed') return { ok: false, error: end.failure }
  const how = end.kind === 'exited' ? end : ({ kind: 'cancelled' } as const)
  return {
    ok: true,
    value: { stdout, stderr: started.value.stderrTail(), stdoutBytes: 0, stderrBytes: 0, end: how },
  }
}
process.on('disconnect', () => void runner.dispose().then(() => process.exit(0)))
