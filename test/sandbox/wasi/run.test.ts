// Whole runs in a real child process: what goes in, what comes out, and that every one of them
// ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WasiRequest } from '../../../main/sandbox/wasi/request.ts'
import { openWasi } from '../../../main/sandbox/wasi/wasi.ts'
import { plainChild } from '../../fakes/plain-child.ts'
import { scratchFolder } from '../scratch.ts'
import { assemble } from './assemble.ts'
import {
  call,
  drive,
  driver,
  ended,
  FREE,
  limits,
  never,
  own,
  peek,
  poke,
  program,
  writeTo,
} from './driver.ts'

const scratch = scratchFolder('wasi-run')
const wasi = (name: string, params: string) =>
  `(import "wasi_snapshot_preview1" "${name}" (func $${name} ${params}))`
const four = '(param i32 i32 i32 i32) (result i32)'
const echo = assemble(`(module ${wasi('fd_read', four)} ${wasi('fd_write', four)}
  (memory (export "memory") 2 2)
  (func (export "_start")
    (loop $more
      (i32.store (i32.const 0) (i32.const 1024))
      (i32.store (i32.const 4) (i32.const 65536))
      (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
      (i32.store (i32.const 4) (i32.load (i32.const 8)))
      (if (i32.load (i32.const 8)) (then
        (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12)))
        (br $more))))))`)
const flood = assemble(`(module ${wasi('fd_write', four)}
  (memory (export "memory") 2 2)
  (func (export "_start")
    (i32.store (i32.const 4) (i32.const 65536))
    (loop $more
      (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 12)))
      (br $more))))`)
const forEver = assemble(
  '(module (memory (export "memory") 1 1) (func (export "_start") (loop $l (br $l))))',
)

const request = (module: Uint8Array, more: Partial<WasiRequest> = {}): WasiRequest => ({
  module,
  args: ['test'],
  env: {},
  stdin: '',
  folders: [],
  limits,
  signal: never,
  ...more,
})
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

describe('input and output of a module', () => {
  it('JSON on stdin to stdout, 200 kB of it', async () => {
    const json = JSON.stringify({ protocol_version: 0, args_json: 'ä"\n'.repeat(40_000) })
    const { durationMs, ...end } = ended(await own.run(request(echo, { stdin: json })))
    const bytes = Buffer.byteLength(json)
    expect(end).toEqual({
      end: { kind: 'exited', code: 0 },
      stdout: new Uint8Array(Buffer.from(json)),
      stderr: new Uint8Array(),
      stdoutBytes: bytes,
      stderrBytes: 0,
      cut: { stdout: false, stderr: false },
      unsaved: [],
      memoryPages: 2,
    })
    expect(durationMs).toBeGreaterThan(0)
  })

  it('arguments and environment are those given and no others', async () => {
    const steps = [
      call('args_sizes_get', FREE, FREE + 4),
      call('args_get', FREE + 16, FREE + 64),
      call('environ_sizes_get', FREE + 8, FREE + 12),
      call('environ_get', FREE + 40, FREE + 128),
      peek(FREE, 16),
      peek(FREE + 64, 14),
      peek(FREE + 128, 9),
    ]
    const end = ended(
      await own.run(
        request(driver, {
          args: ['driver', 'zwölf'],
          env: { A: '1', B: 'x=y' },
          stdin: program(steps),
        }),
      ),
    )
    const out = Buffer.from(end.stdout)
    expect([...new Uint32Array(end.stdout.slice(0, 16).buffer)]).toEqual([0, 0, 0, 0])
    expect([
      out.readUInt32LE(16),
      out.readUInt32LE(20),
      out.readUInt32LE(24),
      out.readUInt32LE(28),
    ]).toEqual([2, 14, 2, 10])
    expect(out.subarray(32, 46).toString()).toBe('driver\0zwölf\0')
    expect(out.subarray(46).toString()).toBe('A=1\0B=x=y')
  })

  it('an exit code is passed on, and nothing runs after it @whole', async () => {
    const { end, answers } = await drive([call('proc_exit', 117), ...writeTo(1, 'after')])
    expect({ end: end.end, answers }).toEqual({ end: { kind: 'exited', code: 117 }, answers: [] })
  })

  it('a module that catches its own end is ended all the same', async () => {
    const stubborn = assemble(`(module ${wasi('proc_exit', '(param i32)')}
      (memory (export "memory") 1 1)
      (func (export "_start") (try (do (call $proc_exit (i32.const 3))) (catch_all))
        (call $proc_exit (i32.const 0))))`)
    expect(ended(await own.run(request(stubborn))).end).toEqual({ kind: 'exited', code: 3 })
  })

  it('clocks go on, chance differs, waiting waits @whole', async () => {
    const clock = new Uint8Array(48)
    new DataView(clock.buffer).setUint32(16, 1, true)
    new DataView(clock.buffer).setBigUint64(24, 30_000_000n, true)
    const { answers } = await drive([
      call('clock_time_get', 1, 0n, FREE),
      poke(FREE + 512, clock),
      call('poll_oneoff', FREE + 512, FREE + 1024, 1, FREE + 2048),
      call('clock_time_get', 1, 0n, FREE + 8),
      call('random_get', FREE + 16, 16),
      peek(FREE, 16),
      peek(FREE + 16, 16),
      peek(FREE + 2048, 4),
    ])
    const [one, two, three, fourth, times, random, events] = answers
    expect([one, two, three, fourth]).toEqual([0, 0, 0, 0])
    const [before, after] = [
      (times as Buffer).readBigUInt64LE(0),
      (times as Buffer).readBigUInt64LE(8),
    ]
    expect(after - before).toBeGreaterThanOrEqual(25_000_000n)
    expect(new Set(random as Buffer).size).toBeGreaterThan(4)
    expect((events as Buffer).readUInt32LE(0)).toBe(1)
  })
})

