// A program that owns a runner and runs what it is told over IPC: so that the sandbox can be tested as another user, with
// descriptors it inherited, and with its owner killed.
import { join } from 'node:path'
import { openRunner } from '../../main/sandbox/runner.ts'
import type { Answer, Order, Stop } from './world.ts'

const { workspace, home, stop, scratch, bwrap } = JSON.parse(process.argv[2] ?? '{}') as Record<
  'workspace' | 'home' | 'scratch',
  string
> & {
  stop: string[]
  bwrap?: string
}
const runner = openRunner({ home, stop, scratch, workspace: () => workspace, bwrap: bwrap ?? null })
const send = (answer: Answer): void => void process.send?.(answer)

const stops = new Map<number, AbortController>()
process.on('message', (order: Order | Stop) => {
  if ('stop' in order) {
    stops.get(order.id)?.abort()
    return
  }
  const { id, way } = order
  const done = way === 'program' ? startProgram(order) : run(order)
  void done.then((result) => send({ id, result, protections: runner.protections(), enforced: runner.enforced() }))
})

function run({ id, command, timeMs, bytes, way }: Order): Promise<Answer['result']> {
  const stop = new AbortController()
  stops.set(id, stop)
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' }],
    workspace,
    limits: { runTimeMs: timeMs, stdoutBytes: bytes, stderrBytes: bytes },
    signal: stop.signal,
    onOutput: () => {},
    ...(way === 'hosts' ? { proxy: { socket: join(scratch, 'proxy.sock') } } : {}),
    ...(way === 'rehearsal' ? { view: { source: workspace, enter: [], look: workspace } } : {}),
  })
  return power.run({ command, cwd: '.', timeoutMs: timeMs })
}

/** Only whether it starts at all is asked of it. */
async function startProgram({ command }: Order): Promise<Answer['result']> {
  const signal = new AbortController().signal
  const started = await runner.start({
    ...{ argv: ['/bin/sh', '-c', command], env: {}, home, cwd: null, readOnly: [], writable: [], proxy: null, requires: [], signal },
    limits: { memoryBytes: 1024 ** 3, processes: 16 },
  })
  if (!started.ok) return started
  await started.value.kill()
  return { ok: true, value: { stdout: '', stderr: '', stdoutBytes: 0, stderrBytes: 0, end: { kind: 'cancelled' } } }
}
process.on('disconnect', () => void runner.dispose().then(() => process.exit(0)))
