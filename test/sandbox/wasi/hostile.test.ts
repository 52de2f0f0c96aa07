// Every call of preview 1 with numbers that no honest program passes. The answer is an error number
// or the end of the module; the child lives, nothing outside of the memory is read, and the next
// call works.
import fc from 'fast-check'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errno } from '../../../main/sandbox/wasi/child/errno.ts'
import { signatures, type CallName } from '../../../main/sandbox/wasi/child/preview1.ts'
import { heldFolder } from '../../../main/sandbox/wasi/held-folder.ts'
import type { GrantedFolder } from '../../../main/sandbox/wasi/folder-powers.ts'
import { scratchFolder } from '../scratch.ts'
import { call, drive, FREE, MEMORY_BYTES, openAt, peek, poke, type Step } from './driver.ts'

const scratch = scratchFolder('wasi-hostile')
const work = join(scratch, 'work')
mkdirSync(work)
writeFileSync(join(work, 'a.txt'), 'inside')
const folders: GrantedFolder[] = [
  {
    guest: '/work',
    access: 'read-write',
    powers: heldFolder({ root: work, access: 'read-write', allows: async () => null }),
  },
]

const END = 0xffffffff
const FAR = 0x7fffffff
const LAST = MEMORY_BYTES - 1
const { fault, inval, badf, nametoolong, notsup, spipe, success, isdir, notdir } = errno
const OPEN = 5
const iov = (pointer: number, length: number) =>
  poke(FREE, new Uint8Array(new Uint32Array([pointer, length]).buffer))

/**
 * At least one for every call: what is wrong, the steps (the last is looked at), what must come
 * back.
 */
