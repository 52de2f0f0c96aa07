// A program that owns a runner and runs what it is told over IPC: so that the sandbox can be tested as another user, with
// descriptors it inherited, and with its owner killed.
import { openRunner } from '../../main/sandbox/runner.ts'
import type { Answer, Order } from './world.ts'

const { workspace, home, stop, scratch } = JSON.parse(process.argv[2] ?? '{}') as Record<'workspace' | 'home' | 'scratch', string> & {
  stop: string[]
}
const runner = openRunner({ home, stop, scratch, workspace: () => workspace })
const send = (answer: Answer): void => void process.send?.(answer)

process.on('message', (order: Order) => {
  const { id, command, timeMs, bytes } = order
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' }],
    workspace,
    limits: { runTimeMs: timeMs, stdoutBytes: bytes, stderrBytes: bytes },
    signal: new AbortController().signal,
    onOutput: () => {},
  })
  void power.run({ command, cwd: '.', timeoutMs: timeMs }).then((result) => send({ id, result, protections: runner.protections() }))
})
process.on('disconnect', () => void runner.dispose().then(() => process.exit(0)))
