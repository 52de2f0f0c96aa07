// Contents that a commit moves into place instead of copying them: the same comes of it, the store
// keeps what others need, and what cannot be moved is copied.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failedOf } from './fixture.ts'
import { apart, stagingFixture } from './staged-fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`
const lists = linux && existsSync('/usr/bin/setfacl')
/** Not the file system of the temporary folder, where this is one of its own. */
const SHARED = '/dev/shm'
const elsewhere =
  linux && existsSync(SHARED) && statSync(SHARED).dev !== statSync('/tmp').dev ? SHARED : null

describe.runIf(linux)(`a content that is committed${why}`, () => {
  let staging: ReturnType<typeof stagingFixture>
  beforeEach(() => {
    staging = stagingFixture()
  })
  afterEach(() => staging.fixture.remove())

  const objectOf = (text: string, store = staging.fixture.store): string => {
    const hash = createHash('sha256').update(text).digest('hex')
    return join(store, 'objects', hash.slice(0, 2), hash)
  }
  const inode = (path: string): number | null =>
    statSync(path, { throwIfNoEntry: false })?.ino ?? null

  it('is the very file that was kept, with its owner, mode and time, and is undone and done again', async () => {
    const { at, tree, checkpoints, done } = staging.fixture
    mkdirSync(at('d'))
    writeFileSync(at('d/old'), 'before')
    staging.own()
    const before = tree()
    const { id, seen } = await staging.stage((view) => {
      writeFileSync(view('d/old'), 'after')
      chmodSync(view('d/old'), 0o000)
      mkdirSync(view('new'))
      writeFileSync(view('new/large'), Buffer.alloc(3_000_000, 'x'))
      writeFileSync(view('new/empty'), '')
      chmodSync(view('new/empty'), 0o4750)
    })
    const first = inode(objectOf('after'))
    expect(checkpoints.commit(id)?.end).toEqual({ kind: 'committed', files: 4 })
    expect(inode(at('d/old'))).toBe(first)
    expect(existsSync(objectOf('after'))).toBe(false)
    expect(apart(seen, tree())).toEqual([])
    const undone = done(id)
    expect(failedOf(undone.applied)).toEqual([])
    expect(apart(before, tree())).toEqual([])
    expect(failedOf(done(undone.undoId).applied)).toEqual([])
    expect(apart(seen, tree())).toEqual([])
  })

  it.each([
    {
      what: 'that is in two places of the same commit',
      work: (view: (path: string) => string) => writeFileSync(view('two'), 'same'),
    },
    {
      what: 'that was there before under another name',
      work: (view: (path: string) => string) => writeFileSync(view('was-same'), 'other now'),
    },
  ])('is copied where it is one $what, and each is a file of its own', async ({ work }) => {
    const { at, tree, checkpoints } = staging.fixture
    writeFileSync(at('was-same'), 'same')
    staging.own()
    const { id, seen } = await staging.stage((view) => {
      writeFileSync(view('one'), 'same')
      work(view)
    })
    expect(checkpoints.commit(id)?.end.kind).toBe('committed')
    expect(apart(seen, tree())).toEqual([])
    expect(statSync(at('one')).nlink).toBe(1)
  })

  it('is copied where another call waits with the same, which can be committed after it', async () => {
    const { at, checkpoints } = staging.fixture
    staging.own()
    const first = await staging.stage((view) => writeFileSync(view('one'), 'same'))
    const second = await staging.stage((view) => writeFileSync(view('two'), 'same'))
    expect(checkpoints.commit(first.id)?.end.kind).toBe('committed')
    expect(existsSync(objectOf('same'))).toBe(true)
    expect(checkpoints.commit(second.id)?.end.kind).toBe('committed')
    expect([readFileSync(at('one'), 'utf8'), readFileSync(at('two'), 'utf8')]).toEqual([
      'same',
      'same',
    ])
  })

  it('is copied whole by a start after a kill that had given it the mode of its target', async () => {
    const { at, store, tree, checkpoints } = staging.fixture
    staging.own()
    const { id, seen } = await staging.stage((view) => writeFileSync(view('one'), 'content'))
    checkpoints.close()
    chmodSync(objectOf('content'), 0o000)
    writeFileSync(join(store, 'staged', `${id}.committing`), '')
    const [settled] = staging.fixture.reopen().finishCommits()
    expect(settled?.end).toEqual({ kind: 'committed', files: 1 })
    expect(apart(seen, tree())).toEqual([])
    expect(statSync(at('one')).mode & 0o777).toBe(0o644)
  })

  it.runIf(lists)(
    `is copied into a folder with access lists, which new files there get${lists ? '' : ' (skipped: no setfacl here)'}`,
    async () => {
      const { at, checkpoints } = staging.fixture
      mkdirSync(at('shared'))
      execFileSync('setfacl', ['-d', '-m', 'u:2:rwx', at('shared')])
      staging.own()
      const { id } = await staging.stage((view) => writeFileSync(view('shared/f'), 'listed'))
      expect(checkpoints.commit(id)?.end.kind).toBe('committed')
      expect(execFileSync('getfacl', ['-p', at('shared/f')], { encoding: 'utf8' })).toContain(
        'user:bin:rwx',
      )
    },
  )
})

describe.runIf(linux && elsewhere !== null)(
  `a content that is committed to another disk${elsewhere === null ? ' (skipped: there is only one here)' : ''}`,
  () => {
    it('is copied, and kept as long as the call can be undone', async () => {
      const store = mkdtempSync(join(elsewhere ?? '', 'gatehouse-undo-'))
      const { fixture, own, stage } = stagingFixture({ folder: store })
      try {
        own()
        const { id, seen } = await stage((view) => {
          for (let n = 0; n < 20; n += 1) writeFileSync(view(`f${n}`), `content ${n}`)
        })
        expect(fixture.checkpoints.commit(id)?.end).toEqual({ kind: 'committed', files: 20 })
        expect(apart(seen, fixture.tree())).toEqual([])
      } finally {
        fixture.checkpoints.close()
        fixture.remove()
        rmSync(store, { recursive: true })
      }
    })
  },
)
