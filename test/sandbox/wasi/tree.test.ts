// The tree in memory: what a module finds at / when nothing was granted. Against a model, and at
// its borders.
import { describe, expect, it } from 'vitest'
import { budget } from '../../../main/sandbox/wasi/child/budget.ts'
import { fileBytes } from '../../../main/sandbox/wasi/child/file-bytes.ts'
import { memoryVolume } from '../../../main/sandbox/wasi/child/memory-volume.ts'
import { errno } from '../../../main/sandbox/wasi/child/errno.ts'
import type { Volume } from '../../../main/sandbox/wasi/child/volume.ts'
import {
  call,
  drive,
  FREE,
  openAt,
  peek,
  poke,
  readFrom,
  symlinkAt,
  withPath,
  writeTo,
} from './driver.ts'

const how = { create: false, exclusive: false, truncate: false, folder: false, write: false }
const encode = (text: string) => new TextEncoder().encode(text)

function put(volume: Volume, path: readonly string[], text: string): void {
  const file = volume.open(path, { ...how, create: true, truncate: true, write: true })
  file?.write(encode(text), 0)
  file?.close()
}
function read(volume: Volume, path: readonly string[]): string {
  const file = volume.open(path, how)
  const bytes = new Uint8Array(file?.stat().bytes ?? 0)
  file?.read(bytes, 0)
  file?.close()
  return new TextDecoder().decode(bytes)
}
function tried(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

describe('the tree', () => {
  it('keeps files, folders and links, and gives back what they cost', () => {
    const purse = budget(10_000)
    const tree = memoryVolume(purse)
    for (let round = 0; round < 50; round++) {
      tree.makeFolder(['d'])
      put(tree, ['d', 'f'], 'x'.repeat(1000))
      tree.makeLink('d/f', ['l'])
      tree.link(['d', 'f'], ['hard'])
      tree.rename(['d', 'f'], ['g'])
      tree.rename(['l'], ['m'])
      expect([read(tree, ['g']), read(tree, ['hard']).length, tree.readLink(['m'])]).toEqual([
        'x'.repeat(1000),
        1000,
        'd/f',
      ])
      for (const name of ['g', 'hard', 'm']) tree.removeFile([name])
      tree.removeFolder(['d'])
    }
    // All of it is there again.
    purse.take(10_000)
    expect(tried(() => purse.take(1))).toBe('nospc')
  })

  it('is no larger than it may be, in bytes and in entries', () => {
    const tree = memoryVolume(budget(100_000))
    expect(tried(() => put(tree, ['big'], 'x'.repeat(100_001)))).toBe('nospc')
    let helperFiles = 0
    expect(
      tried(() => {
        for (; ; helperFiles++) tree.makeFolder([`d${helperFiles}`])
      }),
    ).toBe('nospc')
    expect(helperFiles).toBeLessThan(200)
  })

  it('copies a file that fills it a few times, and not for each of its pieces', () => {
    const purse = budget(8_000_000)
    let copies = 0
    const file = fileBytes({ ...purse, take: (bytes) => (purse.take(bytes), (copies += 1)) })
    const piece = new Uint8Array(10_000)
    let size = 0
    expect(
      tried(() => {
        for (; ; size += piece.length) file.write(piece, size)
      }),
    ).toBe('nospc')
    expect([size, copies < 40]).toEqual([8_000_000, true])
  })

  it.each([
    ['a file over a folder', 'isdir', (tree: Volume) => tree.rename(['f'], ['d'])],
    ['a folder over a file', 'notdir', (tree: Volume) => tree.rename(['d'], ['f'])],
    ['a folder over a full one', 'notempty', (tree: Volume) => tree.rename(['e'], ['d'])],
    ['a full folder away', 'notempty', (tree: Volume) => tree.removeFolder(['d'])],
    ['a folder as a file', 'isdir', (tree: Volume) => tree.removeFile(['d'])],
    ['a hard link to a folder', 'perm', (tree: Volume) => tree.link(['d'], ['x'])],
    ['what is not there', 'noent', (tree: Volume) => tree.stat(['x', 'y'])],
    ['below a file', 'notdir', (tree: Volume) => tree.stat(['f', 'y'])],
    ['the root away', 'busy', (tree: Volume) => tree.removeFolder([])],
    ['links in a circle', 'loop', (tree: Volume) => tree.resolve([], 'c1/x', true)],
    ['an absolute link', 'notcapable', (tree: Volume) => tree.resolve([], 'abs/passwd', true)],
    ['a link above the root', 'notcapable', (tree: Volume) => tree.resolve([], 'up', true)],
    ['a chain of links that grows', 'loop', (tree: Volume) => tree.resolve([], 'grow', true)],
  ])('%s: %s', (_what, expected, work) => {
    const tree = memoryVolume(budget(1_000_000))
    for (const name of ['d', 'e']) tree.makeFolder([name])
    put(tree, ['f'], 'f')
    put(tree, ['d', 'full'], '')
    tree.makeLink('c2', ['c1'])
    tree.makeLink('c1', ['c2'])
    tree.makeLink('/etc', ['abs'])
    tree.makeLink('../../etc', ['up'])
    tree.makeLink('grow/grow', ['grow'])
    expect(tried(() => work(tree))).toBe(expected)
  })

  it('follows its own links on the way and at the end', () => {
    const tree = memoryVolume(budget(1_000_000))
    tree.makeFolder(['d'])
    put(tree, ['d', 'f'], 'text')
    tree.makeLink('d', ['to-d'])
    tree.makeLink('../to-d/f', ['d', 'to-f'])
    expect(tree.resolve([], 'to-d/to-f', true)).toEqual(['d', 'f'])
    expect(tree.resolve([], 'to-d/to-f', false)).toEqual(['d', 'to-f'])
    expect(tree.resolve(['d'], '../to-d/./f', true)).toEqual(['d', 'f'])
  })
})

it('a module uses it: nothing granted, /tmp there, gone after the run', async () => {
  const ROOT = 3
  const steps = [
    ...withPath('path_create_directory', ROOT, 'tmp/d'),
    ...openAt(ROOT, 'tmp/d/f', { oflags: 1, write: true }),
    ...writeTo(4, 'hello'),
    call('fd_pwrite', 4, FREE + 60_016, 1, 10n, FREE + 60_032),
    call('fd_seek', 4, -3n, 2, FREE + 60_040),
    ...readFrom(4, 5),
    call('fd_filestat_get', 4, FREE),
    peek(FREE + 32, 8),
    ...symlinkAt(ROOT, 'tmp/d', 'link'),
    ...openAt(ROOT, 'link/f', { follow: true }),
    ...readFrom(5, 15),
    poke(FREE, 'link'),
    call('path_readlink', ROOT, FREE, 4, FREE + 100, 50, FREE + 200),
    peek(FREE + 100, 5),
  ]
  const { answers } = await drive(steps)
  const shown = answers.map((each) => (Buffer.isBuffer(each) ? each.toString('latin1') : each))
  expect(shown).toEqual([
    0,
    0,
    0,
    0,
    0,
    0,
    'llo\0\0',
    0,
    '\x0f\0\0\0\0\0\0\0',
    0,
    0,
    0,
    'hello\0\0\0\0\0hello',
    0,
    'tmp/d',
  ])
  const again = await drive(openAt(ROOT, 'tmp/d/f'))
  expect(again.answers).toEqual([errno.noent])
})
