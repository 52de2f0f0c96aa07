// What is kept, how much of it, and for how long.
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { failedOf, undoFixture } from './fixture.ts'

const kB = 1024
const month = 30 * 24 * 60 * 60 * 1000
let fixture: ReturnType<typeof undoFixture>

afterEach(() => fixture.remove())

const objects = (): string[] =>
  readdirSync(join(fixture.store, 'objects')).flatMap((first) =>
    readdirSync(join(fixture.store, 'objects', first)),
  )
const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
/** Paths of a file tool, so that the workspace itself is not kept as well. */
const write = (name: string, content: Buffer): string =>
  fixture.call(() => writeFileSync(fixture.at(name), content), [name])

describe('the budget', () => {
  it('lets the oldest calls go first, and their contents with them', () => {
    fixture = undoFixture({ budget: { bytes: 250 * kB, ageMs: month } })
    const contents = Array.from({ length: 5 }, () => randomBytes(100 * kB))
    const ids = contents.map((content, at) => {
      writeFileSync(fixture.at(`f${at}`), content)
      return write(`f${at}`, Buffer.from('small'))
    })
    const { evicted, bytes, calls } = fixture.checkpoints.collect()
    expect([evicted, calls]).toEqual([ids.slice(0, 3), 2])
    expect(bytes).toBeLessThanOrEqual(250 * kB)
    expect(objects().toSorted()).toEqual(contents.slice(3).map(hash).toSorted())
    expect(fixture.checkpoints.preview(ids[0] ?? '', 'exact')).toBeNull()
    expect(failedOf(fixture.done(ids[4] ?? '').applied)).toEqual([])
  })

  it('keeps a content that two calls need until both are gone', () => {
    fixture = undoFixture({ budget: { bytes: 150 * kB, ageMs: month } })
    const shared = randomBytes(100 * kB)
    const ids = ['a', 'b'].map((name) => {
      writeFileSync(fixture.at(name), shared)
      return write(name, Buffer.from(name))
    })
    expect(fixture.checkpoints.collect().evicted).toEqual([])
    writeFileSync(fixture.at('c'), randomBytes(120 * kB))
    write('c', Buffer.from('c'))
    expect(fixture.checkpoints.collect().evicted).toEqual(ids)
    expect(objects()).not.toContain(hash(shared))
  })

  it('lets calls go that are older than a month', () => {
    let ahead = 0
    fixture = undoFixture({ now: () => Date.now() + ahead })
    writeFileSync(fixture.at('a'), 'before')
    const id = write('a', Buffer.from('after'))
    ahead = month - 60_000
    expect(fixture.checkpoints.collect().evicted).toEqual([])
    ahead = month + 60_000
    expect([fixture.checkpoints.collect().evicted, objects()]).toEqual([[id], []])
  })

  it('never takes from under a call that runs', () => {
    let ahead = 0
    fixture = undoFixture({ budget: { bytes: 1, ageMs: month }, now: () => Date.now() + ahead })
    writeFileSync(fixture.at('a'), 'before')
    fixture.checkpoints.begin('call_running01', { root: fixture.root, paths: null })
    ahead = 2 * month
    expect(fixture.checkpoints.collect().evicted).toEqual([])
    writeFileSync(fixture.at('a'), 'after')
    expect(fixture.checkpoints.end('call_running01')).toEqual({ files: 1 })
    ahead = 0
    expect(failedOf(fixture.done('call_running01').applied)).toEqual([])
  })

  it('removes what a kill in the middle of a clean-up, or of storing, left behind', () => {
    fixture = undoFixture()
    writeFileSync(fixture.at('a'), 'before')
    const id = write('a', Buffer.from('after'))
    const stray = hash('nobody needs this')
    mkdirSync(join(fixture.store, 'objects', stray.slice(0, 2)), { recursive: true })
    writeFileSync(join(fixture.store, 'objects', stray.slice(0, 2), stray), 'nobody needs this')
    writeFileSync(join(fixture.store, 'objects', 'tmp-half'), 'half of someth')
    writeFileSync(join(fixture.store, 'calls', `${id}.after.tmp`), '{"half":')
    fixture.reopen()
    fixture.checkpoints.collect()
    expect([readdirSync(join(fixture.store, 'objects')), objects()]).toEqual([
      [stray.slice(0, 2), hash('before').slice(0, 2)].toSorted(),
      [hash('before')],
    ])
    expect(failedOf(fixture.done(id).applied)).toEqual([])
  })
})

