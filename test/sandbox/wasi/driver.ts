// A module that does what it is told on its standard input: any WASI call with any numbers, writes
// and reads of its own memory. So a test can be as wrong as a hostile program, in a few lines.
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import { signatures, type CallName } from '../../../main/sandbox/wasi/child/preview1.ts'
import type { GrantedFolder } from '../../../main/sandbox/wasi/folder-powers.ts'
import type { WasiEnd, WasiLimits } from '../../../main/sandbox/wasi/request.ts'
import { openWasi, type Wasi } from '../../../main/sandbox/wasi/wasi.ts'
import { plainChild } from '../../fakes/plain-child.ts'
import { assemble } from './assemble.ts'

export type Step =
  | { readonly op: 'call'; readonly name: CallName; readonly args: readonly (number | bigint)[] }
  | { readonly op: 'poke'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly op: 'peek'; readonly at: number; readonly length: number }
  | { readonly op: 'grow'; readonly pages: number }
  | { readonly op: 'spin' }
  | { readonly op: 'break' }

export const call = (name: CallName, ...args: readonly (number | bigint)[]): Step => ({
  op: 'call',
  name,
  args,
})
export const poke = (at: number, bytes: Uint8Array | string): Step => ({
  op: 'poke',
  at,
  bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
})
export const peek = (at: number, length: number): Step => ({ op: 'peek', at, length })

const RECORD = 96
/** Below this address the driver keeps what it needs itself. */
export const FREE = 65_536
export const MEMORY_BYTES = 4 * 65_536
const names = Object.keys(signatures) as CallName[]

const types = (name: CallName): string =>
  signatures[name]
    .split('')
    .map((type) => (type === 'i' ? 'i32' : 'i64'))
    .join(' ')
const result = (name: CallName): string => (name === 'proc_exit' ? '' : '(result i32)')
const argument = (type: string, at: number): string =>
  type === 'i'
    ? `(i32.wrap_i64 (i64.load (i32.const ${16 + at * 8})))`
    : `(i64.load (i32.const ${16 + at * 8}))`

export const driver = assemble(`(module
  ${names.map((name) => `(import "wasi_snapshot_preview1" "${name}" (func $${name} (param ${types(name)}) ${result(name)}))`).join('\n  ')}
  (memory (export "memory") 4 16)
  ;; Reads exactly len bytes; 0 at the end of the input.
  (func $fill (param $at i32) (param $len i32) (result i32)
    (loop $more
      (if (i32.eqz (local.get $len)) (then (return (i32.const 1))))
      (i32.store (i32.const 128) (local.get $at))
      (i32.store (i32.const 132) (local.get $len))
      (if (call $fd_read (i32.const 0) (i32.const 128) (i32.const 1) (i32.const 136)) (then (return (i32.const 0))))
      (if (i32.eqz (i32.load (i32.const 136))) (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.load (i32.const 136))))
      (local.set $len (i32.sub (local.get $len) (i32.load (i32.const 136))))
      (br $more))
    (i32.const 0))
  (func $out (param $at i32) (param $len i32)
    (i32.store (i32.const 128) (local.get $at))
    (i32.store (i32.const 132) (local.get $len))
    (drop (call $fd_write (i32.const 1) (i32.const 128) (i32.const 1) (i32.const 136))))
  (func $answer (param $value i32)
    (i32.store (i32.const 140) (local.get $value))
    (call $out (i32.const 140) (i32.const 4)))
  (func $dispatch (param $which i32) (result i32)
    ${names
      .map(
        (name, at) => `(if (i32.eq (local.get $which) (i32.const ${at})) (then
      ${name === 'proc_exit' ? '' : '(return '}(call $${name} ${signatures[name].split('').map(argument).join(' ')})${name === 'proc_exit' ? '' : ')'}))`,
      )
      .join('\n    ')}
    (i32.const 9999))
  (func (export "_start") (local $op i32)
    (loop $next
      (if (i32.eqz (call $fill (i32.const 0) (i32.const ${RECORD}))) (then (return)))
      (local.set $op (i32.load (i32.const 0)))
      (if (i32.eq (local.get $op) (i32.const 0)) (then (call $answer (call $dispatch (i32.load (i32.const 4))))))
      (if (i32.eq (local.get $op) (i32.const 1)) (then
        (drop (call $fill (i32.load (i32.const 4)) (i32.wrap_i64 (i64.load (i32.const 16)))))))
      (if (i32.eq (local.get $op) (i32.const 2)) (then (call $out (i32.load (i32.const 4)) (i32.wrap_i64 (i64.load (i32.const 16))))))
      (if (i32.eq (local.get $op) (i32.const 3)) (then (call $answer (memory.grow (i32.load (i32.const 4))))))
      (if (i32.eq (local.get $op) (i32.const 4)) (then (loop $for_ever (br $for_ever))))
      (if (i32.eq (local.get $op) (i32.const 5)) (then (unreachable)))
      (br $next))))`)

function record(op: number, index: number, args: readonly (number | bigint)[] = []): Uint8Array {
  const view = new DataView(new ArrayBuffer(RECORD))
  view.setUint32(0, op, true)
  view.setUint32(4, index >>> 0, true)
  for (const [at, value] of args.entries())
    view.setBigInt64(16 + at * 8, BigInt.asIntN(64, BigInt(value)), true)
  return new Uint8Array(view.buffer)
}

