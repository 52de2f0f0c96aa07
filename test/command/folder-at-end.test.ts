// Where a shell is after a line: what is said beside what real shells do.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderAtEnd } from '../../main/command/folder-at-end.ts'
import { findProgram } from '../../main/host/launch/program.mjs'

const stays: readonly string[] = [
  'ls',
  'npm test && echo done',
  'for n in 1 2; do echo "$n"; done',
  'git -C sub status',
  'grep -rn word .',
  'test -f a || exit 0',
  'f() { ls; }; f',
]
const moves: readonly (readonly [line: string, below: string])[] = [
  ['cd sub', 'sub'],
  ['cd -- sub', 'sub'],
  ['cd sub && ls', 'sub'],
  ['cd sub && cd deep && pwd', 'sub/deep'],
  ['cd sub/deep && cd ..', 'sub'],
  ["cd 'two words'", 'two words'],
  ['cd "two words" && ls | cat', 'two words'],
  ['cd ./sub; ls', 'sub'],
  ['ls\ncd sub\nls', 'sub'],
]
/** Nobody can tell, or would have to be sure of more than words. */
const unknown: readonly string[] = [
  'cd',
  'cd -',
  'cd ~',
  'cd "$HOME"',
  'cd $(pwd)/sub',
  'cd sub || ls',
  'false || cd sub',
  '(cd sub)',
  '(cd sub) && cd sub',
  '{ cd sub; }',
  'cd sub | cat',
  'if true; then cd sub; fi',
  'for d in sub; do cd $d; done',
  'cd sub &',
  'pushd sub',
  'command cd sub',
  'builtin cd sub',
  'CDPATH=/tmp cd sub',
  'CDPATH=/tmp; cd sub',
  'cd sub > out',
  'cd sub deep',
  'cd -P sub',
  'cd s*',
  'go() { cd sub; }; go',
  'eval "cd sub"',
  '. ./move.sh',
  'source move.sh',
  'cd sub; exit 0',
  'echo cd sub',
  'cd "sub',
]

describe('after a line', () => {
  it.each(stays)('without a move a shell is where it was: %s', (line) => {
    expect(folderAtEnd(line, '/work')).toBe('/work')
  })
  it.each(moves)('a shell is where plain words lead: %s', (line, below) => {
    expect(folderAtEnd(line, '/work')).toBe(`/work/${below}`)
  })
  it.each(unknown)('nobody says where a shell is: %s', (line) => {
    expect(folderAtEnd(line, '/work')).toBeNull()
  })
  it('an absolute folder is taken as it is', () => {
    expect([folderAtEnd('cd /srv/a/../b', '/work'), folderAtEnd('cd ..', '/work')]).toEqual([
      '/srv/b',
      '/',
    ])
  })
})

describe('a real shell', () => {
  let root = ''
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-folder-')))
    mkdirSync(join(root, 'sub', 'deep'), { recursive: true })
    mkdirSync(join(root, 'two words'))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(['sh', 'bash', 'zsh'].filter((shell) => findProgram(shell) !== null))(
    'ends in the folder that was predicted: %s',
    (shell) => {
      const lines = [
        ...stays.filter((line) => !/npm|git|grep|exit/.test(line)),
        ...moves.map(([line]) => line),
      ]
      const stands = lines.map((line) => {
        const { stdout } = spawnSync(shell, ['-c', `eval "$LINE" >/dev/null && pwd -P`], {
          cwd: root,
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], LINE: line },
        })
        return stdout.trimEnd()
      })
      expect(stands).toEqual(lines.map((line) => folderAtEnd(line, root)))
    },
  )
})
