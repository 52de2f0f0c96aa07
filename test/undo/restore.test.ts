// What one call does to files, undone: the whole tree is as it was, to the byte, the mode, the link and the time.
import {
  chmodSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { differences, failedOf, undoRoom } from './fixture.ts'

let room: ReturnType<typeof undoRoom>

const raw = (...bytes: number[]): Buffer => Buffer.concat([Buffer.from(`${room.root}/`), Buffer.from(bytes)])

beforeEach(() => {
  room = undoRoom()
  const { at } = room
  for (const folder of ['src', 'src/deep', 'empty', 'closed']) mkdirSync(at(folder))
  writeFileSync(at('src/a.txt'), 'one\ntwo\n')
  writeFileSync(at('src/run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(at('src/deep/b.bin'), Buffer.from([0, 255, 1, 254, 0, 10, 13]))
  writeFileSync(at('big.bin'), Buffer.alloc(3 * 1024 * 1024, 'gatehouse'))
  writeFileSync(at('nothing'), '')
  writeFileSync(at('two\nlines'), 'newline in its name')
  writeFileSync(raw(0x66, 0xff, 0xfe, 0x67), 'no UTF-8 in its name')
  writeFileSync(at('closed/in'), 'x')
  chmodSync(at('closed'), 0o555)
  symlinkSync('src/a.txt', at('link'))
  symlinkSync('/nowhere/at all', at('dangling'))
  // Times of long ago, with a fraction: what is put back must not be just "now".
  for (const [at_, path] of ['src/a.txt', 'src/deep/b.bin', 'big.bin', 'nothing', 'src', 'src/deep', 'empty', 'closed'].entries())
    utimesSync(at(path), 1_600_000_000.123456 + at_, 1_600_000_000.123456 + at_)
  lutimesSync(at('link'), 1_500_000_000.5, 1_500_000_000.5)
})

afterEach(() => room.remove())

const cases: readonly [string, () => void][] = [
  ['a file written over', () => writeFileSync(room.at('src/a.txt'), 'three\n')],
  ['a file replaced by another one', () => { writeFileSync(room.at('tmp'), 'new'); renameSync(room.at('tmp'), room.at('src/a.txt')) }],
  ['a new file in a new folder', () => { mkdirSync(room.at('x/y'), { recursive: true }); writeFileSync(room.at('x/y/z'), 'z') }],
  ['a file deleted', () => unlinkSync(room.at('src/deep/b.bin'))],
  ['a large file deleted', () => unlinkSync(room.at('big.bin'))],
  ['an empty file filled', () => writeFileSync(room.at('nothing'), 'something')],
  ['a file renamed', () => renameSync(room.at('src/run.sh'), room.at('run'))],
  ['a folder renamed', () => renameSync(room.at('src'), room.at('lib'))],
  ['a mode changed', () => chmodSync(room.at('src/run.sh'), 0o600)],
  ['the mode of a folder changed', () => chmodSync(room.at('src'), 0o500)],
  ['a time changed', () => utimesSync(room.at('src/a.txt'), 1, 1)],
  ['a link turned elsewhere', () => { unlinkSync(room.at('link')); symlinkSync('/etc/passwd', room.at('link')) }],
  ['a link deleted', () => unlinkSync(room.at('dangling'))],
  ['a link put in the place of a file', () => { unlinkSync(room.at('src/a.txt')); symlinkSync('/etc/passwd', room.at('src/a.txt')) }],
  ['a link put in the place of a folder', () => { rmSync(room.at('src'), { recursive: true }); symlinkSync('/etc', room.at('src')) }],
  ['a file put in the place of a folder', () => { rmSync(room.at('src'), { recursive: true }); writeFileSync(room.at('src'), 'file') }],
  ['a folder put in the place of a file', () => { unlinkSync(room.at('nothing')); mkdirSync(room.at('nothing/in'), { recursive: true }); writeFileSync(room.at('nothing/in/f'), 'f') }],
  ['an empty folder deleted', () => rmSync(room.at('empty'), { recursive: true })],
  ['a tree deleted', () => rmSync(room.at('src'), { recursive: true })],
  ['a name with a line end deleted', () => unlinkSync(room.at('two\nlines'))],
  ['a name that is not UTF-8 written over', () => writeFileSync(raw(0x66, 0xff, 0xfe, 0x67), 'other')],
  ['a name that is not UTF-8 deleted', () => unlinkSync(raw(0x66, 0xff, 0xfe, 0x67))],
  ['a name that is not UTF-8 made', () => writeFileSync(raw(0xc3, 0x28), 'made')],
  ['work in a folder that is closed again', () => { chmodSync(room.at('closed'), 0o755); writeFileSync(room.at('closed/in'), 'y'); chmodSync(room.at('closed'), 0o555) }],
  ['everything deleted', () => { chmodSync(room.at('closed'), 0o755); for (const path of ['src', 'empty', 'closed', 'big.bin', 'link', 'dangling', 'nothing']) rmSync(room.at(path), { recursive: true, force: true }) ; mkdirSync(room.at('closed')) }],
] // prettier-ignore

describe('undo of', () => {
  it.each(cases)('%s', (_name, work) => {
    const before = room.tree()
    const id = room.call(work)
    const after = room.tree()
    expect(differences(before, after)).not.toEqual([])
    const { undoId, applied } = room.done(id)
    expect(failedOf(applied)).toEqual([])
    expect(differences(before, room.tree())).toEqual([])
    // An undo of the undo does it again.
    expect(failedOf(room.done(undoId).applied)).toEqual([])
    expect(differences(after, room.tree())).toEqual([])
  })

  it('a file tool, of which only the touched path is kept, with the folders it made', () => {
    const before = room.tree()
    const id = room.call(() => {
      mkdirSync(room.at('new/er'), { recursive: true })
      writeFileSync(room.at('new/er/file'), 'text')
    }, ['new/er/file'])
    expect(failedOf(room.done(id).applied)).toEqual([])
    expect(differences(before, room.tree())).toEqual([])
  })

  it('a tool that deletes a folder, of which the folder is the touched path', () => {
    const before = room.tree()
    const id = room.call(() => rmSync(room.at('src'), { recursive: true }), ['src'])
    expect(failedOf(room.done(id).applied)).toEqual([])
    expect(differences(before, room.tree())).toEqual([])
  })

  it('a call that changed nothing keeps nothing', () => {
    const id = room.call(() => readFileSync(room.at('src/a.txt')))
    expect(room.keeper.preview(id, 'exact')).toBeNull()
  })
})

describe('the preview', () => {
  it('says what would happen at each path, with the texts', () => {
    const id = room.call(() => {
      writeFileSync(room.at('src/a.txt'), 'three\n')
      writeFileSync(room.at('src/new.txt'), 'new\n')
      unlinkSync(room.at('src/run.sh'))
    })
    const found = room.keeper.preview(id, 'exact')
    expect(found?.plan.steps.filter(({ shown }) => shown).map(({ path, now, before }) => [path, now.k, before.k]).toSorted()).toEqual([
      ['src/a.txt', 'file', 'file'],
      ['src/new.txt', 'file', 'missing'],
      ['src/run.sh', 'missing', 'file'],
    ]) // prettier-ignore
    expect(found?.texts.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'src/a.txt', before: 'three\n', after: 'one\ntwo\n' },
      { path: 'src/new.txt', before: 'new\n', after: '' },
      { path: 'src/run.sh', before: null, after: '#!/bin/sh\n' },
    ])
    expect([found?.plan.conflicts, found?.seen, found?.alongside]).toEqual([[], 'after', []])
  })
})