function encode(step: Step): readonly Uint8Array[] {
  switch (step.op) {
    case 'call':
      return [record(0, names.indexOf(step.name), step.args)]
    case 'poke':
      return [record(1, step.at, [step.bytes.length]), step.bytes]
    case 'peek':
      return [record(2, step.at, [step.length])]
    case 'grow':
      return [record(3, step.pages)]
    case 'spin':
      return [record(4, 0)]
    case 'break':
      return [record(5, 0)]
  }
}

export const program = (steps: readonly Step[]): Uint8Array =>
  new Uint8Array(Buffer.concat(steps.flatMap(encode)))

export const limits: WasiLimits = {
  // Nothing that uses it as it is runs out of it: what hangs is asked with a limit of its own.
  timeMs: 60_000,
  memoryPages: 64,
  stdoutBytes: 4_000_000,
  stderrBytes: 65_536,
  openFiles: 16,
  treeBytes: 8_000_000,
}
export const never = new AbortController().signal
/** Without the sandbox, so that what is looked at is what the process itself holds. */
export const own: Wasi = openWasi({ start: plainChild, idleMs: 2_000 })

/** A finished run, or the test is wrong. */
export function ended(settled: Result<WasiEnd, Failure>): WasiEnd {
  if (!settled.ok) throw new Error(`${settled.error.code}: ${settled.error.text}`)
  return settled.value
}

export type Driven = { readonly end: WasiEnd; readonly answers: readonly (number | Buffer)[] }

/**
 * Answers in the order of the steps that have one: error numbers of calls, results of `grow`, bytes
 * of `peek`.
 */
export async function drive(
  steps: readonly Step[],
  folders: readonly GrantedFolder[] = [],
  more: Partial<WasiLimits> = {},
): Promise<Driven> {
  const end = ended(
    await own.run({
      module: driver,
      args: ['driver'],
      env: {},
      stdin: program(steps),
      folders,
      limits: { ...limits, ...more },
      signal: never,
    }),
  )
  const out = Buffer.from(end.stdout)
  const answers: (number | Buffer)[] = []
  let at = 0
  for (const step of steps) {
    if (at >= out.length) break
    if (step.op === 'call' || step.op === 'grow') {
      answers.push(out.readUInt32LE(at))
      at += 4
    } else if (step.op === 'peek') {
      answers.push(out.subarray(at, at + step.length))
      at += step.length
    }
  }
  return { end, answers }
}

const RIGHTS = { read: 2n | (1n << 14n), write: 2n | (1n << 6n) }

/** Opens `path` below descriptor `fd`; the new number lands at `FREE + 60000`. */
export function openAt(
  fd: number,
  path: string,
  how: { readonly oflags?: number; readonly write?: boolean; readonly follow?: boolean } = {},
): Step[] {
  const bytes = new TextEncoder().encode(path)
  return [
    poke(FREE, bytes),
    call(
      'path_open',
      fd,
      how.follow === true ? 1 : 0,
      FREE,
      bytes.length,
      how.oflags ?? 0,
      how.write === true ? RIGHTS.write : RIGHTS.read,
      RIGHTS.write | RIGHTS.read,
      0,
      FREE + 60_000,
    ),
  ]
}

/** Writes `text` to `fd`. */
export function writeTo(fd: number, text: string): Step[] {
  const bytes = new TextEncoder().encode(text)
  const iov = new Uint8Array(new Uint32Array([FREE + 70_000, bytes.length]).buffer)
  return [
    poke(FREE + 70_000, bytes),
    poke(FREE + 60_016, iov),
    call('fd_write', fd, FREE + 60_016, 1, FREE + 60_032),
  ]
}

/**
 * Reads up to `length` bytes of `fd`; answers the error number and then that many bytes of memory.
 */
export function readFrom(fd: number, length: number): Step[] {
  const iov = new Uint8Array(new Uint32Array([FREE + 70_000, length]).buffer)
  return [
    poke(FREE + 70_000, new Uint8Array(length)),
    poke(FREE + 60_016, iov),
    call('fd_read', fd, FREE + 60_016, 1, FREE + 60_032),
    peek(FREE + 70_000, length),
  ]
}

/** A call that takes a path of a folder: `path_unlink_file` and its like. */
export function withPath(name: CallName, fd: number, path: string): Step[] {
  const bytes = new TextEncoder().encode(path)
  return [poke(FREE, bytes), call(name, fd, FREE, bytes.length)]
}

export function renameAt(fd: number, from: string, to: string, toFd: number = fd): Step[] {
  const [a, b] = [new TextEncoder().encode(from), new TextEncoder().encode(to)]
  return [
    poke(FREE, a),
    poke(FREE + 8192, b),
    call('path_rename', fd, FREE, a.length, toFd, FREE + 8192, b.length),
  ]
}

export function symlinkAt(fd: number, target: string, path: string): Step[] {
  const [a, b] = [new TextEncoder().encode(target), new TextEncoder().encode(path)]
  return [
    poke(FREE, a),
    poke(FREE + 8192, b),
    call('path_symlink', FREE, a.length, fd, FREE + 8192, b.length),
  ]
}
