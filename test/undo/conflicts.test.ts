// What changed since a call: it is named, nothing is touched, and only what is forced is put back.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failedOf, undoRoom } from './fixture.ts'

let room: ReturnType<typeof undoRoom>

beforeEach(() => {
  room = undoRoom()
  for (const name of ['a', 'b', 'c']) writeFileSync(room.at(name), `${name} before`)
})
afterEach(() => room.remove())

const writeAll = (): void => {
  for (const name of ['a', 'b', 'c']) writeFileSync(room.at(name), `${name} after`)
}
const contents = (): string[] => ['a', 'b', 'c'].map((name) => readFileSync(room.at(name), 'utf8'))

const later: readonly [string, () => void, string][] = [
  ['written again', () => writeFileSync(room.at('b'), 'mine'), 'changed since'],
  ['given another mode', () => chmodSync(room.at('b'), 0o600), 'changed since'],
  ['deleted', () => unlinkSync(room.at('b')), 'removed since'],
  ['turned into a folder', () => { unlinkSync(room.at('b')); mkdirSync(room.at('b')) }, 'changed since'],
  ['turned into a link', () => { unlinkSync(room.at('b')); symlinkSync('/etc/passwd', room.at('b')) }, 'changed since'],
] // prettier-ignore

describe('a file that was since', () => {
  it.each(later)('%s is a conflict, until it is forced', (_name, change, why) => {
    const id = room.call(writeAll)
    change()
    const refused = room.done(id).applied
    expect(refused?.kind).toBe('conflicts')
    expect(refused?.plan.conflicts).toEqual([{ path: 'b', why, forced: false }])
    expect([readFileSync(room.at('a'), 'utf8'), readFileSync(room.at('c'), 'utf8')]).toEqual(['a after', 'c after'])
    expect(failedOf(room.done(id, ['b']).applied)).toEqual([])
    expect(contents()).toEqual(['a before', 'b before', 'c before'])
  })

  it('made where the call deleted one is a conflict', () => {
    const id = room.call(() => unlinkSync(room.at('a')))
    writeFileSync(room.at('a'), 'mine')
    expect(room.done(id).applied?.plan.conflicts).toEqual([{ path: 'a', why: 'made anew since', forced: false }])
    expect(readFileSync(room.at('a'), 'utf8')).toBe('mine')
  })

  it('forced over can be had back: the undo is undone', () => {
    const id = room.call(writeAll)
    writeFileSync(room.at('b'), 'mine')
    const { undoId } = room.done(id, 'all')
    expect(contents()).toEqual(['a before', 'b before', 'c before'])
    expect(failedOf(room.done(undoId).applied)).toEqual([])
    expect(contents()).toEqual(['a after', 'mine', 'c after'])
  })

  it('named, but is not the only one, is not enough', () => {
    const id = room.call(writeAll)
    writeFileSync(room.at('a'), 'mine')
    writeFileSync(room.at('b'), 'mine')
    expect(room.done(id, ['a']).applied?.kind).toBe('conflicts')
    expect(contents()).toEqual(['mine', 'mine', 'c after'])
  })

  it('put back by hand already needs nothing', () => {
    const id = room.call(() => writeFileSync(room.at('a'), 'after'))
    writeFileSync(room.at('a'), 'a before')
    const { applied } = room.done(id)
    expect(applied?.kind === 'done' && [applied.files, applied.failed]).toEqual([0, []])
  })
})

describe('what stands in the way', () => {
  it('a folder the call made stays when something of mine is in it, and the rest is undone', () => {
    const id = room.call(() => {
      mkdirSync(room.at('made'))
      writeFileSync(room.at('made/theirs'), 'x')
    })
    writeFileSync(room.at('made/mine'), 'y')
    const { applied } = room.done(id)
    expect(applied?.kind === 'done' && [applied.failed, applied.stayed]).toEqual([[], ['made']])
    expect(readFileSync(room.at('made/mine'), 'utf8')).toBe('y')
    expect(() => readFileSync(room.at('made/theirs'))).toThrow('ENOENT')
  })

  it('a folder swapped for a link out is not followed: nothing outside is written or removed', () => {
    mkdirSync(room.at('in'))
    writeFileSync(room.at('in/file'), 'before')
    const outside = join(room.root, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'file'), 'after')
    const id = room.call(() => writeFileSync(room.at('in/file'), 'after'))
    renameSync(room.at('in'), room.at('was'))
    symlinkSync(outside, room.at('in'))
    const { applied } = room.done(id, 'all')
    expect(applied?.kind === 'done' && applied.failed).toEqual([{ path: 'in/file', why: 'something else stands in the way to it now' }])
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('after')
  })

  it('a kept content that was damaged is not put back, and said', () => {
    const id = room.call(writeAll)
    for (const path of objectsOf(room.store)) writeFileSync(path, 'damaged')
    const { applied } = room.done(id)
    expect(applied?.kind === 'done' && applied.failed.map(({ why }) => why)).toEqual(
      Array(3).fill('what was kept of it is gone or damaged'),
    )
    expect(contents()).toEqual(['a after', 'b after', 'c after'])
  })

  it('a workspace that is gone', () => {
    const id = room.call(writeAll)
    rmSync(room.root, { recursive: true })
    const { applied } = room.done(id, 'all')
    expect(applied?.kind === 'done' && [applied.files, applied.failed.length]).toEqual([0, 3])
  })
})

function objectsOf(store: string): string[] {
  const { readdirSync } = process.getBuiltinModule('node:fs')
  const folder = join(store, 'objects')
  return readdirSync(folder).flatMap((first) => readdirSync(join(folder, first)).map((name) => join(folder, first, name)))
}