const table: readonly (readonly [CallName, string, readonly Step[], number])[] = [
  ['args_get', 'far pointers', [call('args_get', FAR, FAR)], fault],
  ['args_get', 'the last byte', [call('args_get', LAST, FREE)], fault],
  ['args_sizes_get', 'minus one', [call('args_sizes_get', -1, -1)], fault],
  ['environ_get', 'beyond the end', [call('environ_get', FREE, MEMORY_BYTES + 1)], fault],
  ['environ_sizes_get', 'minus one', [call('environ_sizes_get', -1, FREE)], fault],
  ['clock_res_get', 'far', [call('clock_res_get', 0, END)], fault],
  ['clock_res_get', 'an unknown clock', [call('clock_res_get', 77, FREE)], inval],
  [
    'clock_time_get',
    'seven bytes of room',
    [call('clock_time_get', 0, 0n, MEMORY_BYTES - 7)],
    fault,
  ],
  [
    'fd_advise',
    'an unknown advice',
    [...openAt(3, 'a.txt'), call('fd_advise', OPEN, -1n, -1n, 99)],
    inval,
  ],
  ['fd_advise', 'no descriptor', [call('fd_advise', -1, 0n, 0n, 0)], badf],
  [
    'fd_allocate',
    'minus one',
    [...openAt(3, 'a.txt', { write: true }), call('fd_allocate', OPEN, -1n, -1n)],
    inval,
  ],
  [
    'fd_allocate',
    'more than there is',
    [...openAt(3, 'a.txt', { write: true }), call('fd_allocate', OPEN, 0n, 1n << 40n)],
    errno.fbig,
  ],
  ['fd_close', 'no descriptor', [call('fd_close', 0x80000000)], badf],
  ['fd_datasync', 'no descriptor', [call('fd_datasync', 12_345)], badf],
  ['fd_fdstat_get', 'far', [call('fd_fdstat_get', 3, FAR)], fault],
  ['fd_fdstat_set_flags', 'unknown flags', [call('fd_fdstat_set_flags', 3, -1)], inval],
  [
    'fd_fdstat_set_rights',
    'more than before',
    [call('fd_fdstat_set_rights', 0, -1n, -1n)],
    errno.notcapable,
  ],
  [
    'fd_filestat_get',
    'sixty-three bytes of room',
    [call('fd_filestat_get', 3, MEMORY_BYTES - 63)],
    fault,
  ],
  [
    'fd_filestat_set_size',
    'minus one',
    [...openAt(3, 'a.txt', { write: true }), call('fd_filestat_set_size', OPEN, -1n)],
    inval,
  ],
  [
    'fd_filestat_set_size',
    'more than there is',
    [...openAt(3, 'a.txt', { write: true }), call('fd_filestat_set_size', OPEN, 1n << 29n)],
    errno.nospc,
  ],
  [
    'fd_filestat_set_times',
    'flags against each other',
    [call('fd_filestat_set_times', 4, 0n, -1n, 15)],
    inval,
  ],
  [
    'fd_pread',
    'a negative place',
    [...openAt(3, 'a.txt'), iov(FREE + 100, 8), call('fd_pread', OPEN, FREE, 1, -1n, FREE + 50)],
    inval,
  ],
  [
    'fd_pread',
    'the standard input',
    [iov(FREE + 100, 8), call('fd_pread', 0, FREE, 1, 0n, FREE + 50)],
    spipe,
  ],
  ['fd_prestat_get', 'far', [call('fd_prestat_get', 3, END)], fault],
  ['fd_prestat_dir_name', 'far', [call('fd_prestat_dir_name', 3, FAR, 100)], fault],
  ['fd_prestat_dir_name', 'a short buffer', [call('fd_prestat_dir_name', 3, FREE, 2)], nametoolong],
  [
    'fd_pwrite',
    'a place past all sizes',
    [
      ...openAt(3, 'a.txt', { write: true }),
      iov(FREE, 8),
      call('fd_pwrite', OPEN, FREE, 1, (1n << 53n) - 1n, FREE + 50),
    ],
    errno.fbig,
  ],
  [
    'fd_read',
    'a table that is not there',
    [...openAt(3, 'a.txt'), call('fd_read', OPEN, FAR, 1, FREE)],
    fault,
  ],
  [
    'fd_read',
    'four thousand million pieces',
    [...openAt(3, 'a.txt'), call('fd_read', OPEN, FREE, -1, FREE)],
    inval,
  ],
  [
    'fd_read',
    'a piece that ends outside',
    [...openAt(3, 'a.txt'), iov(LAST, 2), call('fd_read', OPEN, FREE, 1, FREE + 50)],
    fault,
  ],
  [
    'fd_read',
    'an answer that is outside',
    [...openAt(3, 'a.txt'), iov(FREE + 100, 8), call('fd_read', OPEN, FREE, 1, MEMORY_BYTES - 3)],
    fault,
  ],
  ['fd_readdir', 'far', [call('fd_readdir', 3, FAR, 4096, 0n, FREE)], fault],
  ['fd_readdir', 'a negative cookie', [call('fd_readdir', 3, FREE, 4096, -1n, FREE + 5000)], inval],
  ['fd_renumber', 'onto nothing', [call('fd_renumber', 3, 400)], badf],
  [
    'fd_seek',
    'before the beginning',
    [...openAt(3, 'a.txt'), call('fd_seek', OPEN, -1n, 0, FREE)],
    inval,
  ],
  [
    'fd_seek',
    'an unknown origin',
    [...openAt(3, 'a.txt'), call('fd_seek', OPEN, 0n, 7, FREE)],
    inval,
  ],
  [
    'fd_seek',
    'past all numbers',
    [...openAt(3, 'a.txt'), call('fd_seek', OPEN, (1n << 63n) - 1n, 2, FREE)],
    inval,
  ],
  ['fd_seek', 'a folder', [call('fd_seek', 3, 0n, 0, FREE)], badf],
  ['fd_sync', 'no descriptor', [call('fd_sync', 99)], badf],
  ['fd_tell', 'far', [...openAt(3, 'a.txt'), call('fd_tell', OPEN, FAR)], fault],
  [
    'fd_write',
    'two pieces, the second outside: nothing is written',
    [
      poke(FREE, new Uint8Array(new Uint32Array([FREE, 4, LAST, 9]).buffer)),
      call('fd_write', 2, FREE, 2, FREE + 50),
    ],
    fault,
  ],
  [
    'fd_write',
    'a length of minus one',
    [iov(FREE, END), call('fd_write', 2, FREE, 1, FREE + 50)],
    fault,
  ],
  ['fd_write', 'a folder', [iov(FREE, 4), call('fd_write', 3, FREE, 1, FREE + 50)], isdir],
  ['path_create_directory', 'far', [call('path_create_directory', 3, FAR, 10)], fault],
  [
    'path_create_directory',
    'a path of two gigabytes',
    [call('path_create_directory', 3, 0, FAR)],
    nametoolong,
  ],
  [
    'path_create_directory',
    'not UTF-8',
    [poke(FREE, new Uint8Array([0xff, 0xfe])), call('path_create_directory', 3, FREE, 2)],
    errno.ilseq,
  ],
  [
    'path_create_directory',
    'a hundred folders deep',
    [poke(FREE, 'd/'.repeat(100)), call('path_create_directory', 3, FREE, 200)],
    nametoolong,
  ],
  [
    'path_create_directory',
    'a name of 300 characters',
    [poke(FREE, 'n'.repeat(300)), call('path_create_directory', 3, FREE, 300)],
    nametoolong,
  ],
  [
    'path_filestat_get',
    'an answer outside',
    [poke(FREE, 'a.txt'), call('path_filestat_get', 3, 0, FREE, 5, MEMORY_BYTES - 10)],
    fault,
  ],
  [
    'path_filestat_set_times',
    'far',
    [call('path_filestat_set_times', 4, 0, FAR, 5, 0n, 0n, 4)],
    fault,
  ],
  ['path_link', 'far', [call('path_link', 4, 0, FAR, 5, 4, FAR, 5)], fault],
  ['path_open', 'far', [call('path_open', 3, 0, FAR, 5, 0, 2n, 2n, 0, FREE)], fault],
  [
    'path_open',
    'an answer outside: nothing is made',
    [poke(FREE, 'made'), call('path_open', 3, 0, FREE, 4, 1, 64n, 0n, 0, END)],
    fault,
  ],
  [
    'path_open',
    'unknown flags',
    [poke(FREE, 'a.txt'), call('path_open', 3, 0, FREE, 5, 0xfff0, -1n, -1n, 0, FREE + 50)],
    inval,
  ],
  [
    'path_open',
    'a file as the folder',
    [...openAt(3, 'a.txt'), call('path_open', OPEN, 0, FREE, 5, 0, 2n, 2n, 0, FREE + 50)],
    notdir,
  ],
  [
    'path_readlink',
    'far',
    [poke(FREE, 'a'), call('path_readlink', 4, FREE, 1, FAR, 100, FREE)],
    fault,
  ],
  [
    'path_remove_directory',
    'the granted folder',
    [poke(FREE, '.'), call('path_remove_directory', 3, FREE, 1)],
    errno.busy,
  ],
  ['path_rename', 'far', [poke(FREE, 'a.txt'), call('path_rename', 3, FREE, 5, 3, FAR, 5)], fault],
  [
    'path_rename',
    'a folder into itself',
    [
      poke(FREE, 'd'),
      call('path_create_directory', 4, FREE, 1),
      poke(FREE, 'd/e'),
      call('path_rename', 4, FREE, 1, 4, FREE, 3),
    ],
    inval,
  ],
  ['path_symlink', 'far', [call('path_symlink', FAR, 5, 4, FREE, 1)], fault],
  ['path_unlink_file', 'far', [call('path_unlink_file', 3, END, 1)], fault],
  ['poll_oneoff', 'nothing to wait for', [call('poll_oneoff', FREE, FREE, 0, FREE)], inval],
  [
    'poll_oneoff',
    'four thousand million of them',
    [call('poll_oneoff', FREE, FREE, -1, FREE)],
    inval,
  ],
  ['poll_oneoff', 'far', [call('poll_oneoff', FAR, FREE, 1, FREE)], fault],
  [
    'poll_oneoff',
    'an unknown kind',
    [poke(FREE, new Uint8Array(48).fill(9)), call('poll_oneoff', FREE, FREE + 100, 1, FREE + 200)],
    inval,
  ],
  ['random_get', 'two gigabytes', [call('random_get', 0, FAR)], fault],
  ['random_get', 'the last byte and one', [call('random_get', LAST, 2)], fault],
  ['sched_yield', 'nothing', [call('sched_yield')], success],
  ['sock_accept', 'a folder', [call('sock_accept', 3, 0, FAR)], notsup],
  ['sock_recv', 'far', [call('sock_recv', 0, FAR, -1, 0, FAR, FAR)], notsup],
  ['sock_send', 'far', [call('sock_send', 1, FAR, -1, 0, FAR)], notsup],
  ['sock_shutdown', 'the standard output', [call('sock_shutdown', 1, 3)], notsup],
]

