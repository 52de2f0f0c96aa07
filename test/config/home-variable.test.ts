// Where the home of a person is when HOME does not say.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { expect, it } from 'vitest'
import { ensureHomeVariable } from '../../main/config/folders/home-variable.ts'

const unnamed = (): string => {
  throw new Error('no such user')
}

it.each<
  readonly [
    given: string | undefined,
    platform: NodeJS.Platform,
    ofUser: () => string,
    home: string | undefined,
  ]
>([
  ['/home/ann', 'linux', () => '/home/bob', '/home/ann'],
  ['', 'linux', () => '/home/bob', '/home/bob'],
  ['.', 'linux', () => '/home/bob', '/home/bob'],
  ['work', 'darwin', () => '/home/bob', '/home/bob'],
  [undefined, 'linux', () => '/home/bob', '/home/bob'],
  ['', 'linux', () => '', '/nonexistent'],
  [undefined, 'linux', unnamed, '/nonexistent'],
  ['', 'win32', () => 'C:\\Users\\bob', ''],
])('HOME %j on %s', (given, platform, ofUser, home) => {
  const env = { HOME: given }
  ensureHomeVariable(env, platform, ofUser)
  expect(env).toEqual({ HOME: home })
})

it.runIf(process.platform !== 'win32').each(['', 'work', '.'])(
  'no program takes the folder it is started in for a home: HOME=%j',
  (home) => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-home-'))
    const entry = join(import.meta.dirname, '../../main/host/cli/main.ts')
    const shown = execFileSync(process.execPath, [entry, 'config', 'path', '--json'], {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: home, NODE_NO_WARNINGS: '1' },
    })
    rmSync(folder, { recursive: true })
    const paths = Object.values(JSON.parse(shown) as Readonly<Record<string, string>>)
    expect(paths.filter((path) => !isAbsolute(path) || path.startsWith(folder))).toEqual([])
  },
)
