// Old files that an undo or a commit replaced or removed, held open so that nobody waits for their end.
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canHold, openReplaced } from '../../main/undo/restore/replaced.ts'
import { undoFixture } from './fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: nothing is held there)`

describe.runIf(linux)(`a replaced file${why}`, () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-replaced-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const file = (name: string, content = name): Buffer => {
    writeFileSync(join(folder, name), content)
    return Buffer.from(join(folder, name))
  }
  /** What of the folder this process holds open though it is gone. */
  const gone = (): string[] => heldOpen(folder).filter((path) => path.endsWith(' (deleted)'))

  it('is there until it is removed, so many at a time', () => {
    const replaced = openReplaced(10)
    for (const name of ['a', 'b', 'c']) {
      replaced.hold(file(name))
      renameSync(file(`${name}.new`), join(folder, name))
    }
    expect(gone()).toHaveLength(3)
    expect([replaced.letGo(2), gone().length, replaced.letGo(2), gone().length]).toEqual([
      true,
      1,
      false,
      0,
    ])
  })

  it('is not held beyond the number that may be', () => {
    const replaced = openReplaced(2)
    for (const name of ['a', 'b', 'c']) {
      replaced.hold(file(name))
      rmSync(join(folder, name))
    }
    expect(gone()).toHaveLength(2)
    replaced.letGo(2)
    expect(gone()).toEqual([])
  })

  it('that is not there, or is a link, holds nothing else open', () => {
    const replaced = openReplaced(10)
    replaced.hold(Buffer.from(join(folder, 'missing')))
    symlinkSync(file('target').toString(), join(folder, 'link'))
    replaced.hold(Buffer.from(join(folder, 'link')))
    expect(heldOpen(folder)).toEqual([join(folder, 'link')])
    replaced.letGo(10)
    expect(heldOpen(folder)).toEqual([])
  })

  it('is held on no file system that would show it, nor in a folder that is not there', () => {
    expect([canHold('/proc'), canHold(join(folder, 'missing')), canHold('/dev/shm')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('of an undo ends when the undo has rest, and with the store at the latest', () => {
    const fixture = undoFixture()
    try {
      mkdirSync(fixture.at('src'))
      for (let n = 0; n < 20; n++) writeFileSync(fixture.at(`src/${n}`), `before ${n}`)
      const id = fixture.call(() => {
        for (let n = 0; n < 20; n++) writeFileSync(fixture.at(`src/${n}`), `after ${n}`)
      })
      const { undoId } = fixture.done(id)
      expect(heldOpen(fixture.root)).toHaveLength(20)
      while (fixture.checkpoints.sync());
      expect(heldOpen(fixture.root)).toEqual([])
      fixture.done(undoId)
      expect(heldOpen(fixture.root)).toHaveLength(20)
      fixture.checkpoints.close()
      expect(heldOpen(fixture.root)).toEqual([])
    } finally {
      fixture.remove()
    }
  })
})

function heldOpen(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(`${folder}/`) ? [path] : []
    } catch {
      // The descriptor that listed them is closed by now.
      return []
    }
  })
}
