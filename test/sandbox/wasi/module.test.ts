// Which modules are run at all: looked at from outside, before any engine sees them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectModule } from '../../../main/sandbox/wasi/module.ts'
import { assemble } from './assemble.ts'
import { driver } from './driver.ts'
import { tries } from '../../soak.ts'

const limits = { memoryPages: 64, moduleBytes: 1_000_000 }
const start = '(func (export "_start"))'
const wasi = 'wasi_snapshot_preview1'
const header = (...bytes: number[]) => new Uint8Array([0, 0x61, 0x73, 0x6d, ...bytes])

const refused: readonly (readonly [string, string, Uint8Array])[] = [
  ['nothing', 'wasm.not-wasm', new Uint8Array()],
  ['text', 'wasm.not-wasm', new TextEncoder().encode('(module (memory 1 1))')],
  ['an ELF program', 'wasm.not-wasm', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  ['a component', 'wasm.component', header(0x0d, 0, 1, 0)],
  ['a later format', 'wasm.version', header(2, 0, 0, 0)],
  ['a huge module', 'wasm.too-large', new Uint8Array(1_000_001)],
  ['a section that ends early', 'wasm.malformed', header(1, 0, 0, 0, 5, 200)],
  [
    'a number without an end',
    'wasm.malformed',
    header(1, 0, 0, 0, 5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80),
  ],
  [
    'a list of four thousand millions',
    'wasm.malformed',
    header(1, 0, 0, 0, 2, 5, 0xff, 0xff, 0xff, 0xff, 0x0f),
  ],
  ['no memory', 'wasm.no-memory', assemble(`(module ${start})`)],
  [
    'more memory at once than the limit, without a maximum',
    'wasm.maximum',
    assemble(`(module (memory (export "memory") 65) ${start})`),
  ],
  [
    'a maximum above the limit',
    'wasm.maximum',
    assemble(`(module (memory (export "memory") 1 65) ${start})`),
  ],
  [
    'two memories',
    'wasm.memories',
    assemble(`(module (memory (export "memory") 1 1) (memory 1 1) ${start})`),
  ],
  [
    'a shared memory',
    'wasm.memory-shared',
    assemble(`(module (memory (export "memory") 1 1 shared) ${start})`),
  ],
  [
    'a 64-bit memory',
    'wasm.memory-64',
    assemble(`(module (memory (export "memory") i64 1 1) ${start})`),
  ],
  [
    'an imported memory',
    'wasm.memory-imported',
    assemble(`(module (import "env" "memory" (memory 1 1)) ${start})`),
  ],
  [
    'an import of env.foo',
    'wasm.import',
    assemble(`(module (import "env" "foo" (func)) (memory (export "memory") 1 1) ${start})`),
  ],
  [
    'an older WASI',
    'wasm.import',
    assemble(
      `(module (import "wasi_unstable" "fd_write" (func)) (memory (export "memory") 1 1) ${start})`,
    ),
  ],
  [
    'a global of WASI',
    'wasm.import',
    assemble(
      `(module (import "${wasi}" "g" (global i32)) (memory (export "memory") 1 1) ${start})`,
    ),
  ],
  [
    'a table of WASI',
    'wasm.import',
    assemble(
      `(module (import "${wasi}" "t" (table 1 funcref)) (memory (export "memory") 1 1) ${start})`,
    ),
  ],
  [
    'nine tables',
    'wasm.tables',
    assemble(`(module (memory (export "memory") 1 1) ${'(table 0 funcref)'.repeat(9)} ${start})`),
  ],
  [
    'no _start',
    'wasm.exports',
    assemble('(module (memory (export "memory") 1 1) (func (export "_initialize")))'),
  ],
  [
    'a _start that is a global',
    'wasm.exports',
    assemble(
      '(module (memory (export "memory") 1 1) (global (export "_start") i32 (i32.const 0)))',
    ),
  ],
  ['a memory that stays inside', 'wasm.exports', assemble(`(module (memory 1 1) ${start})`)],
]

describe('a module is refused', () => {
  it.each(refused)('%s: %s', (_what, code, bytes) => {
    const result = inspectModule(bytes, limits)
    expect(result.ok ? 'taken' : result.error.code).toBe(code)
  })
})

it('a module within the limits is taken, with what it declares', () => {
  const bytes = assemble(
    `(module (import "${wasi}" "sched_yield" (func (result i32))) (memory (export "memory") 2 64) ${start})`,
  )
  expect(inspectModule(bytes, limits)).toEqual({
    ok: true,
    value: { memory: { initial: 2, maximum: 64 }, imports: ['sched_yield'], bounded: bytes },
  })
})

it.each([64, 16_384])(
  'a memory without a maximum is given the limit of %i pages',
  (memoryPages) => {
    const bytes = assemble(`(module (memory (export "memory") 2) ${start})`)
    const found = inspectModule(bytes, { ...limits, memoryPages })
    const bounded = found.ok ? found.value.bounded : new Uint8Array()
    expect(inspectModule(bounded, { ...limits, memoryPages })).toEqual({
      ok: true,
      value: { memory: { initial: 2, maximum: memoryPages }, imports: [], bounded },
    })
    const { memory } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bounded)))
      .exports as { memory: WebAssembly.Memory }
    expect(() => memory.grow(memoryPages - 1)).toThrow(RangeError)
  },
)

it('any bytes give an answer, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
      const result = inspectModule(new Uint8Array([...header(1, 0, 0, 0), ...tail]), limits)
      expect(typeof result.ok).toBe('boolean')
    }),
  )
})

it('a cut module is never taken for one without its last sections, unless the cut is on their border', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: driver.length - 1 }), (length) => {
      const result = inspectModule(driver.subarray(0, length), limits)
      // The code section is the last: everything that is checked here comes before it, and is
      // whole.
      expect(result.ok && WebAssembly.validate(driver.slice(0, length))).toBe(false)
    }),
    { numRuns: tries(300) },
  )
})
