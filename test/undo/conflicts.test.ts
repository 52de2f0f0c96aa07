// What changed since a call: it is named, nothing is touched, and only what is forced is put back.
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failedOf, undoFixture } from './fixture.ts'

let fixture: ReturnType<typeof undoFixture>

beforeEach(() => {
  fixture = undoFixture()
  for (const name of ['a', 'b', 'c']) writeFileSync(fixture.at(name), `${name} before`)
})
afterEach(() => fixture.remove())

const writeAll = (): void => {
  for (const name of ['a', 'b', 'c']) writeFileSync(fixture.at(name), `${name} after`)
}
const contents = (): string[] =>
  ['a', 'b', 'c'].map((name) => readFileSync(fixture.at(name), 'utf8'))

const later: readonly [string, () => void, string][] = [
  ['written again', () => writeFileSync(fixture.at('b'), 'mine'), 'changed since'],
  ['given another mode', () => chmodSync(fixture.at('b'), 0o600), 'changed since'],
  ['deleted', () => unlinkSync(fixture.at('b')), 'removed since'],
  [
    'turned into a folder',
    () => {
      unlinkSync(fixture.at('b'))
      mkdirSync(fixture.at('b'))
    },
    'changed since',
  ],
  [
    'turned into a link',
    () => {
      unlinkSync(fixture.at('b'))
      symlinkSync('/etc/passwd', fixture.at('b'))
    },
    'changed since',
  ],
]

describe('a file that since then was', () => {
  it.each(later)('%s is a conflict, until it is forced', (_name, change, why) => {
    const id = fixture.call(writeAll)
    change()
    const refused = fixture.done(id).applied
    expect(refused?.kind).toBe('conflicts')
    expect(refused?.plan.conflicts).toEqual([{ path: 'b', why, forced: false }])
    expect([readFileSync(fixture.at('a'), 'utf8'), readFileSync(fixture.at('c'), 'utf8')]).toEqual([
      'a after',
      'c after',
    ])
    expect(failedOf(fixture.done(id, ['b']).applied)).toEqual([])
    expect(contents()).toEqual(['a before', 'b before', 'c before'])
  })

  it('made where the call deleted one is a conflict', () => {
    const id = fixture.call(() => unlinkSync(fixture.at('a')))
    writeFileSync(fixture.at('a'), 'mine')
    expect(fixture.done(id).applied?.plan.conflicts).toEqual([
      { path: 'a', why: 'recreated since', forced: false },
    ])
    expect(readFileSync(fixture.at('a'), 'utf8')).toBe('mine')
  })

  it('overwritten by force can be restored: the undo is undone', () => {
    const id = fixture.call(writeAll)
    writeFileSync(fixture.at('b'), 'mine')
    const { undoId } = fixture.done(id, 'all')
    expect(contents()).toEqual(['a before', 'b before', 'c before'])
    expect(failedOf(fixture.done(undoId).applied)).toEqual([])
    expect(contents()).toEqual(['a after', 'mine', 'c after'])
  })

  it('named is not enough where it is not the only one', () => {
    const id = fixture.call(writeAll)
    writeFileSync(fixture.at('a'), 'mine')
    writeFileSync(fixture.at('b'), 'mine')
    expect(fixture.done(id, ['a']).applied?.kind).toBe('conflicts')
    expect(contents()).toEqual(['mine', 'mine', 'c after'])
  })

  it('put back by hand already needs no undo', () => {
    const id = fixture.call(() => writeFileSync(fixture.at('a'), 'after'))
    writeFileSync(fixture.at('a'), 'a before')
    const { applied } = fixture.done(id)
    expect(applied?.kind === 'done' && [applied.files, applied.failed]).toEqual([0, []])
  })
})

describe('what is in the way', () => {
  it('a folder the call made stays when something of mine is in it, and the rest is undone', () => {
    const id = fixture.call(() => {
      mkdirSync(fixture.at('made'))
      writeFileSync(fixture.at('made/theirs'), 'x')
    })
    writeFileSync(fixture.at('made/mine'), 'y')
    const { applied } = fixture.done(id)
    expect(applied?.kind === 'done' && [applied.failed, applied.stayed]).toEqual([[], ['made']])
    expect(readFileSync(fixture.at('made/mine'), 'utf8')).toBe('y')
    expect(() => readFileSync(fixture.at('made/theirs'))).toThrow('ENOENT')
  })

  it('a folder swapped for a link out is not followed: nothing outside is written or removed', () => {
    mkdirSync(fixture.at('in'))
    writeFileSync(fixture.at('in/file'), 'before')
    const outside = join(fixture.root, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'file'), 'after')
    const id = fixture.call(() => writeFileSync(fixture.at('in/file'), 'after'))
    renameSync(fixture.at('in'), fixture.at('was'))
    symlinkSync(outside, fixture.at('in'))
    const { applied } = fixture.done(id, 'all')
    expect(applied?.kind === 'done' && applied.failed).toEqual([
      { path: 'in/file', why: 'another file is now in the way' },
    ])
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('after')
  })

  it('a kept content that was damaged is not put back, and said', () => {
    const id = fixture.call(writeAll)
    for (const path of objectsOf(fixture.store)) writeFileSync(path, 'damaged')
    const { applied } = fixture.done(id)
    expect(applied?.kind === 'done' && applied.failed.map(({ why }) => why)).toEqual(
      Array(3).fill('its kept content is missing or damaged'),
    )
    expect(contents()).toEqual(['a after', 'b after', 'c after'])
  })

  it('a workspace that is gone is reported', () => {
    const id = fixture.call(writeAll)
    rmSync(fixture.root, { recursive: true })
    const { applied } = fixture.done(id, 'all')
    expect(applied?.kind === 'done' && [applied.files, applied.failed.length]).toEqual([0, 3])
  })
})

function objectsOf(store: string): string[] {
  const { readdirSync } = process.getBuiltinModule('node:fs')
  const folder = join(store, 'objects')
  return readdirSync(folder).flatMap((first) =>
    readdirSync(join(folder, first)).map((name) => join(folder, first, name)),
  )
}
