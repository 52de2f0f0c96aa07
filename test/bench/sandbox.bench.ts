// What a sandboxed command costs: plain spawn, bubblewrap bare with the same mounts, our runner, and the library of the
// same purpose, taken in turns so that a slow moment of the machine hits all alike. Then what a start does to the event loop
// of a parent of 1 GB, and what 10 GB of output do to its memory.
// Run: npm run bench -- sandbox     As an ordinary user, from root: setpriv --reuid=54321 --regid=54321 --clear-groups
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunPower } from '../../contract/powers.ts'
import { bubblewrapData, environment } from '../../main/sandbox/bubblewrap.ts'
import { filePowers } from '../../main/sandbox/files.ts'
import { prepareMachine } from '../../main/sandbox/machine.ts'
import { canonicalPlace } from '../../main/sandbox/place.ts'
import { openRunner, type Runner } from '../../main/sandbox/runner.ts'
import type { BenchLine } from './line.ts'
import { openLibrary } from './sandbox-library.ts'

const MOST_TIMES_BARE = 1.5
const MOST_BLOCK_MS = 2
const MOST_GROWTH_MB = 50
const MOST_WAIT_MS = 100
const ROUNDS = 60

export async function run(): Promise<readonly BenchLine[]> {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const workspace = join(root, 'ws')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'note'), 'a note')
  // As root a command is somebody else's; then that is what is measured.
  if (process.getuid?.() === 0) chownSync(workspace, 54_321, 54_321)
  const runner = openRunner({ stop: [], home: join(root, 'home'), scratch: root })
  try {
    await runner.ready
    const who = process.getuid?.() === 0 ? 'root' : 'ordinary user'
    return [
      ...(await starts(runner, root, workspace, who)),
      ...(await blocks(runner, workspace)),
      ...(await floods(runner, root, workspace)),
    ]
  } finally {
    await runner.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}

const powerOf = (runner: Runner, workspace: string, command: string): RunPower =>
  runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' }],
    workspace,
    limits: { runTimeMs: 60_000, stdoutBytes: 1_000_000, stderrBytes: 1000 },
    signal: new AbortController().signal,
    onOutput: () => {},
  })

async function starts(runner: Runner, root: string, workspace: string, who: string): Promise<readonly BenchLine[]> {
  const prepared = await prepareMachine({ bwrap: null, scratch: root, arch: process.arch })
  if (prepared === null) throw new Error(runner.enforced().text)
  const { machine } = prepared
  const inside = {
    env: environment,
    cwd: workspace,
    shown: [{ from: workspace, at: workspace, readOnly: false }],
    made: machine.made,
    first: '',
    job: '',
  }
  const fixed = ['--unshare-all', '--die-with-parent', '--new-session', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', '--clearenv']
  const bare = [...fixed, ...bubblewrapData(machine, inside).split('\0').slice(0, -1), '--', machine.shell, '-c', 'true']
  const power = powerOf(runner, workspace, 'true')
  const library = await openLibrary(workspace)
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'plain spawn': () => plain('/bin/sh', ['-c', 'true']),
    'bare bubblewrap, same mounts': () => plain(machine.bwrap, bare),
    'our runner': () => must(power.run({ command: 'true', cwd: '.', timeoutMs: 10_000 })),
    'the library': async () => {
      const words = await library.wrap('true')
      await plain('/bin/sh', ['-c', words])
      await library.after()
    },
  }
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  for (let round = -5; round < ROUNDS; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const start = performance.now()
      await way()
      // The first rounds warm the caches of files and code.
      if (round >= 0) times.get(name)?.push(performance.now() - start)
    }
  }
  const inRow: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await must(power.run({ command: 'true', cwd: '.', timeoutMs: 10_000 }))
    inRow.push(performance.now() - start)
  }
  await library.close()
  await prepared.remove()
  const p50 = at(times.get('bare bubblewrap, same mounts') ?? [], 0.5)
  const line = (name: string, all: readonly number[]): BenchLine => ({
    name: `sandboxed true, ${who}: ${name}`,
    value: `p50 ${at(all, 0.5).toFixed(1)} p99 ${at(all, 0.99).toFixed(1)} ms`,
    goal: name === 'our runner' ? `p50 <= ${MOST_TIMES_BARE} x bare (${(MOST_TIMES_BARE * p50).toFixed(1)} ms)` : null,
    holds: name === 'our runner' ? at(all, 0.5) <= MOST_TIMES_BARE * p50 : null,
  })
  return [...[...times].map(([name, all]) => line(name, all)), line('our runner, one right after the other', inRow)]
}

/**
 * The longest time between two looks of our event loop during each of 30 starts, with 1 GB of memory that is really there.
 * What a start costs, each of them costs: so the median is what counts. The most of all also holds what other programs of the machine
 * took meanwhile; the line of nothing started says how much that is.
 */
