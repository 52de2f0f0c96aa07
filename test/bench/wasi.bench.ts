// How long a WASI plugin takes from nothing to its answer: a process of its own is started, the
// module looked at, compiled, run, a JSON line echoed, and the process gone. In our own runtime;
// bundled as it is shipped, and from the sources as tests run it.
//
//   node test/bench/wasi.bench.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childScript } from '../../main/sandbox/wasi/own-run.ts'
import { openWasi } from '../../main/sandbox/wasi/wasi.ts'
import { plainChild } from '../fakes/plain-child.ts'
import { assemble } from '../sandbox/wasi/assemble.ts'
import { bundleChild } from './bundle-child.ts'
import { median, type BenchLine } from './line.ts'

const ROUNDS = 25
const echo = assemble(`(module
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 2 2)
  (func (export "_start")
    (i32.store (i32.const 0) (i32.const 1024))
    (i32.store (i32.const 4) (i32.const 65536))
    (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.store (i32.const 4) (i32.load (i32.const 8)))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12)))))`)
const limits = {
  timeMs: 30_000,
  memoryPages: 16,
  stdoutBytes: 65_536,
  stderrBytes: 65_536,
  openFiles: 16,
  treeBytes: 1_000_000,
}

export async function run(): Promise<readonly BenchLine[]> {
  const out = mkdtempSync(join(tmpdir(), 'gatehouse-wasi-bench-'))
  try {
    return [
      {
        name: 'WASI start and echo, bundled, p50',
        value: await p50(await bundleChild(out)),
        goal: null,
        holds: null,
      },
      {
        name: 'WASI start and echo, from source, p50',
        value: await p50(childScript()),
        goal: null,
        holds: null,
      },
    ]
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

async function p50(script: string): Promise<string> {
  const wasi = openWasi({ script, start: plainChild, idleMs: 1 })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const result = await wasi.run({
      module: echo,
      args: ['echo'],
      env: {},
      stdin: '{"protocol_version":0}',
      folders: [],
      limits,
      signal: new AbortController().signal,
    })
    times.push(performance.now() - begun)
    if (!result.ok || Buffer.from(result.value.stdout).toString() !== '{"protocol_version":0}')
      throw new Error(
        `The module did not echo: ${JSON.stringify(result.ok ? result.value.end : result.error)}`,
      )
  }
  return `${median(times).toFixed(0)} ms`
}
