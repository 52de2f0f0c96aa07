// Modules that are no modules, or mean the runtime itself: each ends with its code, and the next plugin
// runs as if nothing had been.
// @module-tag whole
import { describe, expect, it } from 'vitest'
import { assemble } from '../../sandbox/wasi/assemble.ts'
import { codeOf, limits, openPluginFixture } from './fixture.ts'

const fixture = openPluginFixture('hostile-modules')
let files = 0
const run = (module: Uint8Array, limit: Partial<typeof limits> = {}) =>
  fixture.run({
    file: fixture.file(`module-${(files += 1)}.wasm`, module),
    kind: 'wasi',
    limits: { ...limits, ...limit },
  })
const text =
  (wat: string): (() => Uint8Array) =>
  () =>
    assemble(`(module ${wat})`)
const start = '(memory (export "memory") 1) (func (export "_start"))'
const short = { runTimeMs: 1_500 }

/** `count` imports of one function, written as bytes: the text of so many takes long to read. */
function manyImports(count: number): Uint8Array {
  const name = (word: string): number[] => [word.length, ...Buffer.from(word)]
  const one = [...name('wasi_snapshot_preview1'), ...name('proc_exit'), 0, 0]
  const body = Buffer.concat([
    Buffer.from(leb(count)),
    ...Array.from({ length: count }, () => Buffer.from(one)),
  ])
  return Buffer.concat([
    Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    Buffer.from([1, 5, 1, 0x60, 1, 0x7f, 0]),
    Buffer.from([2, ...leb(body.length)]),
    body,
  ])
}

function leb(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}

describe.runIf(process.platform === 'linux')('a module', () => {
  it.each([
    ['that is empty', 'wasm.not-wasm', () => new Uint8Array()],
    ['that is a text', 'wasm.not-wasm', () => Buffer.from('#!/bin/sh\necho hello\n')],
    ['that ends in its middle', 'wasm.malformed', () => assemble(`(module ${start})`).slice(0, 20)],
    ['of another version', 'wasm.version', () => Buffer.from([0, 0x61, 0x73, 0x6d, 9, 0, 0, 0])],
    ['with a hundred thousand imports', 'wasm.malformed', () => manyImports(100_001)],
    [
      'with imports of a host that is not there',
      'wasm.import',
      text(`(import "env" "system" (func (param i32))) ${start}`),
    ],
    [
      'with imports of a network',
      'plugin.trapped',
      text(
        `(import "wasi_snapshot_preview1" "sock_open" (func (param i32 i32) (result i32))) ${start}`,
      ),
    ],
    [
      'with a known import of another form',
      'plugin.no-answer',
      text(`(import "wasi_snapshot_preview1" "fd_write" (func (param i64) (result i64))) ${start}`),
    ],
    ['without a start', 'wasm.exports', text('(memory (export "memory") 1)')],
    ['without memory', 'wasm.no-memory', text('(func (export "_start"))')],
    [
      'whose start is no function',
      'wasm.exports',
      text('(memory (export "memory") 1) (global (export "_start") i32 (i32.const 0))'),
    ],
    [
      'that wants all memory at its start',
      'wasm.maximum',
      text('(memory (export "memory") 65536) (func (export "_start"))'),
    ],
    ['with a table of all places', 'plugin.trapped', text(`(table 10000000 funcref) ${start}`)],
    [
      'that calls itself without end',
      'plugin.trapped',
      text('(memory (export "memory") 1) (func $a (export "_start") (call $a))'),
    ],
    [
      'that reads beyond its memory',
      'plugin.trapped',
      text(
        '(memory (export "memory") 1) (func (export "_start") (drop (i32.load (i32.const -4))))',
      ),
    ],
    ['that ends before it has answered', 'plugin.no-answer', text(start)],
  ] as const)('%s is ended as %s', async (_what, code, module) => {
    expect(codeOf(await run(module()))).toBe(code)
  })

  it.each([
    ['in its start', '(func (export "_start") (loop $on (br $on)))'],
    [
      'before its start, as it is made',
      '(func $on (loop $on (br $on))) (start $on) (func (export "_start"))',
    ],
    [
      'in growing its memory',
      '(func (export "_start") (loop $on (drop (memory.grow (i32.const 1))) (br $on)))',
    ],
  ])('that loops %s is ended by its time', async (_what, body) => {
    const module = assemble(`(module (memory (export "memory") 1) ${body})`)
    expect(codeOf(await run(module, short))).toMatch(/^plugin\.(?:timeout|out-of-memory)$/)
  })
})