describe('a call with impossible numbers @whole', () => {
  it.each(table)('%s: %s', async (_name, _what, steps, expected) => {
    const after = [poke(FREE + 300, 'intact'), call('sched_yield'), peek(FREE + 300, 6)]
    const { answers, end } = await drive([...steps, ...after], folders)
    expect(answers.slice(-3)).toEqual([expected, success, Buffer.from('intact')])
    expect({ end: end.end, stderr: end.stderrBytes }).toEqual({
      end: { kind: 'exited', code: 0 },
      stderr: 0,
    })
    expect([readdirSync(work), readFileSync(join(work, 'a.txt'), 'utf8')]).toEqual([
      ['a.txt'],
      'inside',
    ])
  })

  it('every call is in the table, or ends the module', () => {
    const covered = new Set<string>([...table.map(([name]) => name), 'proc_exit', 'proc_raise'])
    expect(Object.keys(signatures).filter((name) => !covered.has(name))).toEqual([])
  })
})

it('pieces that lie over each other and over their own table do what they say, and no more @whole', async () => {
  const pieces = new Uint8Array(new Uint32Array([FREE, 8, FREE + 4, 8, FREE + 100, 3]).buffer)
  const { answers, end } = await drive(
    [
      ...openAt(3, 'a.txt'),
      poke(FREE, pieces),
      call('fd_read', OPEN, FREE, 3, FREE + 200),
      peek(FREE + 200, 4),
      call('sched_yield'),
    ],
    folders,
  )
  expect(answers).toEqual([0, 0, Buffer.from([6, 0, 0, 0]), 0])
  expect(end.end).toEqual({ kind: 'exited', code: 0 })
})