describe('limits of what is stored', () => {
  const limits = { entries: 50, totalBytes: 100 * kB, fileBytes: 40 * kB }
  const filled = (work: () => void) => {
    fixture = undoFixture({ limits })
    work()
    const wanted = { root: fixture.root, paths: null }
    return [
      fixture.checkpoints.forecast(wanted),
      fixture.checkpoints.begin('call_limits001', wanted),
    ]
  }
  it.each<[string, () => void, string]>([
    [
      'too many entries',
      () => {
        for (let at = 0; at < 51; at++) mkdirSync(fixture.at(`d${at}`))
      },
      'the workspace holds more than 50 files and folders',
    ],
    [
      'too much in all',
      () => {
        for (let at = 0; at < 3; at++) writeFileSync(fixture.at(`f${at}`), randomBytes(39 * kB))
      },
      'the files of the workspace are larger than 0 MiB together',
    ],
    [
      'one too large',
      () => {
        mkdirSync(fixture.at('in'))
        writeFileSync(fixture.at('in/big'), '')
        truncateSync(fixture.at('in/big'), 41 * kB)
      },
      'in/big is larger than 0 MiB',
    ],
  ])('%s: said beforehand, and not stored', (_name, work, why) => {
    expect(filled(work)).toEqual([
      { kind: 'none', why },
      { kind: 'none', why },
    ])
    expect(readdirSync(join(fixture.store, 'calls'))).toEqual([])
  })

  it.each(['file', 'folder'])(
    'a %s that an ordinary user may not read: said beforehand, and stored as root',
    (kind) => {
      fixture = undoFixture()
      if (kind === 'folder') mkdirSync(fixture.at('shut'))
      else writeFileSync(fixture.at('shut'), 'x')
      chmodSync(fixture.at('shut'), 0)
      const wanted = { root: fixture.root, paths: null }
      const expected =
        process.getuid?.() === 0 ? { kind: 'files' } : { kind: 'none', why: 'shut may not be read' }
      expect([
        fixture.checkpoints.forecast(wanted),
        fixture.checkpoints.begin('call_shut0001', wanted),
      ]).toMatchObject([expected, expected])
    },
  )

  it('a command that goes over them while it runs can be undone all the same', () => {
    fixture = undoFixture({ limits })
    writeFileSync(fixture.at('a'), 'before')
    const id = fixture.call(() => {
      unlinkSync(fixture.at('a'))
      for (let at = 0; at < 200; at++) writeFileSync(fixture.at(`f${at}`), randomBytes(10 * kB))
    })
    expect(failedOf(fixture.done(id).applied)).toEqual([])
    expect(readdirSync(fixture.root)).toEqual(['a'])
  })
})

describe('the store', () => {
  it('is for its owner alone, and holds each content once', () => {
    fixture = undoFixture()
    for (const name of ['a', 'b', 'c']) writeFileSync(fixture.at(name), 'the same')
    fixture.call(() => ['a', 'b', 'c'].forEach((name) => writeFileSync(fixture.at(name), 'other')))
    const modes = readdirSync(fixture.store, { recursive: true, withFileTypes: true }).map(
      (entry) => {
        const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
        return entry.isDirectory() ? mode === 0o700 : mode === 0o600
      },
    )
    expect([modes.includes(false), modes.length > 5]).toEqual([false, true])
    expect(objects().filter((name) => name === hash('the same')).length).toBe(1)
  })

  it('does not read an unchanged file twice: a file that may not be read any more is still known', async () => {
    fixture = undoFixture()
    writeFileSync(fixture.at('a'), 'before')
    // Younger than the tick of the clock, a file is read again for safety.
    await new Promise((done) => setTimeout(done, 150))
    fixture.call(() => {})
    const [name = ''] = objects()
    unlinkSync(join(fixture.store, 'objects', name.slice(0, 2), name))
    // Had it been read again, its content would be there again.
    fixture.call(() => {})
    expect(objects()).toEqual([])
  })
})
