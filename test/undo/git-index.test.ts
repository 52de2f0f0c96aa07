// The index of Git, as real Git writes it: looked at again it is the same, and everything that is
// added, taken out or marked is not.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOfIndex } from '../../main/undo/git-index.ts'

let folder: string
const git = (...words: readonly string[]): void =>
  void execFileSync('git', words, { cwd: folder, stdio: 'ignore' })
const index = (): Buffer => readFileSync(join(folder, '.git/index'))
const put = (path: string, text: string): void => writeFileSync(join(folder, path), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-index-'))
  git('init', '-q')
  mkdirSync(join(folder, 'src'))
  for (const name of ['a', 'b with a blank', `src/${'long'.repeat(60)}`]) put(name, `${name}\n`)
  git('add', '-A')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the index of Git', () => {
  it('is the same where only the times of files were noted', () => {
    const before = index()
    utimesSync(join(folder, 'a'), 5, 5)
    git('update-index', '--refresh')
    expect(index().equals(before)).toBe(false)
    expect(contentOfIndex(before)).not.toBeNull()
    expect(contentOfIndex(index())).toBe(contentOfIndex(before))
  })

  it.each<[what: string, work: () => void]>([
    ['an added file', () => (put('new', ''), git('add', 'new'))],
    ['other content', () => (put('a', 'other\n'), git('add', 'a'))],
    ['a mode', () => git('update-index', '--chmod=+x', 'a')],
    ['a file taken out', () => git('rm', '-q', '--cached', 'a')],
    ['a mark that hides changes', () => git('update-index', '--assume-unchanged', 'a')],
    ['a mark of a sparse checkout', () => git('update-index', '--skip-worktree', 'a')],
    ['a file to be added', () => (put('new', 'x'), git('add', '-N', 'new'))],
  ])('is another with %s', (_, work) => {
    const before = contentOfIndex(index())
    work()
    expect(contentOfIndex(index())).not.toBeNull()
    expect(contentOfIndex(index())).not.toBe(before)
  })

  it('is not compared where it is cut off, or of a form that is not known', () => {
    const whole = index()
    for (let at = 0; at < whole.length; at += 1)
      expect([at, contentOfIndex(whole.subarray(0, at))]).toEqual([at, null])
    git('update-index', '--index-version', '4')
    expect(contentOfIndex(index())).toBeNull()
  })
})
