// The calls about the process: arguments, environment, clocks, chance, waiting, the end.
import { Ended, errno, fail, trap } from './errno.ts'
import type { Machine } from './machine.ts'

const MAX_WAITS = 1024
const MAX_RANDOM = 1024 * 1024
/** Clocks tick in milliseconds, so that they are of little use for measuring the machine. */
const TICK_NS = 1_000_000n

function listSizes(
  { memory }: Machine,
  list: readonly Uint8Array[],
  count: number,
  bytes: number,
): void {
  memory.setU32(count, list.length)
  memory.setU32(
    bytes,
    list.reduce((sum, each) => sum + each.length + 1, 0),
  )
}

function putList(
  { memory }: Machine,
  list: readonly Uint8Array[],
  pointers: number,
  buffer: number,
): void {
  const total = list.reduce((sum, each) => sum + each.length + 1, 0)
  const table = memory.view(pointers, list.length * 4)
  const target = memory.range(buffer, total)
  let at = 0
  for (const [index, each] of list.entries()) {
    table.setUint32(index * 4, (buffer >>> 0) + at, true)
    target.set(each, at)
    target[at + each.length] = 0
    at += each.length + 1
  }
}

function now(clock: number): bigint {
  if (clock === 0) return BigInt(Date.now()) * TICK_NS
  if (clock === 1) return BigInt(Math.floor(performance.now())) * TICK_NS
  if (clock === 2 || clock === 3) throw fail('notsup')
  throw fail('inval')
}

export const processCalls = {
  args_sizes_get: (machine: Machine, count: number, bytes: number) =>
    listSizes(machine, machine.args, count, bytes),
  args_get: (machine: Machine, pointers: number, buffer: number) =>
    putList(machine, machine.args, pointers, buffer),
  environ_sizes_get: (machine: Machine, count: number, bytes: number) =>
    listSizes(machine, machine.env, count, bytes),
  environ_get: (machine: Machine, pointers: number, buffer: number) =>
    putList(machine, machine.env, pointers, buffer),
  clock_res_get({ memory }: Machine, clock: number, result: number) {
    now(clock)
    memory.setU64(result, TICK_NS)
  },
  clock_time_get: ({ memory }: Machine, clock: number, _precision: bigint, result: number) =>
    memory.setU64(result, now(clock)),
  random_get({ memory }: Machine, pointer: number, length: number) {
    const target = memory.range(pointer, length)
    if (target.length > MAX_RANDOM * 64) throw fail('inval')
    for (let at = 0; at < target.length; at += 65_536) {
      const piece = new Uint8Array(Math.min(65_536, target.length - at))
      target.set(crypto.getRandomValues(piece), at)
    }
  },
  sched_yield() {},
  proc_exit(_hostLayout: Machine, code: number) {
    throw new Ended({ kind: 'exited', code: code >>> 0 })
  },
  proc_raise(_hostLayout: Machine, signal: number) {
    throw trap(`the module raised signal ${signal >>> 0}`)
  },
  poll_oneoff(machine: Machine, input: number, output: number, count: number, result: number) {
    const { memory, fds } = machine
    const total = count >>> 0
    if (total === 0 || total > MAX_WAITS) throw fail('inval')
    const subscriptions = memory.view(input, total * 48)
    const events = memory.view(output, total * 32)
    memory.view(result, 4)
    const ready: {
      readonly user: bigint
      readonly type: number
      readonly error: number
      readonly bytes: bigint
    }[] = []
    const clocks: { readonly user: bigint; readonly error: number; readonly waitMs: number }[] = []
    for (let at = 0; at < total * 48; at += 48) {
      const user = subscriptions.getBigUint64(at, true)
      const type = subscriptions.getUint8(at + 8)
      if (type === 0) clocks.push({ user, ...clockWait(subscriptions, at) })
      else if (type === 1 || type === 2)
        ready.push({
          user,
          type,
          ...readiness(machine, fds, subscriptions.getUint32(at + 16, true), type),
        })
      else throw fail('inval')
    }
    const wrong = clocks.filter(({ error }) => error !== 0)
    if (ready.length === 0 && wrong.length === 0)
      wait(Math.min(...clocks.map(({ waitMs }) => waitMs)))
    const least =
      ready.length > 0 || wrong.length > 0 ? 0 : Math.min(...clocks.map(({ waitMs }) => waitMs))
    const due = clocks.filter(({ error, waitMs }) => error !== 0 || waitMs <= least)
    const all = [...ready, ...due.map(({ user, error }) => ({ user, error, type: 0, bytes: 0n }))]
    for (const [at, event] of all.entries()) {
      const from = at * 32
      for (let byte = 0; byte < 32; byte++) events.setUint8(from + byte, 0)
      events.setBigUint64(from, event.user, true)
      events.setUint16(from + 8, event.error, true)
      events.setUint8(from + 10, event.type)
      events.setBigUint64(from + 16, event.bytes, true)
    }
    memory.setU32(result, all.length)
  },
  sock_accept: () => noSockets(),
  sock_recv: () => noSockets(),
  sock_send: () => noSockets(),
  sock_shutdown: () => noSockets(),
}

function noSockets(): never {
  throw fail('notsup')
}

function clockWait(
  view: DataView,
  at: number,
): { readonly error: number; readonly waitMs: number } {
  const [clock, absolute] = [
    view.getUint32(at + 16, true),
    (view.getUint16(at + 40, true) & 1) === 1,
  ]
  if (clock !== 0 && clock !== 1) return { error: errno.inval, waitMs: 0 }
  const asked = view.getBigUint64(at + 24, true)
  const left = absolute ? asked - now(clock) : asked
  return { error: 0, waitMs: left <= 0n ? 0 : Math.min(Number(left / TICK_NS) + 1, 2 ** 31) }
}

function readiness(
  { stdin }: Machine,
  fds: Machine['fds'],
  fd: number,
  type: number,
): { readonly error: number; readonly bytes: bigint } {
  try {
    const found = fds.get(fd)
    if (
      found.kind === 'folder' ||
      (found.kind === 'stdin') !== (type === 1 && found.kind !== 'file')
    )
      return { error: errno.badf, bytes: 0n }
    if (type === 2) return { error: 0, bytes: 65_536n }
    if (found.kind === 'stdin') return { error: 0, bytes: BigInt(stdin.length - found.position) }
    if (found.kind === 'file')
      return { error: 0, bytes: BigInt(Math.max(0, found.file.stat().bytes - found.position)) }
    return { error: errno.badf, bytes: 0n }
  } catch {
    return { error: errno.badf, bytes: 0n }
  }
}

/** Sleeps without turning; the host kills the whole process when its time is up. */
function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
