import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBuilt, markBuilt, sourceHash } from '../../main/host/launch/build-state.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
  mkdirSync(join(root, 'main', 'gate'), { recursive: true })
  writeFileSync(join(root, 'main', 'gate', 'decide.ts'), 'one')
  writeFileSync(join(root, 'README.md'), 'one')
})
afterEach(() => rmSync(root, { recursive: true }))

const file = (name: string) => join(root, 'main', 'gate', name)

const changes: readonly [name: string, change: () => void, built: boolean][] = [
  ['is valid while nothing changes', () => {}, true],
  ['is valid when only a date changes', () => utimesSync(file('decide.ts'), 9, 9), true],
  [
    'is up to date when a file changes that it does not read',
    () => writeFileSync(join(root, 'README.md'), 'two'),
    true,
  ],
  ['is old when a source changes', () => writeFileSync(file('decide.ts'), 'two'), false],
  ['is old when a source comes', () => writeFileSync(file('tier.ts'), ''), false],
  ['is old when a source goes', () => rmSync(file('decide.ts')), false],
  ['is old when a source is renamed', () => renameSync(file('decide.ts'), file('judge.ts')), false],
  ['is old when its folder is gone', () => rmSync(join(root, 'out'), { recursive: true }), false],
]

describe('a build', () => {
  it('is missing at first', () => {
    expect(isBuilt(root)).toBe(false)
  })

  it.each(changes)('%s', (_name, change, built) => {
    markBuilt(root, sourceHash(root))
    change()
    expect(isBuilt(root)).toBe(built)
  })
})
