// What one call does to files, undone: the whole tree is as it was, to the byte, the mode, the link
// and the time.
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
import { differences, failedOf, undoFixture } from './fixture.ts'
import { fewRows } from '../whole.ts'

let fixture: ReturnType<typeof undoFixture>

const raw = (...bytes: number[]): Buffer =>
  Buffer.concat([Buffer.from(`${fixture.root}/`), Buffer.from(bytes)])

beforeEach(() => {
  fixture = undoFixture()
  const { at } = fixture
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
  for (const [at_, path] of [
    'src/a.txt',
    'src/deep/b.bin',
    'big.bin',
    'nothing',
    'src',
    'src/deep',
    'empty',
    'closed',
  ].entries())
    utimesSync(at(path), 1_600_000_000.123456 + at_, 1_600_000_000.123456 + at_)
  lutimesSync(at('link'), 1_500_000_000.5, 1_500_000_000.5)
})

afterEach(() => fixture.remove())

const cases: readonly [string, () => void][] = [
  ['a file written over', () => writeFileSync(fixture.at('src/a.txt'), 'three\n')],
  [
    'a file replaced by another one',
    () => {
      writeFileSync(fixture.at('tmp'), 'new')
      renameSync(fixture.at('tmp'), fixture.at('src/a.txt'))
    },
  ],
  [
    'a new file in a new folder',
    () => {
      mkdirSync(fixture.at('x/y'), { recursive: true })
      writeFileSync(fixture.at('x/y/z'), 'z')
    },
  ],
  ['a file deleted', () => unlinkSync(fixture.at('src/deep/b.bin'))],
  ['a large file deleted', () => unlinkSync(fixture.at('big.bin'))],
  ['an empty file filled', () => writeFileSync(fixture.at('nothing'), 'something')],
  ['a file renamed', () => renameSync(fixture.at('src/run.sh'), fixture.at('run'))],
  ['a folder renamed', () => renameSync(fixture.at('src'), fixture.at('lib'))],
  ['a mode changed', () => chmodSync(fixture.at('src/run.sh'), 0o600)],
  ['the mode of a folder changed', () => chmodSync(fixture.at('src'), 0o500)],
  ['a time changed', () => utimesSync(fixture.at('src/a.txt'), 1, 1)],
  [
    'a link turned elsewhere',
    () => {
      unlinkSync(fixture.at('link'))
      symlinkSync('/etc/passwd', fixture.at('link'))
    },
  ],
  ['a link deleted', () => unlinkSync(fixture.at('dangling'))],
  [
    'a link put in the place of a file',
    () => {
      unlinkSync(fixture.at('src/a.txt'))
      symlinkSync('/etc/passwd', fixture.at('src/a.txt'))
    },
  ],
  [
    'a link put in the place of a folder',
    () => {
      rmSync(fixture.at('src'), { recursive: true })
      symlinkSync('/etc', fixture.at('src'))
    },
  ],
  [
    'a file put in the place of a folder',
    () => {
      rmSync(fixture.at('src'), { recursive: true })
      writeFileSync(fixture.at('src'), 'file')
    },
  ],
  [
    'a folder put in the place of a file',
    () => {
      unlinkSync(fixture.at('nothing'))
      mkdirSync(fixture.at('nothing/in'), { recursive: true })
      writeFileSync(fixture.at('nothing/in/f'), 'f')
    },
  ],
  ['an empty folder deleted', () => rmSync(fixture.at('empty'), { recursive: true })],
  ['a tree deleted', () => rmSync(fixture.at('src'), { recursive: true })],
  ['a name with a line end deleted', () => unlinkSync(fixture.at('two\nlines'))],
  [
    'a name that is not UTF-8 written over',
    () => writeFileSync(raw(0x66, 0xff, 0xfe, 0x67), 'other'),
  ],
  ['a name that is not UTF-8 deleted', () => unlinkSync(raw(0x66, 0xff, 0xfe, 0x67))],
  ['a name that is not UTF-8 made', () => writeFileSync(raw(0xc3, 0x28), 'made')],
  [
    'work in a folder that is closed again',
    () => {
      chmodSync(fixture.at('closed'), 0o755)
      writeFileSync(fixture.at('closed/in'), 'y')
      chmodSync(fixture.at('closed'), 0o555)
    },
  ],
  [
    'everything deleted',
    () => {
      chmodSync(fixture.at('closed'), 0o755)
      for (const path of ['src', 'empty', 'closed', 'big.bin', 'link', 'dangling', 'nothing'])
        rmSync(fixture.at(path), { recursive: true, force: true })
      mkdirSync(fixture.at('closed'))
    },
  ],
]

describe('undo of', () => {
  it.each(fewRows(cases, 8))('%s', (_name, work) => {
    const before = fixture.tree()
    const id = fixture.call(work)
    const after = fixture.tree()
    expect(differences(before, after)).not.toEqual([])
    const { undoId, applied } = fixture.done(id)
    expect(failedOf(applied)).toEqual([])
    expect(differences(before, fixture.tree())).toEqual([])
    // An undo of the undo does it again.
    expect(failedOf(fixture.done(undoId).applied)).toEqual([])
    expect(differences(after, fixture.tree())).toEqual([])
  })

  it('a file tool, of which only the touched path is kept, with the folders it made', () => {
    const before = fixture.tree()
    const id = fixture.call(() => {
      mkdirSync(fixture.at('new/er'), { recursive: true })
      writeFileSync(fixture.at('new/er/file'), 'text')
    }, ['new/er/file'])
    expect(failedOf(fixture.done(id).applied)).toEqual([])
    expect(differences(before, fixture.tree())).toEqual([])
  })

  it('a tool that deletes a folder, of which the folder is the touched path', () => {
    const before = fixture.tree()
    const id = fixture.call(() => rmSync(fixture.at('src'), { recursive: true }), ['src'])
    expect(failedOf(fixture.done(id).applied)).toEqual([])
    expect(differences(before, fixture.tree())).toEqual([])
  })

  it('a call that changed nothing stores nothing', () => {
    const id = fixture.call(() => readFileSync(fixture.at('src/a.txt')))
    expect(fixture.checkpoints.preview(id, 'exact')).toBeNull()
  })
})

describe('the preview', () => {
  it('says what would happen at each path, with the texts', () => {
    const id = fixture.call(() => {
      writeFileSync(fixture.at('src/a.txt'), 'three\n')
      writeFileSync(fixture.at('src/new.txt'), 'new\n')
      unlinkSync(fixture.at('src/run.sh'))
    })
    const found = fixture.checkpoints.preview(id, 'exact')
    expect(
      found?.plan.steps
        .filter(({ shown }) => shown)
        .map(({ path, now, before }) => [path, now.k, before.k])
        .toSorted(),
    ).toEqual([
      ['src/a.txt', 'file', 'file'],
      ['src/new.txt', 'file', 'missing'],
      ['src/run.sh', 'missing', 'file'],
    ])
    expect(found?.texts.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'src/a.txt', before: 'three\n', after: 'one\ntwo\n' },
      { path: 'src/new.txt', before: 'new\n', after: '' },
      { path: 'src/run.sh', before: null, after: '#!/bin/sh\n' },
    ])
    expect([found?.plan.conflicts, found?.seen, found?.alongside]).toEqual([[], 'after', []])
  })
})