it('descriptors run out at their limit', async () => {
  const { answers } = await drive(
    Array.from({ length: 8 }, () => openAt(3, 'a.txt')).flat(),
    folders,
    { openFiles: 5 },
  )
  expect(answers).toEqual([0, 0, 0, 0, 0, errno.mfile, errno.mfile, errno.mfile])
})

it('any numbers for any calls: an answer each, and the child goes on @whole', async () => {
  const value = fc.oneof(
    fc.constantFrom(0, 1, 2, 3, 4, 5, FREE, LAST, MEMORY_BYTES, FAR, END, -1),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  )
  // Waiting and ending are looked at elsewhere; closing the standard streams would end the
  // conversation.
  const names = (Object.keys(signatures) as CallName[]).filter(
    (name) =>
      ![
        'proc_exit',
        'proc_raise',
        'poll_oneoff',
        'fd_close',
        'fd_renumber',
        'fd_read',
        'fd_write',
        'fd_fdstat_set_rights',
      ].includes(name),
  )
  const anyCall = fc
    .constantFrom(...names)
    .chain((name) =>
      fc.array(value, { minLength: 9, maxLength: 9 }).map((args) => ({ name, args })),
    )
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 150, maxLength: 150 }), async (calls) => {
      const steps = calls.map(({ name, args }) =>
        call(name, ...args.slice(0, signatures[name].length)),
      )
      const { answers, end } = await drive(steps)
      // A call may have written over the record of the driver itself, which is the module's own
      // affair; the host's is that it ends.
      expect(['exited', 'trapped', 'flooded']).toContain(end.end.kind)
      expect(answers.every((each) => typeof each === 'number')).toBe(true)
    }),
    { numRuns: 15 },
  )
}, 600_000)

it('a module that eats the processor is ended by what it used, not by how long it took @whole', async () => {
  const spun = await drive([{ op: 'spin' }], [], { cpuMs: 200 })
  expect(spun.end.end).toEqual({
    kind: 'trapped',
    reason: 'The module used more than 0.2 s of processor time.',
  })
  // One that waits uses none, however long it waits.
  const clock = poke(FREE, new Uint8Array(48))
  const waits = [clock, call('poll_oneoff', FREE, FREE + 64, 1, FREE + 128)]
  expect((await drive(waits, [], { cpuMs: 5_000 })).end.end.kind).toBe('exited')
  const wrong = await drive([], [], { cpuMs: 0.5 }).catch(String)
  expect(wrong).toContain('cpuMs')
}, 600_000)
