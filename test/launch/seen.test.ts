// What makes the launcher of a clone look closely again.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuilt, markBuilt, sourceHash } from '../../main/host/launch/build-state.mjs'
import { listFor, unchanged } from '../../main/host/launch/seen.cjs'

let root: string
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
/** As if it had been seen later, when the disk's clock has gone on. */
function seenLater(): void {
  for (const name of readdirSync(join(root, 'out/seen'))) {
    const lines = readFileSync(join(root, 'out/seen', name), 'utf8').split('\n')
    put(`out/seen/${name}`, [Date.now() + 10_000, ...lines.slice(1)].join('\n'))
  }
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
  put('main/gate/decide.ts', 'one')
  put('main/window/page.ts', 'one')
  put('README.md', 'one')
  put('build.mjs', '')
  put('package-lock.json', '{}')
  put('node_modules/.package-lock.json', '{}')
  put(
    'out/quick.json',
    JSON.stringify({
      rules: { commands: ['rules list', 'mend RULE --look'] },
      words: { commands: ['rule'] },
    }),
  )
  put(
    'out/quick-sources.json',
    JSON.stringify({ rules: ['main/gate/decide.ts'], words: ['main/gate/decide.ts'] }),
  )
  markBuilt(root, sourceHash(root))
  await ensureBuilt(root)
  seenLater()
})
afterEach(() => rmSync(root, { recursive: true }))

const at = (name: string) => join(root, name)

const changes: readonly [what: string, change: () => void, all: boolean, rules: boolean][] = [
  ['nothing', () => {}, true, true],
  ['a file that no build reads', () => put('README.md', 'two'), true, true],
  ['a source, in place', () => put('main/gate/decide.ts', 'two'), false, false],
  [
    'a source, with its size and date kept',
    () => {
      put('main/gate/decide.ts', 'two')
      utimesSync(at('main/gate/decide.ts'), 9, 9)
    },
    false,
    false,
  ],
  ['a source that the look is not made of', () => put('main/window/page.ts', 'two'), false, true],
  ['a new source', () => put('main/window/more.ts', ''), false, true],
  ['a new folder', () => put('main/more/one.ts', ''), false, true],
  ['a source that is gone', () => rmSync(at('main/gate/decide.ts')), false, false],
  [
    'a source with another name',
    () => renameSync(at('main/gate/decide.ts'), at('main/gate/judge.ts')),
    false,
    false,
  ],
  ['the build itself', () => put('build.mjs', '1'), false, false],
  ['the lock file', () => put('package-lock.json', '{} '), false, false],
  ['the packages', () => put('node_modules/.package-lock.json', '{} '), false, false],
  ['the packages, gone', () => rmSync(at('node_modules'), { recursive: true }), false, false],
  ['what was built, gone', () => rmSync(at('out'), { recursive: true }), false, false],
  ['what was seen, cut off', () => put('out/seen/all', '17'), false, true],
  ['what was seen, emptied', () => put('out/seen/all', ''), false, true],
  [
    'what was seen, without its end',
    () => {
      const text = readFileSync(at('out/seen/all'), 'utf8')
      put('out/seen/all', text.slice(0, text.indexOf('\n', 40)))
    },
    false,
    true,
  ],
]

describe('what runs again after a change', () => {
  it.each(changes)('%s', (_what, change, all, rules) => {
    change()
    expect({ all: unchanged(root, 'all'), rules: unchanged(root, 'rules') }).toEqual({ all, rules })
  })
})

it('does not trust a file that changed within a step of the disk’s clock before it was seen', async () => {
  put('main/gate/decide.ts', 'two')
  markBuilt(root, sourceHash(root))
  await ensureBuilt(root)
  expect(unchanged(root, 'all')).toBe(false)
  seenLater()
  expect(unchanged(root, 'all')).toBe(true)
})

it.each([
  [['rules', 'list'], 'rules'],
  [['rules', 'list', '--json'], 'rules'],
  [['rules', 'add'], 'all'],
  [['mend', 'one', '--look'], 'rules'],
  [['mend', 'one'], 'all'],
  [['mend', '--look'], 'all'],
  [['rule'], 'words'],
  // It may change something, so all sources are looked at.
  [['rule', 'code'], 'all'],
  [['help'], 'words'],
  [['help', 'rules'], 'all'],
  [['constructor'], 'all'],
  [['__proto__'], 'all'],
  [[], 'words'],
])('%j depends on %s', (words, list) => {
  expect(listFor(root, words)).toBe(list)
})
