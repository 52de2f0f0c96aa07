// What a look stores of its compiled code, so that the next one need not compile it: one file for each
// command, that only its own text is run from.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { openStore } from '../../main/store/open.ts'
import { cliFile } from '../running-app.ts'
import { makeFolder } from '../store/fixture.ts'

/** A home that was used, and what runs a command over it. */
function usedHome(program = cliFile) {
  const folder = makeFolder()
  const env = { PATH: process.env['PATH'], HOME: folder, GATEHOUSE_HOME: join(folder, 'home') }
  const paths = findAppPaths({ env, platform: process.platform, homedir: folder })
  mkdirSync(paths.dataDir, { recursive: true })
  const run = (...words: readonly string[]): string => {
    try {
      return execFileSync(process.execPath, [program, ...words], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
        encoding: 'utf8',
      })
    } catch {
      return 'failed'
    }
  }
  const storedOf = (look: string): string => join(paths.dataDir, 'compile-cache/looks', look)
  const { databaseFile } = paths
  return { run, databaseFile, storedOf, stored: storedOf('policy.config-path') }
}

it('a look stores its code, readable by its owner, until a run finds it whole, and says the same from it', () => {
  const { run, stored } = usedHome()
  const first = run('config', 'path')
  expect(statSync(stored).mode & 0o777).toBe(0o600)
  expect(run('config', 'path')).toBe(first)
  const { mtimeMs, mode } = statSync(stored)
  expect(mode & 0o777).toBe(0o600)
  expect(run('config', 'path')).toBe(first)
  expect(statSync(stored).mtimeMs).toBe(mtimeMs)
})

it('code that a run stored which went another way grows by what the next one compiles', () => {
  const { run, storedOf } = usedHome()
  const lengthAfter = (): number => {
    expect(run('audit', 'key')).toContain('Kept in')
    return statSync(storedOf('keys.audit-key')).size
  }
  // There is no key yet: a whole one makes it, and compiles more than any later run.
  const first = lengthAfter()
  const second = lengthAfter()
  expect(second).toBeGreaterThan(first + 16_384)
  expect(lengthAfter()).toBe(second)
})

it('a look that needs more than its file holds reads it without a word on standard error', () => {
  const home = makeFolder()
  const env = { PATH: process.env['PATH'], HOME: home, GATEHOUSE_HOME: join(home, 'home') }
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [cliFile, ...words], { env, encoding: 'utf8' })
  expect(run('plugins', 'new', 'word_count').status).toBe(0)
  const { stdout, stderr } = run('plugins', 'list')
  expect(stdout).toContain('word_count  external')
  expect(stderr).toBe('')
})

it('a run that failed stores its code, and the next one more', () => {
  const { run, storedOf } = usedHome()
  const stored = storedOf('policy.config-schema')
  expect(run('config', 'schema', '--bogus')).toBe('failed')
  const { size } = statSync(stored)
  expect(run('config', 'schema')).toContain('"$schema"')
  expect(statSync(stored).size).toBeGreaterThan(size)
})

it('a run with no home yet stores nothing', () => {
  const { run, stored } = usedHome()
  const home = dirname(dirname(dirname(dirname(stored))))
  rmSync(home, { recursive: true })
  expect(run('config', 'path')).toContain(home)
  expect(existsSync(home)).toBe(false)
})

const spoiled: Readonly<Record<string, (whole: Buffer) => string | Buffer>> = {
  empty: () => '',
  'cut off': (whole) => whole.subarray(0, whole.length / 2),
  'of another engine': (whole) => {
    const other = Buffer.from(whole)
    other.fill(0x5a, 96, 128)
    return other
  },
  'no code at all': () => 'x'.repeat(4096),
}
it.each(Object.entries(spoiled))('stored code that is %s is made again', (_how, spoil) => {
  const { run, stored } = usedHome()
  const first = run('config', 'path')
  const whole = readFileSync(stored)
  writeFileSync(stored, spoil(whole))
  expect(run('config', 'path')).toBe(first)
  expect(readFileSync(stored).subarray(0, 64)).toEqual(whole.subarray(0, 64))
  expect(readFileSync(stored).length).toBeGreaterThan(whole.length / 2)
})

/** What looks are read from, at another place. */
function copiedTo(folder: string): string {
  const copy = join(folder, 'out/main')
  cpSync(join(dirname(cliFile), 'quick'), join(copy, 'quick'), { recursive: true })
  cpSync(cliFile, join(copy, 'cli.js'))
  writeFileSync(join(copy, '../../package.json'), '{"type":"module"}')
  return copy
}

it.each([
  ['beside out/', '.'],
  ['where Node finds it, above a package', 'node_modules/gatehouse'],
])('the library of the database is found %s', async (_where, place) => {
  const folder = makeFolder()
  const root = join(folder, place)
  const copy = copiedTo(root)
  const packages = join(folder, 'node_modules')
  mkdirSync(packages, { recursive: true })
  symlinkSync(
    join(import.meta.dirname, '../../node_modules/better-sqlite3'),
    join(packages, 'better-sqlite3'),
  )
  const { run, databaseFile } = usedHome(join(copy, 'cli.js'))
  const store = await openStore(databaseFile, { now: Date.now })
  if (!store.ok) throw new Error(store.error.text)
  store.value.close()
  expect(run('approvals', 'list')).toBe('No pending approvals.\n')
})

it('code of another text of the same length is not run', () => {
  const copy = copiedTo(makeFolder())
  const { run, stored } = usedHome(join(copy, 'cli.js'))
  expect(run('config', 'path', '--json')).toContain('"journalHead"')
  const before = readFileSync(stored)
  const file = join(copy, 'quick/policy.cjs')
  const text = readFileSync(file, 'utf8')
  const other = text.replaceAll('journalHead:', 'journalHaed:').slice(0, -65)
  writeFileSync(file, `${other}${'0'.repeat(64)}\n`)
  expect(run('config', 'path', '--json')).toContain('"journalHaed"')
  expect(before.subarray(0, 64)).not.toEqual(Buffer.from('0'.repeat(64)))
})
