// What a sandboxed command costs: plain spawn, bubblewrap bare with the same mounts, and our runner, taken in turns so
// that a slow moment of the machine hits all three alike.
// Run: node test/bench/sandbox.bench.ts [rounds]     As root add: setpriv --reuid=54321 --regid=54321 --clear-groups
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bubblewrapArguments } from '../../main/sandbox/bubblewrap.ts'
import { prepareMachine } from '../../main/sandbox/machine.ts'
import { openRunner } from '../../main/sandbox/runner.ts'

const rounds = Number(process.argv[2] ?? 60)
const root = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
const workspace = join(root, 'ws')
mkdirSync(workspace)

const opening = performance.now()
const runner = openRunner({ stop: [], home: join(root, 'home'), scratch: root })
const opened = performance.now()
await runner.ready
const tried = performance.now()
const prepared = await prepareMachine({ bwrap: null, scratch: root, arch: process.arch })
if (prepared === null || !runner.enforced().ok) throw new Error(runner.enforced().text)

async function plain(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, cwd: '/' })
  child.stdout.resume()
  child.stderr.resume()
  await once(child, 'close')
}
const inside = { command: 'true', cwd: workspace, workspace, guarded: [], verify: null, seccompFd: null }
const bare = bubblewrapArguments({ ...prepared.machine, prlimit: null }, inside)
const power = runner.power({
  permitted: [{ kind: 'proc.run', command: 'true', cwd: workspace, zone: 'workspace' }],
  workspace,
  limits: { runTimeMs: 10_000, stdoutBytes: 1000, stderrBytes: 1000 },
  signal: new AbortController().signal,
  onOutput: () => {},
})

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'plain spawn': () => plain('/bin/sh', ['-c', 'true']),
  'bare bubblewrap': () => plain(prepared.machine.bwrap, bare),
  'our runner': () => power.run({ command: 'true', cwd: '.', timeoutMs: 10_000 }),
}
const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
for (let round = -5; round < rounds; round += 1) {
  for (const [name, way] of Object.entries(ways)) {
    const start = performance.now()
    await way()
    // The first rounds warm the caches of files and code.
    if (round >= 0) times.get(name)?.push(performance.now() - start)
  }
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
console.log(`sandbox, ${rounds} interleaved runs, ${process.getuid?.() === 0 ? 'root' : 'ordinary user'}, node ${process.version}`)
console.log(`openRunner returns after ${(opened - opening).toFixed(1)} ms, ready after ${(tried - opening).toFixed(1)} ms`)
for (const [name, unsorted] of times) {
  const sorted = unsorted.toSorted((a, b) => a - b)
  console.log(`${name.padEnd(16)} p50 ${at(sorted, 0.5).toFixed(2)} ms   p99 ${at(sorted, 0.99).toFixed(2)} ms`)
}
await prepared.remove()
await runner.dispose()
rmSync(root, { recursive: true, force: true })