async function blocks(runner: Runner, workspace: string): Promise<readonly BenchLine[]> {
  const ballast = Array.from({ length: 64 }, () => Buffer.alloc(16 * 1024 ** 2, 1))
  const power = powerOf(runner, workspace, 'true')
  const longest = async (starting: () => Promise<unknown>): Promise<readonly number[]> => {
    const each: number[] = []
    for (let round = 0; round < 30; round += 1) {
      let [most, last, going] = [0, performance.now(), true]
      const look = (): void => {
        const now = performance.now()
        // A timer of one millisecond comes after one to two.
        most = Math.max(most, now - last - 2)
        last = now
        if (going) setTimeout(look, 1)
      }
      setTimeout(look, 1)
      await starting()
      // A block that ends with the start is seen by the look after it.
      await sleep(5)
      going = false
      each.push(most)
    }
    return each
  }
  const start = (): Promise<unknown> => must(power.run({ command: 'true', cwd: '.', timeoutMs: 10_000 }))
  // The code is compiled by then.
  for (let round = 0; round < 10; round += 1) await start()
  const idle = await longest(() => sleep(15))
  const ours = await longest(start)
  const direct = await longest(() => plain('/bin/true', []))
  const megabytes = Math.round(process.memoryUsage().rss / 1024 ** 2)
  ballast.length = 0
  const line = (name: string, all: readonly number[], held: boolean): BenchLine => ({
    name: `longest block of the event loop, parent of ${megabytes} MB: ${name}`,
    value: `p50 ${at(all, 0.5).toFixed(1)} p90 ${at(all, 0.9).toFixed(1)} most ${Math.max(...all).toFixed(1)} ms`,
    goal: held ? `p50 <= ${MOST_BLOCK_MS} ms` : null,
    holds: held ? at(all, 0.5) <= MOST_BLOCK_MS : null,
  })
  return [line('nothing started', idle, false), line('spawned by itself', direct, false), line('our runner', ours, true)]
}

/** A command that would write 10 GB; and a program whose 10 GB are all read. */
async function floods(runner: Runner, root: string, workspace: string): Promise<readonly BenchLine[]> {
  const place = canonicalPlace({ workspace, stop: [], home: join(root, 'home') })
  const { read } = filePowers({ permitted: [{ kind: 'fs.read', path: join(workspace, 'note'), zone: 'workspace', is: 'file' }], place })
  const [command, home] = ['head -c 10000000000 /dev/zero', join(root, 'program')]
  mkdirSync(home)
  let ended = ''
  const cut = await watched(read, async () => {
    const result = await must(powerOf(runner, workspace, command).run({ command, cwd: '.', timeoutMs: 60_000 }))
    ended = `${result.end.kind} after ${result.stdoutBytes} bytes`
  })
  let bytes = 0
  const whole = await watched(read, async () => {
    const started = await must(
      runner.start({
        ...{ argv: ['/usr/bin/head', '-c', '10000000000', '/dev/zero'], env: {}, home, cwd: null, readOnly: [], writable: [] },
        ...{ limits: { memoryBytes: 256 * 1024 ** 2, processes: 16 }, proxy: null, requires: [], signal: new AbortController().signal },
      }),
    )
    started.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await started.exited
  })
  const lines = (name: string, { growth, wait, ms }: Awaited<ReturnType<typeof watched>>): readonly BenchLine[] => [
    { name: `${name}: memory of main grew by`, value: `${growth.toFixed(1)} MB`, goal: `< ${MOST_GROWTH_MB} MB`, holds: growth < MOST_GROWTH_MB },
    { name: `${name}: longest R1 call beside it`, value: `${wait.toFixed(1)} ms`, goal: `<= ${MOST_WAIT_MS} ms`, holds: wait <= MOST_WAIT_MS },
    { name: `${name}: took`, value: `${(ms / 1000).toFixed(2)} s`, goal: null, holds: null },
  ] // prettier-ignore
  return [...lines(`10 GB of a command (${ended})`, cut), ...lines(`10 GB of a program (${bytes} bytes read)`, whole)]
}

/** What a read of a file takes meanwhile, and the memory at its highest. */
async function watched(read: ReturnType<typeof filePowers>['read'], work: () => Promise<void>) {
  const before = process.memoryUsage().rss
  const start = performance.now()
  let [most, wait, going] = [before, 0, true]
  const looking = (async () => {
    while (going) {
      const asked = performance.now()
      await must(read.readText('note', { maxBytes: 100 }))
      wait = Math.max(wait, performance.now() - asked)
      most = Math.max(most, process.memoryUsage().rss)
      await sleep(2)
    }
  })()
  await work()
  const ms = performance.now() - start
  going = false
  await looking
  return { growth: (most - before) / 1024 ** 2, wait, ms }
}

async function plain(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, cwd: '/' })
  child.stdout.resume()
  child.stderr.resume()
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${file} ended with ${child.exitCode}`)
}

async function must<Value>(
  result: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: { readonly text: string } }>,
): Promise<Value> {
  const settled = await result
  if (!settled.ok) throw new Error(settled.error.text)
  return settled.value
}

const at = (all: readonly number[], part: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN
