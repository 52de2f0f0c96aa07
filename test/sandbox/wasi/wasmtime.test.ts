// Wasmtime, where it is installed. It is not on the machines these tests were written on: a
// stand-in with the same command line replaces it, so what is shown is what we pass and how we read
// what comes back, not what Wasmtime does with it.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startPlain } from '../../../main/sandbox/wasi/child-process.ts'
import { heldFolder } from '../../../main/sandbox/wasi/held-folder.ts'
import type { WasiRequest } from '../../../main/sandbox/wasi/request.ts'
import { openWasi } from '../../../main/sandbox/wasi/wasi.ts'
import { findWasmtime, wasmtimeArgv } from '../../../main/sandbox/wasi/wasmtime.ts'
import { scratchFolder } from '../scratch.ts'
import { driver, ended, limits, never } from './driver.ts'

const scratch = scratchFolder('wasi-wasmtime')
const standIn = join(scratch, 'wasmtime')
const seen = join(scratch, 'seen.json')
writeFileSync(
  standIn,
  `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
const at = args.findIndex((each) => each.endsWith('.wasm'))
const stdin = fs.readFileSync(0)
fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args, env: Object.keys(process.env), module: fs.readFileSync(args[at]).length, file: args[at] }))
const text = stdin.toString()
if (text === 'trap') { process.stderr.write('Error: failed to run main module\\n\\nCaused by:\\n    1: wasm trap: out of bounds memory access\\n'); process.exit(134) }
if (text === 'interrupt') { process.stderr.write('Caused by:\\n    1: wasm trap: interrupt\\n'); process.exit(134) }
if (text === 'spin') setTimeout(() => {}, 600000)
else if (text === 'flood') setInterval(() => process.stdout.write('x'.repeat(65536)), 1)
else if (text === 'die') process.kill(process.pid, 'SIGKILL')
else { process.stdout.write(stdin); process.exitCode = 7 }
`,
)
chmodSync(standIn, 0o755)
const wasi = openWasi({ wasmtime: standIn })
const request = (stdin: string, more: Partial<WasiRequest> = {}): WasiRequest => ({
  module: driver,
  args: ['tool', '--flag', '-x'],
  env: { KEY: 'value' },
  stdin,
  folders: [],
  limits,
  signal: never,
  ...more,
})

it('the command line bounds memory and time, passes what was given, and no folder', () => {
  expect(
    wasmtimeArgv('/usr/bin/wasmtime', '/private/module.wasm', {
      args: ['tool', '--dir', '/'],
      env: { A: 'b' },
      limits,
    }),
  ).toEqual([
    '/usr/bin/wasmtime',
    'run',
    '-C',
    'cache=n',
    '-W',
    'max-memory-size=4194304',
    '-W',
    'max-memories=1',
    '-W',
    'max-instances=1',
    '-W',
    'max-table-elements=1000000',
    '-W',
    'timeout=60000ms',
    '--env',
    'A=b',
    '--argv0',
    'tool',
    '/private/module.wasm',
    '--dir',
    '/',
  ])
})

describe('a run in it', () => {
  it('gets the module from a private file that is gone afterwards, and an empty environment', async () => {
    const { durationMs, ...end } = ended(await wasi.run(request('{"a":1}')))
    expect(end).toEqual({
      end: { kind: 'exited', code: 7 },
      stdout: new Uint8Array(Buffer.from('{"a":1}')),
      stderr: new Uint8Array(),
      stdoutBytes: 7,
      stderrBytes: 0,
      cut: { stdout: false, stderr: false },
      unsaved: [],
      runtime: 'wasmtime',
    })
    expect(durationMs).toBeGreaterThan(0)
    const { args, env, module, file } = JSON.parse(readFileSync(seen, 'utf8')) as {
      args: string[]
      env: string[]
      module: number
      file: string
    }
    expect({ last: args.slice(-5), env, module, left: existsSync(dirname(file)) }).toEqual({
      last: ['--argv0', 'tool', file, '--flag', '-x'],
      env: [],
      module: driver.length,
      left: false,
    })
  })

  it.each([
    ['trap', { kind: 'trapped', reason: 'out of bounds memory access' }],
    ['interrupt', { kind: 'timed-out' }],
    ['spin', { kind: 'timed-out' }],
    ['flood', { kind: 'flooded', stream: 'stdout' }],
    ['die', { kind: 'crashed', reason: 'Wasmtime died (SIGKILL).' }],
  ])('%s', async (word, expected) => {
    const end = ended(
      await wasi.run(request(word, { limits: { ...limits, timeMs: 2500, stdoutBytes: 100_000 } })),
    )
    expect(end.end).toEqual(expected)
    expect(end.stdout.length).toBeLessThanOrEqual(100_000)
  })

  it('is cancelled', async () => {
    expect(
      ended(await wasi.run(request('spin', { signal: AbortSignal.timeout(300) }))).end,
    ).toEqual({ kind: 'cancelled' })
  })

  it('is not taken for a module with a folder, nor for one that is refused', async () => {
    const powers = heldFolder({ root: scratch, access: 'read-only', allows: async () => null })
    const own = openWasi({ wasmtime: standIn, start: startPlain })
    const end = ended(
      await own.run(request('', { folders: [{ guest: '/work', access: 'read-only', powers }] })),
    )
    expect(end.runtime).toBe('own')
    const refused = await own.run(request('', { module: new Uint8Array(8) }))
    expect(refused.ok ? null : refused.error.code).toBe('wasm.not-wasm')
  })
})

it('is only taken from a file that belongs to root and that nobody else can write', () => {
  const writable = join(scratch, 'writable')
  writeFileSync(writable, '', { mode: 0o755 })
  chmodSync(writable, 0o777)
  const plain = join(scratch, 'plain')
  writeFileSync(plain, '', { mode: 0o644 })
  expect(findWasmtime([join(scratch, 'none'), scratch, writable, plain])).toBeNull()
  expect(findWasmtime([writable, '/bin/true'])).toBe('/bin/true')
})