describe('every module ends', () => {
  it('an endless loop at the wall clock @whole', async () => {
    const end = ended(await own.run(request(forEver, { limits: { ...limits, timeMs: 1500 } })))
    expect(end.end).toEqual({ kind: 'timed-out' })
  })

  it('one that waits without end for the wall clock, with what it wrote before @whole', async () => {
    const clock = new Uint8Array(48)
    new DataView(clock.buffer).setBigUint64(24, 1n << 62n, true)
    const steps = [
      ...writeTo(2, 'so far'),
      poke(FREE, clock),
      call('poll_oneoff', FREE, FREE + 1024, 1, FREE + 2048),
    ]
    // The limit counts from the start of the process, and a busy machine may need all of a short
    // one to begin.
    for (const timeMs of [3_000, 12_000, 48_000]) {
      const { end } = await drive(steps, [], { timeMs })
      expect(end.end).toEqual({ kind: 'timed-out' })
      if (text(end.stderr) === 'so far') return
      expect(text(end.stderr)).toBe('')
    }
    expect.unreachable('what it wrote was not kept')
  })

  it('when the caller gives up, before and during @whole', async () => {
    const gone = AbortSignal.abort()
    expect(ended(await own.run(request(forEver, { signal: gone }))).end).toEqual({
      kind: 'cancelled',
    })
    const later = new AbortController()
    const running = own.run(request(forEver, { signal: later.signal }))
    setTimeout(() => later.abort(), 300)
    expect(ended(await running).end).toEqual({ kind: 'cancelled' })
  })

  it('a flood at its limit, cut and counted', async () => {
    const end = ended(
      await own.run(request(flood, { limits: { ...limits, stderrBytes: 100_000 } })),
    )
    expect({ end: end.end, retained: end.stderr.length, cut: end.cut }).toEqual({
      end: { kind: 'flooded', stream: 'stderr' },
      retained: 100_000,
      cut: { stdout: false, stderr: true },
    })
    expect(end.stderrBytes).toBe(131_072)
  })

  it('two hundred thousand single bytes, all of them kept @whole', async () => {
    const drip =
      assemble(`(module ${wasi('fd_write', four)} (memory (export "memory") 1 1) (data (i32.const 16) "x")
      (func (export "_start") (local $left i32)
        (i32.store (i32.const 0) (i32.const 16)) (i32.store (i32.const 4) (i32.const 1)) (local.set $left (i32.const 200000))
        (loop $more
          (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12)))
          (br_if $more (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))`)
    const end = ended(await own.run(request(drip)))
    expect({ end: end.end, retained: text(end.stdout) === 'x'.repeat(200_000) }).toEqual({
      end: { kind: 'exited', code: 0 },
      retained: true,
    })
  })

  it('memory grows to the declared maximum and not beyond', async () => {
    const { answers, end } = await drive([
      { op: 'grow', pages: 12 },
      { op: 'grow', pages: 1 },
      peek(16 * 65_536 - 4, 4),
    ])
    expect({ answers, end: end.end }).toEqual({
      answers: [4, 0xffffffff, Buffer.alloc(4)],
      end: { kind: 'exited', code: 0 },
    })
  })

  it('a trap says which @whole', async () => {
    expect((await drive([{ op: 'break' }])).end.end).toEqual({
      kind: 'trapped',
      reason: 'RuntimeError: unreachable',
    })
    expect((await drive([call('proc_raise', 6)])).end.end).toEqual({
      kind: 'trapped',
      reason: 'the module raised signal 6',
    })
  })

  it.each([
    [
      'a start section that spins',
      '(memory (export "memory") 1 1) (func $f (loop $l (br $l))) (start $f) (func (export "_start"))',
      'timed-out',
    ],
    [
      'recursion without end',
      '(memory (export "memory") 1 1) (func $f (call $f)) (func (export "_start") (call $f))',
      'trapped',
    ],
    [
      'a table of the largest size',
      '(memory (export "memory") 1 1) (table 10000000 funcref) (func (export "_start"))',
      'trapped',
    ],
    [
      'a call before it is set up',
      `${wasi('sched_yield', '(result i32)')} (memory (export "memory") 1 1) (func $f (drop (call $sched_yield))) (start $f) (func (export "_start"))`,
      'trapped',
    ],
    [
      'a call with other types',
      `${wasi('fd_close', '(param f64 i64) (result i32)')} (memory (export "memory") 1 1) (func (export "_start") (drop (call $fd_close (f64.const 1) (i64.const 1))))`,
      'trapped',
    ],
    [
      'a call that does not exist',
      `${wasi('path_chmod', '(param i32) (result i32)')} (memory (export "memory") 1 1) (func (export "_start"))`,
      'trapped',
    ],
    [
      'a _start with a result',
      '(memory (export "memory") 1 1) (func (export "_start") (result i32) (i32.const 1))',
      'exited',
    ],
  ])('%s @whole', async (_what, body, kind) => {
    // What has no end of its own is not waited for longer than it takes to see that.
    const more = kind === 'timed-out' ? { limits: { ...limits, timeMs: 3_000 } } : {}
    const end = ended(await own.run(request(assemble(`(module ${body})`), more)))
    expect(end.end.kind).toBe(kind)
  })

  it('a call that does not exist is named', async () => {
    const body = `${wasi('path_chmod', '(param i32) (result i32)')} (memory (export "memory") 1 1) (func (export "_start"))`
    const end = ended(await own.run(request(assemble(`(module ${body})`))))
    const reason = 'It asks for wasi_snapshot_preview1.path_chmod, which is not in WASI preview 1.'
    expect(end.end).toEqual({ kind: 'trapped', reason })
  })

  it('tables that grow stop at their bound, eight of them', async () => {
    const hog =
      assemble(`(module ${wasi('proc_exit', '(param i32)')} (memory (export "memory") 1 1) ${'(table 0 externref)'.repeat(8)}
      (func (export "_start") (local $grown i32)
        ${Array.from({ length: 8 }, (_, at) => `(if (i32.ne (table.grow ${at} (ref.null extern) (i32.const 5000000)) (i32.const -1)) (then (local.set $grown (i32.const 1))))`).join(' ')}
        (call $proc_exit (local.get $grown))))`)
    expect(ended(await own.run(request(hog))).end).toEqual({ kind: 'exited', code: 0 })
  })

  it('when its host is killed', async () => {
    const script = join(scratch, 'host.mts')
    const fixture = join(import.meta.dirname, '../../../main/sandbox/wasi')
    mkdirSync(scratch, { recursive: true })
    writeFileSync(join(scratch, 'loop.wasm'), forEver)
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs'
       import { spawn } from 'node:child_process'
       import { openWasi } from ${JSON.stringify(join(fixture, 'wasi.ts'))}
       import { plainChild } from ${JSON.stringify(join(import.meta.dirname, '../../fakes/plain-child.ts'))}
       const tell = async (command) => {
         const started = await plainChild({ ...command, argv: ['/bin/sh', '-c', 'echo $$ >&2; exec "$@"', 'sh', ...command.argv] })
         const timer = setInterval(() => { if (started.value.grumble() !== '') { clearInterval(timer); process.stdout.write(started.value.grumble()) } }, 10)
         return started
       }
       await openWasi({ start: tell }).run({
         module: readFileSync(${JSON.stringify(join(scratch, 'loop.wasm'))}), args: [], env: {}, stdin: '', folders: [],
         limits: ${JSON.stringify({ ...limits, timeMs: 600_000 })}, signal: new AbortController().signal })`,
    )
    const host = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(host.stdout, 'data')) as [Buffer]
    const child = Number(line.toString().trim())
    expect(alive(child)).toBe(true)
    host.kill('SIGKILL')
    await expect.poll(() => alive(child)).toBe(false)
  })
})

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a child that cannot be trusted', () => {
  /** A program in place of the child, so that the host hears what no honest child says. */
  const instead = (code: string) =>
    openWasi({
      start: () => plainChild({ argv: [process.execPath, '-e', code], env: {}, reads: [] }),
    })
  const said = (head: string) =>
    `{ const h = Buffer.from(${JSON.stringify(head)}); const l = Buffer.alloc(8); l.writeUInt32LE(4 + h.length, 0); l.writeUInt32LE(h.length, 4); process.stdout.write(Buffer.concat([l, h])) };`
  const ready = said('{"kind":"ready"}')
  /** After it was given its module. */
  const then = (code: string) =>
    `${ready} process.stdin.once('data', () => { ${code} }); setTimeout(() => {}, 60000)`

  it.each([
    ['noise', then('process.stdout.write(Buffer.alloc(64, 0xff))')],
    ['a head that is no JSON', then(said('{'))],
    ['an unknown message', then(said('{"kind":"spawn"}'))],
    ['being ready twice', then(ready)],
    [
      'a path that climbs by name',
      then(said('{"kind":"call","call":{"call":"read","folder":0,"path":[""],"maxBytes":1}}')),
    ],
    ['death', then('process.abort()')],
  ])('%s ends the run as crashed', async (_what, code) => {
    expect(ended(await instead(code).run(request(echo))).end.kind).toBe('crashed')
  })

  it.each([
    ['cannot be started', openWasi({ start: plainChild, node: '/nowhere/node' })],
    ['ends before it is ready', instead('process.exit(3)')],
    ['says something else first', instead(said('{"kind":"end"}'))],
  ])('one that %s is a failure', async (_what, none) => {
    const result = await none.run(request(echo))
    expect(result.ok ? null : result.error.code).toBe('wasm.start')
  })

  it('one that waited and ended meanwhile is replaced @whole', async () => {
    const pids: number[] = []
    const narrow = openWasi({
      start: (command) =>
        plainChild({
          ...command,
          argv: ['/bin/sh', '-c', 'echo $$ >&2; exec "$@"', 'sh', ...command.argv],
        }).then((child) => {
          if (child.ok) grumbles.push(child.value.grumble)
          return child
        }),
    })
    const grumbles: (() => string)[] = []
    await narrow.prepare()
    await expect.poll(() => grumbles[0]?.() ?? '').not.toBe('')
    pids.push(Number(grumbles[0]?.()))
    process.kill(pids[0] ?? 0, 'SIGKILL')
    await expect.poll(() => alive(pids[0] ?? 0)).toBe(false)
    expect(ended(await narrow.run(request(echo))).end).toEqual({ kind: 'exited', code: 0 })
    narrow.dispose()
  })
})

it.each([
  ['a limit of nought', { limits: { ...limits, timeMs: 0 } }],
  ['a limit without end', { limits: { ...limits, treeBytes: Number.POSITIVE_INFINITY } }],
  ['NUL in an argument', { args: ['a\0b'] }],
  ['a variable without a name', { env: { '': 'x' } }],
  ['half a character', { args: ['\ud800'] }],
])('a request with %s is refused', async (_what, more) => {
  const result = await own.run(request(echo, more))
  expect(result.ok ? null : result.error.code).toBe('wasm.request')
})
