// A run for a process that waits: the smallest program there is. It reads nothing, writes no byte,
// and ends with 0, so that the code for these is there when the first real module comes.
import type { StartMessage } from '../host-call.ts'

const name = (text: string): readonly number[] => [text.length, ...new TextEncoder().encode(text)]
const section = (id: number, ...bytes: readonly number[]): readonly number[] => [
  id,
  bytes.length,
  ...bytes,
]
const I32 = 0x7f
const from = (call: string, type: number): readonly number[] => [
  ...name('wasi_snapshot_preview1'),
  ...name(call),
  0,
  type,
]
const zero = [0x41, 0]
const body = [
  0,
  ...zero,
  ...zero,
  ...zero,
  ...zero,
  0x10,
  0,
  0x1a,
  0x41,
  1,
  ...zero,
  ...zero,
  ...zero,
  0x10,
  1,
  0x1a,
  ...zero,
  0x10,
  2,
  0x0b,
]
const module = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // The forms of fd_read and fd_write, of proc_exit, and of _start.
  ...section(1, 3, 0x60, 4, I32, I32, I32, I32, 1, I32, 0x60, 1, I32, 0, 0x60, 0, 0),
  ...section(2, 3, ...from('fd_read', 0), ...from('fd_write', 0), ...from('proc_exit', 1)),
  ...section(3, 1, 2),
  ...section(5, 1, 1, 1, 1),
  ...section(7, 2, ...name('memory'), 2, 0, ...name('_start'), 0, 3),
  ...section(10, 1, body.length, ...body),
])

const start: StartMessage = {
  moduleBytes: module.length,
  args: ['practice'],
  env: [],
  folders: [],
  limits: { stdoutBytes: 1, stderrBytes: 1, openFiles: 1, treeBytes: 1_048_576, cpuMs: null },
}

export const practice = { start, module } as const
