// Folders of the host through the powers, on a real disk: what was granted and nothing beside it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { failure, type Failure } from '../../../contract/failure.ts'
import { errno } from '../../../main/sandbox/wasi/child/errno.ts'
import type { GrantedFolder } from '../../../main/sandbox/wasi/folder-powers.ts'
import { heldFolder } from '../../../main/sandbox/wasi/held-folder.ts'
import { scratchFolder } from '../scratch.ts'
import {
  call,
  drive,
  FREE,
  openAt,
  peek,
  poke,
  readFrom,
  renameAt,
  symlinkAt,
  withPath,
  writeTo,
  type Step,
} from './driver.ts'

const scratch = scratchFolder('wasi-folders')
const work = join(scratch, 'work')
const outside = join(scratch, 'outside')
const WORK = 3
const FIRST = 5 // 0, 1, 2, the granted folder, the tree in memory

beforeEach(() => {
  rmSync(work, { recursive: true, force: true })
  rmSync(outside, { recursive: true, force: true })
  mkdirSync(join(work, 'sub'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(join(work, 'a.txt'), 'inside')
  writeFileSync(join(work, 'sub/b.txt'), 'deeper')
  writeFileSync(join(outside, 'secret.txt'), 'SECRET')
})

const approve = async (): Promise<Failure | null> => null
function granted(
  access: GrantedFolder['access'],
  allows = approve as Parameters<typeof heldFolder>[0]['allows'],
): GrantedFolder[] {
  return [{ guest: '/work', access, powers: heldFolder({ root: work, access, allows }) }]
}
const numbers = (answers: readonly (number | Buffer)[]) =>
  answers.filter((each) => typeof each === 'number')
const word = (answer: number | Buffer | undefined) =>
  Buffer.isBuffer(answer) ? answer.toString().replace(/\0+$/, '') : `${answer}`

describe('what was granted works', () => {
  it('reads a file, and its name is the one given', async () => {
    const { answers } = await drive(
      [
        ...openAt(WORK, 'sub/../sub/./b.txt'),
        ...readFrom(FIRST, 20),
        call('fd_prestat_dir_name', WORK, FREE, 5),
        peek(FREE, 5),
      ],
      granted('read-only'),
    )
    expect([numbers(answers), word(answers[2]), word(answers[4])]).toEqual([
      [0, 0, 0],
      'deeper',
      '/work',
    ])
  })

  it('makes, writes, renames, removes', async () => {
    const { answers, end } = await drive(
      [
        ...openAt(WORK, 'new.txt', { oflags: 1 | 4, write: true }),
        ...writeTo(FIRST, 'one '),
        ...writeTo(FIRST, 'two'),
        call('fd_close', FIRST),
        ...withPath('path_create_directory', WORK, 'made'),
        ...renameAt(WORK, 'new.txt', 'made/moved.txt'),
        ...withPath('path_unlink_file', WORK, 'a.txt'),
        ...withPath('path_unlink_file', WORK, 'sub/b.txt'),
        ...withPath('path_remove_directory', WORK, 'sub'),
      ],
      granted('read-write'),
    )
    expect([numbers(answers), end.unsaved]).toEqual([[0, 0, 0, 0, 0, 0, 0, 0, 0], []])
    expect([readdirSync(work), readFileSync(join(work, 'made/moved.txt'), 'utf8')]).toEqual([
      ['made'],
      'one two',
    ])
  })

  it('what was not closed is written back at an orderly end, and reported when it could not be @whole', async () => {
    const steps = [...openAt(WORK, 'a.txt', { write: true }), ...writeTo(FIRST, 'IN')]
    await drive(steps, granted('read-write'))
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('INside')
    const { end } = await drive([...steps, { op: 'break' }], granted('read-write'))
    expect(end.unsaved).toEqual(['/work/a.txt'])
  })

  it('an open file follows its name, and a removed one is not brought back', async () => {
    const { answers } = await drive(
      [
        ...openAt(WORK, 'sub/b.txt', { write: true }),
        ...renameAt(WORK, 'sub', 'moved'),
        ...writeTo(FIRST, 'DEEP'),
        call('fd_close', FIRST),
        ...openAt(WORK, 'a.txt', { write: true }),
        ...withPath('path_unlink_file', WORK, 'a.txt'),
        ...writeTo(FIRST, 'gone'),
        call('fd_close', FIRST),
      ],
      granted('read-write'),
    )
    expect(numbers(answers)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect([readdirSync(work), readFileSync(join(work, 'moved/b.txt'), 'utf8')]).toEqual([
      ['moved'],
      'DEEPer',
    ])
  })

  it('lists names with their kinds, in as many calls as the buffer asks for @whole', async () => {
    symlinkSync(outside, join(work, 'link'))
    const { answers } = await drive(
      [
        ...openAt(WORK, '.', { oflags: 2 }),
        call('fd_readdir', FIRST, FREE, 4096, 0n, FREE + 5000),
        peek(FREE + 5000, 4),
        peek(FREE, 200),
        call('fd_readdir', FIRST, FREE, 10, 2n, FREE + 5000),
        peek(FREE + 5000, 4),
      ],
      granted('read-only'),
    )
    const [opened, listed, size, bytes, again, part] = answers
    expect([opened, listed, again]).toEqual([0, 0, 0])
    expect((part as Buffer).readUInt32LE(0)).toBe(10)
    const entries: string[] = []
    for (let at = 0; at < (size as Buffer).readUInt32LE(0);) {
      const length = (bytes as Buffer).readUInt32LE(at + 16)
      entries.push(
        `${(bytes as Buffer).subarray(at + 24, at + 24 + length).toString()}:${(bytes as Buffer)[at + 20]}`,
      )
      at += 24 + length
    }
    expect(entries).toEqual(['.:3', '..:3', 'a.txt:4', 'link:7', 'sub:3'])
  })
})

describe('read-only is kept', () => {
  const attempts: readonly (readonly [string, readonly Step[]])[] = [
    ['open for writing', openAt(WORK, 'a.txt', { write: true })],
    ['make', openAt(WORK, 'new.txt', { oflags: 1 })],
    ['truncate', openAt(WORK, 'a.txt', { oflags: 8 })],
    ['make a folder', withPath('path_create_directory', WORK, 'made')],
    ['remove', withPath('path_unlink_file', WORK, 'a.txt')],
    ['remove a folder', withPath('path_remove_directory', WORK, 'sub')],
    ['rename', renameAt(WORK, 'a.txt', 'c.txt')],
    ['rename out', renameAt(WORK, 'a.txt', 'c.txt', 4)],
    ['make a link', symlinkAt(WORK, 'a.txt', 'l')],
    [
      'set times',
      [poke(FREE, 'a.txt'), call('path_filestat_set_times', WORK, 0, FREE, 5, 0n, 0n, 4)],
    ],
  ]
  it.each(attempts)('%s: EROFS @whole', async (_what, steps) => {
    const { answers } = await drive(steps, granted('read-only'))
    expect(answers).toEqual([errno.rofs])
    expect([readdirSync(work), readFileSync(join(work, 'a.txt'), 'utf8')]).toEqual([
      ['a.txt', 'sub'],
      'inside',
    ])
  })

  it('writing to a file opened for reading', async () => {
    const { answers } = await drive(
      [...openAt(WORK, 'a.txt'), ...writeTo(FIRST, 'X'), call('fd_filestat_set_size', FIRST, 0n)],
      granted('read-only'),
    )
    expect(answers).toEqual([0, errno.badf, errno.notcapable])
  })

  it('by the host, when the child believes otherwise', async () => {
    const [folder] = granted('read-write')
    if (folder === undefined) throw new Error('no folder')
    const { answer } = await import('../../../main/sandbox/wasi/serve-folders.ts')
    const parts = await answer(
      [{ ...folder, access: 'read-only' }],
      { call: 'write', folder: 0, path: ['a.txt'], fresh: false },
      new Uint8Array(3),
      { readBytes: 100, writeBytes: 1000 },
    )
    expect(Buffer.concat(parts).toString()).toContain('{"errno":"rofs"}')
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('inside')
  })
})

describe('nothing outside is reached', () => {
  beforeEach(() => {
    symlinkSync(join(outside, 'secret.txt'), join(work, 'file-link'))
    symlinkSync(outside, join(work, 'folder-link'))
    symlinkSync('sub', join(work, 'inner-link'))
    symlinkSync('/etc/passwd', join(work, 'sub/passwd'))
    linkSync(join(outside, 'secret.txt'), join(work, 'hard'))
    execFileSync('mkfifo', [join(work, 'pipe')])
  })
  const { notcapable, loop, notdir, noent, perm, inval, notsup, xdev } = errno
  const attempts: readonly (readonly [string, readonly Step[], number])[] = [
    ['../../etc/passwd', openAt(WORK, '../../etc/passwd'), notcapable],
    ['..', openAt(WORK, '..', { oflags: 2 }), notcapable],
    ['sub/../../outside/secret.txt', openAt(WORK, 'sub/../../outside/secret.txt'), notcapable],
    ['missing/../a.txt', openAt(WORK, 'missing/../a.txt'), noent],
    ['a.txt/../a.txt', openAt(WORK, 'a.txt/../a.txt'), notdir],
    ['/etc/passwd', openAt(WORK, '/etc/passwd'), notcapable],
    ['/etc/passwd in the tree in memory', openAt(4, '/etc/passwd'), notcapable],
    ['etc/passwd in the tree in memory', openAt(4, 'etc/passwd'), noent],
    ['the empty path', openAt(WORK, ''), noent],
    ['a path with NUL', openAt(WORK, 'a.txt\0x'), inval],
    ['a file link', openAt(WORK, 'file-link'), loop],
    ['a file link, following', openAt(WORK, 'file-link', { follow: true }), loop],
    ['a file link, for writing', openAt(WORK, 'file-link', { follow: true, write: true }), loop],
    [
      'a file link, truncating',
      openAt(WORK, 'file-link', { follow: true, write: true, oflags: 8 }),
      loop,
    ],
    ['a folder link', openAt(WORK, 'folder-link', { oflags: 2, follow: true }), loop],
    ['through a folder link', openAt(WORK, 'folder-link/secret.txt', { follow: true }), notdir],
    [
      'a new file through a folder link',
      openAt(WORK, 'folder-link/new.txt', { oflags: 1, write: true }),
      notdir,
    ],
    [
      'through a link that stays inside',
      openAt(WORK, 'inner-link/b.txt', { follow: true }),
      notdir,
    ],
    ['a deeper link', openAt(WORK, 'sub/passwd', { follow: true }), loop],
    [
      'a folder through a folder link',
      withPath('path_create_directory', WORK, 'folder-link/made'),
      notdir,
    ],
    [
      'removing through a folder link',
      withPath('path_unlink_file', WORK, 'folder-link/secret.txt'),
      notdir,
    ],
    ['renaming through a folder link', renameAt(WORK, 'a.txt', 'folder-link/a.txt'), notdir],
    ['renaming out of a folder link', renameAt(WORK, 'folder-link/secret.txt', 'mine.txt'), notdir],
    ['renaming above', renameAt(WORK, 'a.txt', '../a.txt'), notcapable],
    ['renaming to another grant', renameAt(WORK, 'a.txt', 'a.txt', 4), xdev],
    ['a link out', symlinkAt(WORK, '../outside', 'mine'), notsup],
    [
      'a hard link',
      [
        poke(FREE, 'a.txt'),
        poke(FREE + 100, 'b.txt'),
        call('path_link', WORK, 0, FREE, 5, WORK, FREE + 100, 5),
      ],
      notsup,
    ],
    [
      'where a link leads',
      [poke(FREE, 'file-link'), call('path_readlink', WORK, FREE, 9, FREE + 100, 100, FREE + 300)],
      notcapable,
    ],
    ['a pipe', openAt(WORK, 'pipe'), notcapable],
  ]
  it.each(attempts)('%s @whole', async (_what, steps, expected) => {
    const { answers } = await drive(steps, granted('read-write'))
    expect(answers).toEqual([expected])
    expect([readdirSync(outside), readFileSync(join(outside, 'secret.txt'), 'utf8')]).toEqual([
      ['secret.txt'],
      'SECRET',
    ])
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('inside')
  })

  it('a file with a second name elsewhere is not written', async () => {
    const { answers } = await drive(
      [...openAt(WORK, 'hard', { write: true }), ...writeTo(FIRST, 'X'), call('fd_close', FIRST)],
      granted('read-write'),
    )
    expect([answers, readFileSync(join(outside, 'secret.txt'), 'utf8')]).toEqual([
      [0, 0, perm],
      'SECRET',
    ])
  })

  it('what the host does not allow is not there to be used, in either way', async () => {
    const guarded = granted('read-write', async (path, use) =>
      path.includes('sub') && use !== 'read' ? failure('path.stop', 'no') : null,
    )
    const { answers } = await drive(
      [
        ...openAt(WORK, 'sub/b.txt', { oflags: 8, write: true }),
        call('fd_close', FIRST),
        ...renameAt(WORK, 'sub', 'other'),
        ...renameAt(WORK, 'a.txt', 'sub/b.txt'),
        ...withPath('path_unlink_file', WORK, 'sub/b.txt'),
      ],
      guarded,
    )
    expect([answers, readFileSync(join(work, 'sub/b.txt'), 'utf8')]).toEqual([
      [0, notcapable, notcapable, notcapable, notcapable],
      'deeper',
    ])
  })

  it('a granted folder that was itself swapped for a link is not entered', async () => {
    const folders = granted('read-write')
    rmSync(work, { recursive: true })
    symlinkSync(outside, work)
    const { answers } = await drive(
      [...openAt(WORK, 'secret.txt'), ...openAt(WORK, 'new.txt', { oflags: 1, write: true })],
      folders,
    )
    expect(answers.every((each) => each === notdir || each === loop || each === notcapable)).toBe(
      true,
    )
    expect(readdirSync(outside)).toEqual(['secret.txt'])
    rmSync(work)
  })
})

it('a folder swapped for a link 2,000 times and more gives nothing from outside @whole', async () => {
  writeFileSync(join(outside, 'b.txt'), 'SECRET')
  const swapper = spawn(
    process.execPath,
    [
      '-e',
      `const fs = require('node:fs'); const [work, outside] = process.argv.slice(1); process.chdir(work); fs.symlinkSync(outside, 'evil'); process.stdout.write('.')
       for (;;) { fs.renameSync('sub', 'aside'); fs.renameSync('evil', 'sub'); fs.renameSync('sub', 'evil'); fs.renameSync('aside', 'sub') }`,
      work,
      outside,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    await once(swapper.stdout, 'data')
    const rounds = 1200
    const round: readonly Step[] = [
      ...openAt(WORK, 'sub/b.txt'),
      ...readFrom(FIRST, 6),
      call('fd_close', FIRST),
    ]
    const writeRound: readonly Step[] = [
      ...openAt(WORK, 'sub/w.txt', { oflags: 1, write: true }),
      ...writeTo(FIRST, 'W'),
      call('fd_close', FIRST),
    ]
    // Until both sides of the race were seen, else nothing was tried: on a busy machine one of the
    // two may wait for as long as the other runs.
    for (const seen = new Set<boolean>(); seen.size < 2;) {
      const { answers, end } = await drive(
        Array.from({ length: rounds }, () => [...round, ...writeRound]).flat(),
        granted('read-write'),
        {
          timeMs: 120_000,
          stdoutBytes: 8_000_000,
        },
      )
      expect(end.end).toEqual({ kind: 'exited', code: 0 })
      const read = answers.filter(Buffer.isBuffer).map((each) => each.toString())
      for (const each of read) seen.add(each === 'deeper')
      expect(read.length).toBe(rounds)
      expect(read.filter((each) => each.includes('SECRET'))).toEqual([])
      expect(readdirSync(outside).toSorted()).toEqual(['b.txt', 'secret.txt'])
    }
  } finally {
    swapper.kill('SIGKILL')
    await once(swapper, 'exit')
  }
}, 600_000)

describe('the file stays what it was', () => {
  it('mode is kept, a file that its owner closed is not replaced @whole', async () => {
    chmodSync(join(work, 'a.txt'), 0o640)
    chmodSync(join(work, 'sub/b.txt'), 0o444)
    const { answers } = await drive(
      [
        ...openAt(WORK, 'a.txt', { write: true }),
        ...writeTo(FIRST, 'X'),
        call('fd_close', FIRST),
        ...openAt(WORK, 'sub/b.txt', { write: true }),
        ...writeTo(FIRST, 'X'),
        call('fd_sync', FIRST),
      ],
      granted('read-write'),
    )
    expect(answers).toEqual([0, 0, 0, 0, 0, errno.rofs])
    expect(readFileSync(join(work, 'sub/b.txt'), 'utf8')).toBe('deeper')
    expect(
      execFileSync('stat', ['-c', '%a', join(work, 'a.txt')], { encoding: 'utf8' }).trim(),
    ).toBe('640')
  })

  it('a file larger than the tree may be is refused, not cut', async () => {
    writeFileSync(join(work, 'big'), new Uint8Array(200_000))
    const { answers } = await drive(openAt(WORK, 'big'), granted('read-only'), {
      treeBytes: 100_000,
    })
    expect(answers).toEqual([errno.fbig])
    expect(existsSync(join(work, 'big'))).toBe(true)
  })

  it('a disk cannot be filled: what one run may write has an end, in bytes and in names @whole', async () => {
    const again: readonly Step[] = Array.from({ length: 12 }, () => [
      ...openAt(WORK, 'a.txt', { oflags: 8, write: true }),
      ...writeTo(FIRST, 'x'.repeat(10_000)),
      call('fd_close', FIRST),
    ]).flat()
    const bytes = await drive(again, granted('read-write'), { treeBytes: 100_000 })
    expect([
      bytes.answers.filter((each) => each === errno.nospc).length,
      readFileSync(join(work, 'a.txt')).length,
    ]).toEqual([3, 10_000])
    const names = await drive(
      Array.from({ length: 220 }, (_, at) =>
        withPath('path_create_directory', WORK, `d${at}`),
      ).flat(),
      granted('read-write'),
      { treeBytes: 100_000 },
    )
    expect(names.answers.filter((each) => each === 0).length).toBe(Math.floor(100_000 / 512))
  })
})
