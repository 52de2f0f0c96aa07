// Words that nobody means: each ends with a clear error that says where and what to do, with the right
// exit code, no stack and no flood.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

let home: Home
beforeAll(() => {
  home = makeHome()
  mkdirSync(home.folder)
})
afterAll(() => home.remove())

const stack = /^\s+at .+:\d+:\d+\)?$/m
const big = 'a'.repeat(100_000)

it.each<readonly [what: string, words: readonly string[], code: number, said: RegExp]>([
  ['an empty path', ['policy', 'explain', '--mount', ''], 2, /--mount needs a path/],
  ['a path of 100 KB', ['policy', 'explain', '--mount', big], 2, /--mount needs a path/],
  ['a path of two lines', ['policy', 'explain', '--mount', 'a\nb'], 1, /control character/],
  ['an empty line', ['policy', 'explain', '--command', ''], 2, /--command needs a command line/],
  ['a line of spaces', ['policy', 'explain', '--command', ' '], 2, /needs a command line/],
  ['a line of 100 KB', ['policy', 'explain', '--command', big], 1, /at most 32768 characters/],
  [
    'too many calls',
    ['policy', 'explain', '--command', 'ls', '--calls', '9'.repeat(20)],
    2,
    /--calls/,
  ],
  ['no such time', ['policy', 'explain', '--command', 'ls', '--at', '9999999-01-01'], 2, /--at/],
  ['too many rows', ['audit', 'report', '-n', '9'.repeat(20)], 2, /-n needs a whole number/],
  ['a query of 100 KB', ['audit', 'report', `${big}:x`], 2, /\S/],
  ['a query of 100 KB, searched', ['audit', 'search', `x ${big}:`], 2, /\S/],
  ['no days', ['audit', 'summary', '--days', '0'], 2, /--days needs one of/],
  ['a word more', ['version', 'x'], 2, /does not take "x"/],
  ['no preset', ['init', '', '--yes'], 2, /no preset named ""/],
  ['a preset of two lines', ['init', 'a\nb', '--yes'], 2, /no preset named "a\\nb"/],
  ['no folder', ['init', 'careful', '--folder', ' ', '--yes'], 2, /--folder needs a folder/],
  ['a whole disk', ['init', 'careful', '--folder', '/', '--yes'], 1, /is a whole disk/],
])('%s is refused, exit code and all @whole', async (_what, words, code, said) => {
  const ended = await home.run(...words)
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(said)])
  expect(`${ended.stdout}${ended.stderr}`).not.toMatch(stack)
  expect(ended.stderr.length).toBeLessThan(2_000)
})

it('init shows a folder as it is seen from here, and writes nothing @whole', async () => {
  const { code, value } = await home.json('init', 'careful', '--folder', '../x', '--dry-run')
  expect([code, value]).toMatchObject([0, { workspace: join(dirname(dirname(home.folder)), 'x') }])
  expect(existsSync(join(home.folder, 'config.yaml'))).toBe(false)
})

it.each([
  [['policy', 'explain', '--mount', 'a']],
  [['init', 'careful', '--yes']],
  [['audit', 'report']],
  [['audit', 'summary']],
])('%j over a home that is a file says so @whole', async (words) => {
  const other = makeHome()
  writeFileSync(other.folder, 'x')
  const { code, value, stderr } = await other.json(...words)
  expect([code, value]).toMatchObject([1, { error: { code: 'home.no-folder' } }])
  expect(stderr).toContain('is a file')
  await other.remove()
})
