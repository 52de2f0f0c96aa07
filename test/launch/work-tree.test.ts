// `npm test` fails where a test wrote into the project.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compareWorkTrees, readWorkTree } from '../report/work-tree.mjs'

let root: string
const git = (...words: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root })
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-work-tree-'))
  git('init', '--quiet')
  for (const name of ['one', 'two', 'three']) writeFileSync(join(root, name), name)
  writeFileSync(join(root, '.gitignore'), 'out\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  writeFileSync(join(root, 'one'), 'changed before the run')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const verdict = async (work: () => void) => {
  const before = await readWorkTree(root)
  work()
  const { state, note } = compareWorkTrees(before, await readWorkTree(root))
  return [state, note]
}

it('passes where nothing was written but what git does not look at', async () => {
  expect(await verdict(() => writeFileSync(join(root, 'out'), 'built'))).toEqual(['passed', ''])
})

it('names every file that was changed, changed again, removed or left behind', async () => {
  const found = await verdict(() => {
    writeFileSync(join(root, 'one'), 'changed once more')
    writeFileSync(join(root, 'two'), 'changed')
    rmSync(join(root, 'three'))
    writeFileSync(join(root, 'new'), 'litter')
  })
  expect(found).toEqual(['failed', 'changed while it ran: new, one, three, two'])
})

it('says that it cannot tell outside of a work tree', async () => {
  rmSync(join(root, '.git'), { recursive: true })
  expect(await verdict(() => undefined)).toEqual(['skipped', 'this is no work tree of git'])
})
